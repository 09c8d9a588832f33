// Serious accessibility findings of the page as it is. Returns [{ rule, element, why }].
const findings = [];
const shown = (element) => {
  if (!element.checkVisibility({ checkOpacity: false, checkVisibilityCSS: true })) return false;
  const box = element.getBoundingClientRect();
  return box.width > 0 && box.height > 0;
};
const words = (element) => {
  const id = element.id ? `#${element.id}` : '';
  const kind = typeof element.className === 'string' && element.className ? `.${element.className.trim().split(/\s+/).join('.')}` : '';
  return `${element.tagName.toLowerCase()}${id}${kind} "${(element.textContent ?? '').trim().slice(0, 40)}"`;
};
const find = (rule, element, why) => findings.push({ rule, element: words(element), why });
const all = (selector) => [...document.querySelectorAll(selector)].filter(shown);
const hidden = (element) => element.closest('[aria-hidden=true]') !== null;

// The name that a screen reader says.
function name(element) {
  const by = element.getAttribute('aria-labelledby');
  if (by) return by.split(/\s+/).map((id) => document.getElementById(id)?.textContent ?? '').join(' ').trim();
  const own = element.getAttribute('aria-label')?.trim();
  if (own) return own;
  if (element.labels?.length) return [...element.labels].map((label) => label.textContent).join(' ').trim();
  const inside = [...element.querySelectorAll('img[alt], [aria-label]')].map((child) => child.getAttribute('alt') ?? child.getAttribute('aria-label'));
  const text = `${element.textContent ?? ''} ${inside.join(' ')}`.trim();
  return text || element.getAttribute('title')?.trim() || '';
}

if (!document.documentElement.lang) find('html-lang', document.documentElement, 'the page has no language');
if (!document.title.trim()) find('document-title', document.documentElement, 'the page has no title');
if (document.querySelectorAll('main').length !== 1) find('landmark-main', document.body, 'there must be one main landmark');
const viewport = document.querySelector('meta[name=viewport]')?.content ?? '';
if (/user-scalable\s*=\s*no|maximum-scale/.test(viewport)) find('meta-viewport', document.body, 'zooming is disabled');
const headings = all('h1, h2, h3, h4').filter((heading) => !heading.closest('dialog'));
if (headings.length === 0) find('heading', document.body, 'there is no heading');
if (all('h1').length > 1) find('heading', all('h1')[1], 'there are two first headings');

for (const element of all('button, [role=button], [role=tab], summary')) if (!hidden(element) && !name(element)) find('button-name', element, 'it has no name');
// An empty link has no size but can have the focus.
for (const element of document.querySelectorAll('a[href]')) if (element.checkVisibility() && !hidden(element) && !name(element)) find('link-name', element, 'it has no name');
for (const element of all('img')) if (element.getAttribute('alt') === null) find('image-alt', element, 'it has no alt');
for (const element of all('svg[role=img]')) if (!hidden(element) && !element.getAttribute('aria-label') && !element.getAttribute('aria-labelledby') && !element.querySelector(':scope > title')) find('image-alt', element, 'it has no name');
// Who speaks to the page says what stands on a button.
const plain = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
for (const element of all('button[aria-label], a[aria-label]')) {
  const text = plain([...element.querySelectorAll('span, strong')].filter((part) => !part.closest('.visually-hidden')).map((part) => (part.children.length ? '' : part.textContent)).join(' ') || element.textContent);
  if (text && !plain(element.getAttribute('aria-label')).includes(text)) find('label-in-name', element, `it is called "${element.getAttribute('aria-label')}"`);
}
for (const element of all('input:not([type=hidden]), select, textarea')) if (!hidden(element) && !name(element)) find('label', element, 'it has no label');
for (const element of all('dialog[open], [role=dialog], [role=group], [role=radiogroup], [role=grid], [role=tablist], nav')) if (!name(element)) find('region-name', element, 'it has no name');

