// @ts-check
// Names for people: of players, presets, parameters and parts of a run, as the server describes them once. Ids stand in small
// print beside them.

import { h } from './dom.js';

/** @type {any[]} */
const PLAYERS = await fetch('/api/players').then(
	(answer) => (answer.ok ? answer.json() : []),
	() => [],
);
/** Parts of all players' runs: some players are made of others. */
const PHASES = new Map(PLAYERS.flatMap(({ phases }) => phases ?? []).map((phase) => [phase.id, phase]));
const find = (id) => PLAYERS.find((player) => player.id === id);

/** A player's name; an id that no player has stands for itself. @param {string} id @returns {string} */
export const playerTitle = (id) => find(id)?.title ?? id;

/** A preset's name. @param {string} player @param {string} id @returns {string} */
export const presetTitle = (player, id) => find(player)?.presets.find((preset) => preset.id === id)?.title ?? id;

/** The name of a part of a run. @param {string} id @returns {string} */
export const phaseTitle = (id) => PHASES.get(id)?.title ?? id;

/** What is done in it. @param {string} id @returns {string | null} */
export const phaseSummary = (id) => PHASES.get(id)?.summary ?? null;

/** An id in small print. */
export const small = (id) => h('small', { class: 'id' }, id);

/** A name with its id, which is left out where it says the same. @param {string} title @param {string} id */
export const named = (title, id) => (title === id ? [title] : [title, ' ', small(id)]);

/** A player, with its preset if it has one. @param {string} id @param {string | null} [preset] */
export const playerName = (id, preset) => [
	h('span', { class: 'player-name', title: find(id)?.summary ?? null }, playerTitle(id)),
	preset ? h('small', { class: 'note' }, ` ${presetTitle(id, preset)}`) : null,
	playerTitle(id) === id && !preset ? null : [' ', small(preset ? `${id} ${preset}` : id)],
];

/** A parameter's label. */
export const parameterName = ({ title, name }) => named(title ?? name, name);

/** The name of a parameter of a player, by its id. @param {string} player @param {string} id */
export const settingName = (player, id) =>
	parameterName(find(player)?.parameters.find(({ name }) => name === id) ?? { name: id });

/** Choices for a field: names first, then ids. */
export const choices = (all) => all.map(({ id, title }) => [id, title && title !== id ? `${title} (${id})` : id]);
