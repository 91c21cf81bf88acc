import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Conflict } from '../../server/domain/bars/conflicts.ts';
import { conflictsOfMoved, type MovedRules, type Needs, readyAfter, workedMinutes } from '../../server/domain/bars/rules.ts';
import { namesAmong, warningsOf } from '../../server/domain/bars/warnings.ts';
import { ANY_WEEKDAY, dayNumber } from '../../server/domain/ground/plant-time.ts';

const DAY = 1440;
/** A Thursday. */
const THURSDAY = dayNumber('2026-12-03');
const at = (day: number, hour: number): number => (THURSDAY + day) * DAY + hour * 60;

const FREE: MovedRules = {
  ...{ facility_name: '1号炉', eligible: true, too_heavy: null, too_large: null, needs: null, weekdays: ANY_WEEKDAY, release: null },
  ...{ load: null, ready: null, rest: null },
};
const heavy = { limit: 100, value: 120 };
const large = { sides: ['height' as const], piece: [2], chamber: [1] };
const needs = (hours: number, more: Partial<Needs> = {}): Needs => ({ hours, elapsed: false, cooling: false, ...more });
const by = (clock: number) => ({ minutes: at(0, clock), by: 'casting' as const });
const load = { weight: 100, volume: 2, max_weight: 100, max_volume: 2 };

/** What is said of a bar from Thursday 08:00 to Friday 12:00, in which 12 hours are worked. */
test.each<[string, Partial<MovedRules>, Conflict[]]>([
  ['nothing', {}, []],
  [
    'that its facility may not do it, whatever it bears',
    { eligible: false, too_heavy: heavy },
    [{ kind: 'not_eligible', facility_name: '1号炉' }],
  ],
  [
    'what it weighs, whatever its sizes',
    { too_heavy: heavy, too_large: large },
    [{ kind: 'piece_too_heavy', facility_name: '1号炉', ...heavy }],
  ],
  ['its sizes', { too_large: large }, [{ kind: 'piece_too_large', facility_name: '1号炉', ...large }]],
  ['nothing of what releases it at its start', { release: by(8) }, []],
  ['what releases it later', { release: by(9) }, [{ kind: 'casting', limit: at(0, 9) }]],
  ['nothing of a Thursday among its weekdays', { weekdays: 1 << 4 }, []],
  ['a Thursday that is none of its weekdays', { weekdays: 1 << 3 }, [{ kind: 'weekday', limit: 8, value: 4 }]],
  ['nothing of work that fits to the last minute', { needs: needs(12 + 1e-9) }, []],
  ['work that does not', { needs: needs(12.5) }, [{ kind: 'work_too_short', limit: 12.5, value: 12 }]],
  ['nothing of hours by the clock that fit', { needs: needs(28, { elapsed: true }) }, []],
  ['hours by the clock that do not', { needs: needs(29, { elapsed: true }) }, [{ kind: 'run_too_short', limit: 29, value: 28 }]],
  ['nor with cooling', { needs: needs(29, { elapsed: true, cooling: true }) }, [{ kind: 'run_too_short_to_cool', limit: 29, value: 28 }]],
  ['nothing of a process before it that is ready', { ready: { task_name: '焼なまし', minutes: at(0, 8) } }, []],
  [
    'one that is not',
    { ready: { task_name: '焼なまし', minutes: at(0, 9) } },
    [{ kind: 'before_ready', task_name: '焼なまし', limit: at(0, 9) }],
  ],
  ['nothing of a load at its limits', { load }, []],
  ['nor of one without', { load: { ...load, max_weight: null, max_volume: null } }, []],
  [
    'a load beyond both',
    { load: { ...load, weight: 101, volume: 3 } },
    [
      { kind: 'overweight', facility_name: '1号炉', limit: 100, value: 101 },
      { kind: 'overfull', facility_name: '1号炉', limit: 2, value: 3 },
    ],
  ],
])('of a bar is said %s', (_, rules, said) => {
  const bar = { start: at(0, 8), end: at(1, 12) };
  expect(
    conflictsOfMoved(
      bar,
      { ...FREE, ...rules },
      () => true,
      () => false,
    ),
  ).toEqual(said);
  const asked = { ...FREE, ...rules, needs: null, weekdays: 1 };
  const day = said.filter(({ kind }) => !/short|weekday/.test(kind));
  // On a closed day it is neither the wrong weekday nor too short; that its facility alone is closed is said.
  expect(
    conflictsOfMoved(
      bar,
      asked,
      () => false,
      () => true,
    ),
  ).toEqual(day);
  const shut = conflictsOfMoved(
    bar,
    { ...asked, needs: needs(1) },
    (of) => of !== THURSDAY,
    () => false,
  );
  expect(shut.filter(({ kind }) => kind === 'shut_day')).toEqual([{ kind: 'shut_day', date: '2026-12-03', facility_name: '1号炉' }]);
  expect(shut.filter(({ kind }) => kind !== 'shut_day')).toEqual(day);
});

