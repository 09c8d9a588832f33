// @ts-check
import { h, icon, put } from '../dom.js';

/** @param {any} page */
export async function open(page) {
  put(page.root, h('section', { class: 'empty' }, icon('lab'), h('h1', null, 'lab')));
}