const ids = new Map();
for (const element of document.querySelectorAll('[id]')) {
  if (element.closest('soko-board defs, soko-board .ground')) continue;
  if (ids.has(element.id)) find('duplicate-id', element, `#${element.id} is there twice`);
  ids.set(element.id, element);
}
for (const attribute of ['aria-labelledby', 'aria-describedby', 'aria-controls', 'aria-owns', 'aria-activedescendant']) {
  for (const element of document.querySelectorAll(`[${attribute}]`)) {
    for (const id of element.getAttribute(attribute).split(/\s+/).filter(Boolean)) if (!document.getElementById(id)) find('aria-reference', element, `${attribute} names #${id}, which is not there`);
  }
}
const ROLES = new Set('alert alertdialog application article banner button cell checkbox columnheader combobox complementary contentinfo definition dialog document feed figure form grid gridcell group heading img link list listbox listitem log main menu menubar menuitem menuitemcheckbox menuitemradio meter navigation none note option presentation progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status switch tab table tablist tabpanel term textbox timer toolbar tooltip tree treegrid treeitem'.split(' '));
for (const element of document.querySelectorAll('[role]')) if (!element.getAttribute('role').split(/\s+/).every((role) => ROLES.has(role))) find('aria-role', element, `unknown role ${element.getAttribute('role')}`);
for (const element of document.querySelectorAll('[tabindex]')) if (Number(element.getAttribute('tabindex')) > 0) find('tabindex', element, 'it jumps the queue');
const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';
for (const element of all('[aria-hidden=true]')) for (const child of element.querySelectorAll(FOCUSABLE)) if (shown(child)) find('aria-hidden-focus', child, 'it can have the focus but is hidden from screen readers');
for (const element of all('table:not([role=presentation])')) if (element.rows.length > 1 && !element.querySelector('th') && !element.closest('dialog')) find('table-headers', element, 'it has no header cells');
for (const element of all('ul, ol')) for (const child of element.children) if (!['LI', 'SCRIPT', 'TEMPLATE'].includes(child.tagName)) find('list', child, 'a list holds something that is no item');
for (const element of all('dl')) for (const child of element.children) if (!['DT', 'DD', 'DIV'].includes(child.tagName)) find('list', child, 'a description list holds something else');

// Contrast of text with what is behind it.
function colour(text) {
  const canvas = (window.probe ??= new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true }));
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = '#000';
  canvas.fillStyle = text;
  canvas.fillRect(0, 0, 1, 1);
  const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
  return a === 0 ? [0, 0, 0, 0] : [r, g, b, a / 255];
}
const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a), 1];
const light = ([r, g, b]) => [r, g, b].map((c) => c / 255).map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)).reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
function behind(element) {
  const layers = [];
  for (let e = element; e; e = e.parentElement) {
    const style = getComputedStyle(e);
    if (style.backgroundImage !== 'none') return null;
    const c = colour(style.backgroundColor);
    if (c[3] > 0) layers.push(c);
    if (c[3] === 1) break;
  }
  return layers.reverse().reduce((ground, layer) => over(layer, ground), [255, 255, 255, 1]);
}
function faded(element) {
  let opacity = 1;
  for (let e = element; e; e = e.parentElement) opacity *= Number(getComputedStyle(e).opacity);
  return opacity;
}
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
const seen = new Set();
for (let node = walker.nextNode(); node; node = walker.nextNode()) {
  const element = node.parentElement;
  if (!node.textContent.trim() || seen.has(element) || !shown(element) || element.closest('svg, [aria-hidden=true], script, style, option, noscript')) continue;
  seen.add(element);
  // What is disabled need not stand out.
  if (element.closest(':disabled, [aria-disabled=true]')) continue;
  const style = getComputedStyle(element);
  const ground = behind(element);
  if (!ground) continue;
  const ink = colour(style.color);
  const text = over([...ink.slice(0, 3), ink[3] * faded(element)], ground);
  const [a, b] = [light(text), light(ground)].sort((x, y) => y - x);
  const ratio = (a + 0.05) / (b + 0.05);
  const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && Number(style.fontWeight) >= 700);
  if (ratio < (large ? 3 : 4.5) - 0.01) find('color-contrast', element, `contrast ${ratio.toFixed(2)}`);
}
// Targets that a finger can hit.
for (const element of all('button:not(:disabled), a[href], input, select')) {
  const style = getComputedStyle(element);
  if (element.tagName === 'A' && style.display === 'inline') continue;
  if (style.position === 'absolute' && style.opacity === '0') continue;
  const box = (element.closest('label') ?? element).getBoundingClientRect();
  if (box.width < 24 || box.height < 24) {
    if (element.closest('th')) continue;
    find('target-size', element, `${Math.round(box.width)} × ${Math.round(box.height)} pixels`);
  }
}
return findings;