test('hours by the clock are too short on a closed day as well', () => {
  const rules = { ...FREE, needs: needs(29, { elapsed: true }) };
  const said = conflictsOfMoved(
    { start: at(0, 8), end: at(1, 12) },
    rules,
    () => false,
    () => true,
  );
  expect(said).toEqual([{ kind: 'run_too_short', limit: 29, value: 28 }]);
});

test('working minutes of a place are those between 8 and 16 of its open days', () => {
  fc.assert(
    fc.property(fc.integer({ min: -3000, max: 6000 }), fc.nat(5000), fc.integer({ min: 1, max: 5 }), (start, length, closed) => {
      const isOpen = (day: number): boolean => day % closed === 0;
      const minutes = Array.from({ length }, (_, of) => start + of);
      const worked = minutes.filter(
        (of) => isOpen(Math.floor(of / DAY)) && ((of % DAY) + DAY) % DAY >= 480 && ((of % DAY) + DAY) % DAY < 960,
      );
      expect(workedMinutes({ start, end: start + length }, isOpen)).toBe(worked.length);
    }),
    { numRuns: 40 },
  );
});

test('after a bar cooling counts by the clock, and waiting days from the day that it ends', () => {
  const after = (end: number, cooling_hours: number, waiting_days: number) => readyAfter(end, { cooling_hours, waiting_days });
  expect([readyAfter(at(0, 12), null), after(at(0, 12), 0, 0), after(at(0, 12), 5, 0)]).toEqual([at(0, 12), at(0, 12), at(0, 17)]);
  expect([after(at(0, 12), 5, 1), after(at(1, 0), 0, 1), after(at(0, 12), 30, 1)]).toEqual([at(1, 0), at(1, 0), at(1, 18)]);
});

test('each rule is said once with the bars that break it, then lateness, then what goes along', () => {
  const closed = (date: string): Conflict => ({ kind: 'closed_day', date });
  const bars = [
    { name: '切断', conflicts: [], days_late: 2, asides: ['補足'] },
    {
      name: '検査',
      conflicts: [closed('2026-12-05'), { kind: 'later_finished', task_name: '出荷' } as const],
      days_late: 1,
      asides: ['補足', '別'],
    },
    { name: '検査', conflicts: [closed('2026-12-06')], days_late: 0 },
  ];
  const late = '納期を1〜2日過ぎます。';
  const open = 'この工程は未完了ですが、後工程「出荷」が終了しています。';
  const days = '開始日の12/5(土)・12/6(日)が休日です。';
  expect(warningsOf(bars, false).map(({ text }) => text)).toEqual([days, open, late, '補足', '別']);
  expect(warningsOf(bars, true).map(({ text }) => text)).toEqual([
    ...[`検査: ${days}`, `検査: ${open}`, `切断、検査: ${late}`, '切断、検査: 補足', '検査: 別'],
  ]);
});

test('bars are called among each other by what tells them apart', () => {
  const bar = (unique_order: string, task_name: string) => ({ unique_order, task_name });
  expect([namesAmong([]), namesAmong([bar('S1-01', '切断'), bar('S1-01', '検査')])]).toEqual([[], ['切断', '検査']]);
  expect(namesAmong([bar('S1-01', '切断'), bar('S2-01', '切断')])).toEqual(['S1-01', 'S2-01']);
  expect(namesAmong([bar('S1-01', '切断'), bar('S2-01', '検査')])).toEqual(['S1-01 切断', 'S2-01 検査']);
});
