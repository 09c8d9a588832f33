// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entrantOf, freshLimits, orderOf } from '../ui/views/solve-form.js';

test('an order has numbers for the limits that are set and leaves the others out', () => {
  const limits = { ...freshLimits(), time_s: '2.5', memory_mib: '', nodes: null };
  const order = orderOf({ collection: 'a', number: 1 }, entrantOf('astar'), limits, { race: 1 });
  assert.deepEqual(order, {
    level: { collection: 'a', number: 1 },
    player: 'astar',
    settings: {},
    time_s: 2.5,
    seed: 1,
    threads: 1,
    race: 1,
  });
});

test('a preset is named only if one was chosen', () => {
  const entrant = { ...entrantOf('astar'), preset: 'fast' };
  assert.equal(orderOf({}, entrant, {}, {}).preset, 'fast');
});
