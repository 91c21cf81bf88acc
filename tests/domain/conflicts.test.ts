import { expect, test } from 'vitest';
import { type Conflict, ruleOf, spreadOf } from '../../server/domain/bars/conflicts.ts';

const recipe = (temperature: number, cooling = '炉冷') => [temperature, 8, cooling, 0] as const;
const [late, early] = ['2026-12-03T08:00:00+09:00', '2026-12-03T08:30:00+10:00'] as const;
const full = (facility_name: string, ...crowded: [block: number, taken: number, units: number][]): Conflict => ({
  ...{ kind: 'over_capacity', facility_name, others: [] },
  crowded: crowded.map(([block, taken, units]) => ({ block, taken, units })),
});

/** A row a sentence: what it names together. */
const SENTENCES: Conflict[][] = [
  [
    { kind: 'closed_day', date: '2026-12-06' },
    { kind: 'closed_day', date: '2026-12-05' },
    { kind: 'closed_day', date: '2026-12-06' },
  ],
  [{ kind: 'closed_end', date: '2026-12-06' }],
  [
    { kind: 'shut_day', date: '2026-12-06', facility_name: '1号炉' },
    { kind: 'shut_day', date: '2026-12-07', facility_name: '1号炉' },
  ],
  [{ kind: 'shut_day', date: '2026-12-06', facility_name: '1号炉', stopped: 1 }],
  [{ kind: 'shut_day', date: '2026-12-06', facility_name: '2号炉' }],
  [
    { kind: 'casting', limit: 200 },
    { kind: 'casting', limit: 30 },
  ],
  [
    { kind: 'weekday', limit: 6, value: 6 },
    { kind: 'weekday', limit: 6, value: 0 },
    { kind: 'weekday', limit: 6, value: 10 },
  ],
  [{ kind: 'weekday', limit: 4, value: 0 }],
  [{ kind: 'piece_too_large', facility_name: '1号炉', sides: ['height'], piece: [2], chamber: [1] }],
  [{ kind: 'piece_too_large', facility_name: '1号炉', sides: ['height'], piece: [3], chamber: [1] }],
  [
    { kind: 'before_previous', task_name: '鋳込', end_at: early },
    { kind: 'before_previous', task_name: '鋳込', end_at: late },
    { kind: 'before_previous', task_name: '鋳込', end_at: early },
  ],
  [{ kind: 'before_previous', task_name: '検査', end_at: early }],
  [
    { kind: 'after_next', task_name: '検査', start_at: early },
    { kind: 'after_next', task_name: '検査', start_at: late },
  ],
  [
    { kind: 'other_recipe', facility_name: '1号炉', limit: recipe(600), value: recipe(650) },
    { kind: 'other_recipe', facility_name: '2号炉', limit: recipe(600), value: recipe(650) },
  ],
  [{ kind: 'other_recipe', facility_name: '1号炉', limit: recipe(600), value: recipe(600, '空冷') }],
  [{ kind: 'other_recipe', facility_name: '1号炉', limit: recipe(620), value: recipe(650) }],
  [full('1号炉', [20, 2, 1], [9, 3, 1], [7, 4, 2]), full('1号炉', [9, 3, 2], [7, 4, 1], [20, 2, 1])],
  [full('2号炉', [20, 2, 1])],
];

test('conflicts of one rule, place and limit make one sentence, whatever their values, dates and moments', () => {
  const rules = SENTENCES.map((row) => [...new Set(row.map(ruleOf))]);
  expect(rules.map(({ length }) => length)).toEqual(SENTENCES.map(() => 1));
  expect(new Set(rules.flat()).size).toBe(SENTENCES.length);
});

test('a sentence has each value, date and moment once, ascending, and each half day as it is at its worst', () => {
  expect(spreadOf(SENTENCES.flat())).toEqual({
    values: [0, 6, 10],
    limits: [4, 6, 30, 200],
    dates: ['2026-12-05', '2026-12-06', '2026-12-07'],
    ends: [early, late],
    starts: [early, late],
    crowded: [
      { block: 7, taken: 4, units: 1 },
      { block: 9, taken: 3, units: 1 },
      { block: 20, taken: 2, units: 1 },
    ],
  });
});
