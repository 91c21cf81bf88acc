import { describe, expect, test } from 'vitest';
import { check } from '../../server/scheduling/index.ts';
import { AWAY, FURNACE, NONE } from '../../server/scheduling/problem.ts';
import { capacity } from '../../server/scheduling/rules/capacity.ts';
import type { Rule } from '../../server/scheduling/rules/rule.ts';
import { lengths, loads, membership, recipes, starts } from '../../server/scheduling/rules/runs.ts';
import { eligibility, fixedEntries, grid, partners, precedence, release, workingTime } from '../../server/scheduling/rules/time.ts';
import type { FurnaceRun } from '../../server/scheduling/solution.ts';
import { type Step, small, unit } from './small.ts';

type More = Parameters<typeof small>[1];
/** What a rule says, each `rule activities: detail`. */
const says = (rule: Rule, steps: readonly Step[], more?: More): string[] =>
  rule(...small(steps, more)).map((one) => `${one.rule} ${one.activities.join()}: ${one.detail}`);

describe('a successor', () => {
  const two = (start: number, before: Partial<Step> = {}): Step[] => [
    { start: 0, end: 10, ...before },
    { start, end: start + 1, after: [0, 1] },
  ];

  test('starts when what is before it ends and has cooled, to the tick', () => {
    expect(says(precedence, two(10))).toEqual([]);
    expect(says(precedence, two(9))).toEqual(['precedence 1: starts at 9, predecessor 0 releases it at 10']);
    expect(says(precedence, two(12, { lag: 2 }))).toEqual([]);
    expect(says(precedence, two(11, { lag: 2 }))).toEqual(['precedence 1: starts at 11, predecessor 0 releases it at 12']);
  });

  test('waits whole days after that of the end, to which its 24:00 belongs', () => {
    const early = ['precedence 1: starts before 1 waiting days have passed'];
    expect(says(precedence, two(48, { end: 47, wait: 1 }))).toEqual([]);
    expect(says(precedence, two(47, { end: 47, wait: 1 }))).toEqual(early);
    expect(says(precedence, two(48, { end: 48, wait: 1 }))).toEqual([]);
    expect(says(precedence, two(95, { end: 49, wait: 1 }))).toEqual(early);
    expect(says(precedence, two(96, { end: 49, wait: 1 }))).toEqual([]);
    expect(says(precedence, two(49, { end: 49, wait: 1 }), { day: null })).toEqual([]);
  });

  test('waits for the last of several, each by its own days', () => {
    const following = (start: number): string[] =>
      says(precedence, [
        { start: 0, end: 20, wait: 3 },
        { start: 0, end: 60, lag: 5, wait: 1 },
        { start: 0, end: 30 },
        { start, end: start, after: [0, 3] },
      ]);
    expect(following(64)).toEqual(['precedence 3: starts at 64, predecessor 1 releases it at 65']);
    expect(following(143)).toEqual(['precedence 3: starts before 3 waiting days have passed']);
    expect(following(144)).toEqual([]);
  });

  test('has no place where one before it has none; what stands fixed or nowhere is not asked', () => {
    expect(says(precedence, two(20, { start: NONE }))).toEqual(['precedence 1: predecessor 0 is not placed']);
    expect(
      says(precedence, [
        { start: 0, end: 10 },
        { start: 5, end: 6, after: [0, 1], fixed: [5, 6] },
      ]),
    ).toEqual([]);
    expect(says(precedence, two(NONE))).toEqual([]);
  });

  test('in parts waits for what its first part waits for', () => {
    const steps = (start: number): Step[] => [
      { start: 0, end: 10 },
      { start: 10, end: 30, after: [0, 1] },
      { start, end: 30, lead: 1 },
      { start: 30, end: 40, after: [1, 3] },
      { start: 29, end: 40, lead: 3 },
    ];
    expect(says(precedence, steps(10))).toEqual(['precedence 4: starts at 29, predecessor 1 releases it at 30']);
    expect(says(precedence, steps(9))).toEqual([
      'precedence 2: starts at 9, predecessor 0 releases it at 10',
      'precedence 4: starts at 29, predecessor 1 releases it at 30',
    ]);
  });
});

test('nothing starts before its casting or the planning start', () => {
  const at = (start: number, planningStart: number, more: Partial<Step> = {}): string[] =>
    says(release, [{ start, end: 9, release: 6, ...more }], { planningStart });
  expect([at(6, 0), at(7, 7), at(5, 0, { fixed: [5, 9] }), at(NONE, 0)]).toEqual([[], [], [], []]);
  expect(at(5, 0)).toEqual(['release 0: starts at 5, released at 6']);
  expect(at(6, 7)).toEqual(['release 0: starts at 6, released at 7']);
});

describe('working time', () => {
  const OPEN = [16, 32, 1, 64, 80, 2, 80, 84, 0, 84, 90, 1];
  const at = (start: number, end: number, duration: number, more: Partial<Step> = {}, machine = unit(OPEN)): string[] =>
    says(workingTime, [{ start, end, duration, ...more }], { machines: [machine] });
  const closed = ['working_time 0: begins or ends while the facility is closed'];

  test('begins and ends in open time', () => {
    expect([at(16, 32, 16), at(31, 32, 1), at(16, 17, 1), at(89, 90, 1)]).toEqual([[], [], [], []]);
    expect([at(15, 16, 1), at(15, 17, 1), at(31, 33, 1), at(32, 33, 1), at(79, 81, 1), at(90, 91, 1)]).toEqual(Array(6).fill(closed));
  });

  test('lasts as long as it needs, without what is closed or has no unit', () => {
    expect([at(16, 68, 20), at(70, 86, 12), at(31, 85, 18)]).toEqual([[], [], []]);
    expect(at(16, 68, 21)).toEqual(['working_time 0: works 20 ticks instead of 21']);
    expect(at(16, 68, 19)).toEqual(['working_time 0: works 20 ticks instead of 19']);
  });

  test('of none has no length', () => {
    expect(at(3, 3, 0)).toEqual([]);
    expect(at(3, 4, 0)).toEqual(['working_time 0: lasts although it needs no time']);
  });

  test('on a furnace is that in which runs may start', () => {
    const furnace = unit([0, 480, 1], { kind: 'furnace', starts: Int32Array.of(16, 32, 64, 80) });
    expect([at(16, 68, 20, {}, furnace), at(15, 17, 2, {}, furnace)]).toEqual([[], closed]);
    expect(at(0, 9, 9, {}, unit([0, 480, 1], { kind: 'furnace' }))).toEqual([]);
    expect(at(0, 9, 9, {}, unit([0, 480, 1], { starts: Int32Array.of(16, 32) }))).toEqual([]);
  });

  test('is not asked of what is fixed, has no place, is away or in a run', () => {
    expect([at(0, 1, 9, { fixed: [0, 1] }), at(NONE, 1, 9), at(0, 1, 9, { kind: AWAY }), at(0, 1, 9, { kind: FURNACE })]).toEqual(
      Array(4).fill([]),
    );
  });
});

describe('a partner', () => {
  const at = (start: number, end: number, more: Partial<Step> = {}): string[] =>
    says(partners, [{ start, end, kind: AWAY, duration: 1, ...more }]);
  const back = (end: number, due: number): string[] => [`partners 0: comes back at ${end} instead of ${due}`];

  test('takes a lot in working hours of working days', () => {
    const outside = ['partners 0: leaves outside working hours'];
    expect([at(16, 65), at(31, 65)]).toEqual([[], []]);
    expect([at(15, 65), at(32, 65), at(112, 161), at(47, 65)]).toEqual(Array(4).fill(outside));
  });

  test('brings it back on the first working morning after its days', () => {
    expect([at(16, 161, { duration: 2 }), at(64, 161), at(64, 161, { duration: 2 }), at(16, 17 + 48, { duration: 0 })]).toEqual([
      [],
      [],
      [],
      back(65, 17),
    ]);
    expect(at(16, 17, { duration: 0 })).toEqual([]);
    expect(at(17, 65, { duration: 0 })).toEqual([]);
    expect(at(16, 66)).toEqual(back(66, 65));
  });

  test('that answered brings it when it said; handed over later than was said, not before the usual day', () => {
    expect(at(16, 40, { back: 40, backBy: 17 })).toEqual([]);
    expect(at(17, 65, { back: 40, backBy: 17 })).toEqual([]);
    expect(at(17, 90, { back: 90, backBy: 17 })).toEqual([]);
    expect(at(16, 65, { back: 40, backBy: 17 })).toEqual(back(65, 40));
  });

  test('is not asked about what is fixed, has no place or is done here, nor without days', () => {
    expect([at(0, 1, { fixed: [0, 1] }), at(NONE, 1), at(0, 1, { kind: FURNACE })]).toEqual([[], [], []]);
    expect(says(partners, [{ start: 0, end: 1, kind: AWAY }], { day: null })).toEqual([]);
  });
});

describe('the grid', () => {
  const at = (start: number, end: number, more: More = {}, step: Partial<Step> = {}): string[] =>
    says(grid, [{ start, end, ...step }], more);

  test('has starts at 00:00 or from 08:00 to 15:30, ends at 00:00 or from 08:30 to 16:00', () => {
    for (const start of [0, 48, 16, 31, 64]) expect(at(start, 96), String(start)).toEqual([]);
    for (const end of [0, 48, 17, 32, 65]) expect(at(0, end), String(end)).toEqual([]);
    for (const tick of [1, 15, 32, 47]) expect(at(48 + tick, 96)).toEqual([`grid 0: starts at tick ${tick} of the day`]);
    for (const tick of [1, 16, 33, 47]) expect(at(0, 48 + tick)).toEqual([`grid 0: ends at tick ${tick} of the day`]);
  });

  test('ends with the horizon', () => {
    expect(at(0, 96, { horizon: 96 })).toEqual([]);
    expect(at(0, 96, { horizon: 95 })).toEqual(['grid 0: ends beyond the horizon']);
  });

  test('is not asked of what is fixed or has no place, nor without days', () => {
    expect([at(1, 2, {}, { fixed: [1, 2] }), at(NONE, 2), at(1, 2, { day: null })]).toEqual([[], [], []]);
  });
});

test('a fixed entry is where it is, in its mode and its run', () => {
  const at = (step: Partial<Step>): string[] => says(fixedEntries, [{ start: 5, end: 9, fixed: [5, 9, 2], run: 2, ...step }]);
  expect(at({})).toEqual([]);
  expect(at({ start: 6 })).toEqual(['fixed_entries 0: moved from 5 to 6']);
  expect(at({ end: 8 })).toEqual(['fixed_entries 0: moved from 5 to 5']);
  expect(at({ mode: 1 })).toEqual(['fixed_entries 0: another facility']);
  expect(at({ run: 1 })).toEqual(['fixed_entries 0: another run']);
  expect(says(fixedEntries, [{ start: 5, end: 9 }])).toEqual([]);
});

test('an activity is done in a mode of its own, in a run where that is one, its parts on one facility', () => {
  const at = (...steps: Partial<Step>[]): string[] =>
    says(
      eligibility,
      steps.map((step) => ({ start: 0, end: 1, ...step })),
    );
  expect(at({}, {})).toEqual([]);
  expect(at({ mode: 1 }, {})).toEqual(['eligibility 0: a mode of another activity']);
  expect(at({}, { mode: 0 })).toEqual(['eligibility 1: a mode of another activity']);
  const run = 'in a run without need, or without one';
  expect(at({ kind: FURNACE }, { run: 0 }, { kind: FURNACE, run: 0 })).toEqual([`eligibility 0: ${run}`, `eligibility 1: ${run}`]);
  expect(at({}, { lead: 0, machine: 1 })).toEqual(['eligibility 1: parts of one lot on two facilities']);
  expect(at({ start: NONE }, { lead: 0, machine: 1 })).toEqual([]);
  expect(at({ start: NONE, mode: 1 }, {})).toEqual([]);
});

describe('what is in hand', () => {
  const bar = (start: number, end: number, more: Partial<Step> = {}): Step => ({ start, end, ...more });
  const on = (steps: readonly Step[], open: readonly number[], more: More = {}): string[] =>
    says(capacity, steps, { machines: [unit(open)], horizon: 100, ...more });

  test('is never more than the units there are, to the tick', () => {
    expect(on([bar(0, 10), bar(10, 20)], [0, 100, 1])).toEqual([]);
    expect(on([bar(0, 10), bar(9, 20)], [0, 100, 1])).toEqual(['capacity 0,1: 2 in hand at 9, 1 units']);
    expect(on([bar(0, 10), bar(9, 20)], [0, 100, 2])).toEqual([]);
    expect(on([bar(0, 10), bar(2, 20), bar(4, 6)], [0, 100, 2])).toEqual(['capacity 0,1,2: 3 in hand at 4, 2 units']);
  });

  test('is told by who is there at that tick', () => {
    expect(on([bar(0, 5), bar(5, 10), bar(7, 9), bar(9, 12)], [0, 100, 1])).toEqual([
      'capacity 1,2: 2 in hand at 7, 1 units',
      'capacity 1,3: 2 in hand at 9, 1 units',
    ]);
  });

  test('is held against the units of each moment, and pauses where a facility is closed', () => {
    expect(on([bar(0, 30), bar(0, 30)], [0, 10, 2, 20, 30, 2])).toEqual([]);
    expect(on([bar(0, 30), bar(0, 30)], [0, 10, 2, 10, 30, 1])).toEqual(['capacity 0,1: 2 in hand at 10, 1 units']);
    expect(on([bar(0, 30), bar(0, 30)], [0, 10, 2, 20, 30, 1])).toEqual(['capacity 0,1: 2 in hand at 20, 1 units']);
    expect(on([bar(0, 120)], [0, 100, 1])).toEqual([]);
  });

  test('in a furnace goes on where that is closed, and may not', () => {
    const furnace = unit([10, 20, 1, 20, 40, 1], { kind: 'furnace' });
    const run = (start: number, end: number): string[] =>
      says(capacity, [{ start, end, kind: FURNACE, run: 0 }], {
        machines: [furnace],
        horizon: 100,
        runs: [{ machine: 0, recipe: 0, start, end, members: [0] }],
      });
    expect([run(10, 40), run(15, 25)]).toEqual([[], []]);
    expect(run(9, 15)).toEqual(['capacity 0: 1 in hand at 9, 0 units']);
    expect(run(30, 41)).toEqual(['capacity 0: 1 in hand at 40, 0 units']);
  });

  test('of fixed entries alone is as it is; nothing free is beside them where they are too many', () => {
    const blocks = [0, 1].map((activity) => ({ machine: 0, from: 0, to: 10, activity: activity === 0 ? NONE : activity }));
    const fixed: Step = bar(0, 10, { fixed: [0, 10] });
    expect(on([bar(10, 12), fixed], [0, 100, 1], { blocks })).toEqual([]);
    expect(on([bar(9, 12), fixed], [0, 100, 1], { blocks })).toEqual(['capacity 0: 3 in hand at 9, 1 units']);
    expect(on([bar(9, 12), fixed], [0, 100, 3], { blocks })).toEqual([]);
  });

  test('counts a fixed run once, and asks where a free one is beside it', () => {
    const furnaces = [unit([0, 100, 1], { kind: 'furnace' })];
    const runs: FurnaceRun[] = [0, 1].map((index) => ({
      machine: 0,
      recipe: 0,
      start: 10 * index,
      end: 10 * index + 10,
      members: [index],
    }));
    const steps: Step[] = runs.map(({ start, end }, run) => ({ start, end, kind: FURNACE, run }));
    const fixedRuns = [{ machine: 0, recipe: 0, start: 0, end: 10, joinable: true, weight: 0, volume: 0 }];
    const at = (second: FurnaceRun): string[] =>
      says(capacity, steps, { machines: furnaces, horizon: 100, runs: [runs[0]!, second], fixedRuns });
    expect(at(runs[1]!)).toEqual([]);
    expect(at({ ...runs[1]!, start: 9 })).toEqual(['capacity 1: 2 in hand at 9, 1 units']);
  });

  test('is not asked of a place without bounds, nor what stands nowhere', () => {
    const both = [bar(0, 10), bar(0, 10)];
    expect(on(both, [0, 100, 1], { machines: [unit([0, 100, 1], { unlimited: true })] })).toEqual([]);
    expect(on([bar(0, 10), bar(NONE, 10)], [0, 100, 1])).toEqual([]);
    expect(on([bar(0, 10), bar(0, 10, { machine: 1 })], [0, 100, 1], { machines: [unit([0, 100, 1]), unit([0, 100, 1])] })).toEqual([]);
  });
});

describe('a furnace run', () => {
  const FURNACES = [unit([0, 480, 1], { kind: 'furnace', maxWeight: 100, maxVolume: 2 }), unit([0, 480, 1], { kind: 'furnace' })];
  const RECIPES = [
    { hold: 2, family: 0, tolerance: 3 },
    { hold: 2, family: 0, tolerance: 3 },
    { hold: 0, family: 2, tolerance: 0 },
  ];
  const member = (more: Partial<Step> = {}): Step => ({ start: 16, end: 20, kind: FURNACE, duration: 2, run: 0, ...more });
  const run = (members: readonly number[], more: Partial<FurnaceRun> = {}): FurnaceRun => ({
    machine: 0,
    recipe: 0,
    start: 16,
    end: 20,
    members,
    ...more,
  });
  const fixedRun = { machine: 0, recipe: 0, start: 16, end: 20, joinable: true, weight: 0, volume: 0 };
  const at = (rule: Rule, steps: readonly Step[], runs: readonly FurnaceRun[], more: More = {}): string[] =>
    says(rule, steps, { machines: FURNACES, recipes: RECIPES, runs, ...more });

  test('has members that name it and are where it is, each in one', () => {
    const elsewhere = ['run_members 0,1: member 1 is elsewhere'];
    const second = (more: Partial<Step>): string[] => at(membership, [member(), member(more)], [run([0, 1])]);
    expect(second({})).toEqual([]);
    for (const more of [{ start: 17 }, { end: 21 }, { machine: 1 }, { kind: 0 }])
      expect(second(more), JSON.stringify(more)).toEqual(elsewhere);
    expect(second({ run: NONE })).toEqual(elsewhere);
    expect(at(membership, [member(), member({ run: 0 })], [run([0])])).toEqual(['run_members 1: in 0 runs']);
    expect(at(membership, [member()], [run([0, 0])])).toEqual(['run_members 0: in 2 runs']);
    expect(at(membership, [member()], [run([0]), run([])])).toEqual(['run_members : a run without members']);
    expect(at(membership, [], [run([])], { fixedRuns: [fixedRun] })).toEqual([]);
  });

  test('that is fixed with all its members is as it is', () => {
    const gone = member({ fixed: [16, 20, 0], start: 17, weight: 999, recipe: 2, weekdays: 0, duration: 99 });
    for (const rule of [membership, recipes, loads, starts, lengths])
      expect(at(rule, [gone], [run([0])], { fixedRuns: [fixedRun] })).toEqual([]);
    expect(at(loads, [gone], [run([0])])).toEqual(['run_load 0: weight 999 of 100']);
    expect(at(loads, [gone, member()], [run([0, 1])], { fixedRuns: [fixedRun] })).toEqual(['run_load 0,1: weight 999 of 100']);
    expect(at(membership, [{ ...gone, start: 16 }], [run([])], { fixedRuns: [fixedRun] })).toEqual([]);
  });

  test('has one family of recipes, and times within its tolerance', () => {
    const times = (...steps: Partial<Step>[]): string[] => at(recipes, steps.map(member), [run(steps.map((_, index) => index))]);
    expect(times({}, { recipe: 1 }, { duration: 5 })).toEqual([]);
    expect(times({}, { recipe: 2 })).toEqual(['run_recipe 0,1: member 1 has another recipe']);
    expect(times({ duration: 6 }, {})).toEqual(['run_recipe 0,1: retention differs by 4 ticks']);
    expect(times({ duration: 60, fixed: [16, 20, 0] }, {}, {})).toEqual([]);
  });

  test('is no heavier and no larger than the furnace, with what was in it', () => {
    const full = (weight: number, volume: number, more: More = {}): string[] =>
      at(loads, [member({ weight: 60, volume: 1 }), member({ weight, volume })], [run([0, 1])], more);
    expect([full(40, 1), full(40 + 1e-7, 1 + 1e-7)]).toEqual([[], []]);
    expect(full(40.5, 1)).toEqual(['run_load 0,1: weight 100.5 of 100']);
    expect(full(40, 1.5)).toEqual(['run_load 0,1: volume 2.5 of 2']);
    expect(full(40, 1, { fixedRuns: [{ ...fixedRun, weight: 1 }] })).toEqual(['run_load 0,1: weight 101 of 100']);
    expect(full(40, 1, { fixedRuns: [{ ...fixedRun, volume: 1 }] })).toEqual(['run_load 0,1: volume 3 of 2']);
  });

  test('starts in starting time, on a weekday of each member', () => {
    const machines = [unit([0, 480, 1], { kind: 'furnace', starts: Int32Array.of(16, 32) }), FURNACES[1]!];
    const begins = (start: number, more: More = {}, step: Partial<Step> = {}): string[] =>
      at(starts, [member({ start, ...step })], [run([0], { start })], { machines, ...more });
    const outside = ['run_start 0: starts outside starting time'];
    expect([begins(16), begins(31), begins(15), begins(32)]).toEqual([[], [], outside, outside]);
    expect(begins(15, { fixedRuns: [fixedRun] })).toEqual([]);
    expect(begins(15, { machines: FURNACES, day: null }, { weekdays: 0 })).toEqual([]);
    const weekday = (start: number, weekdays: number): string[] => begins(start, { machines: FURNACES }, { weekdays });
    // Day 0 is a Monday.
    expect([weekday(0, 0b10), weekday(47, 0b10), weekday(48, 0b100), weekday(6 * 48, 0b1)]).toEqual([[], [], [], []]);
    expect(weekday(16, 0b1111101)).toEqual(['run_start 0: member 0 does not start on weekday 1']);
    expect(weekday(6 * 48, 0b1111110)).toEqual(['run_start 0: member 0 does not start on weekday 0']);
    expect(at(starts, [member({ weekdays: 0, fixed: [16, 20, 0] }), member()], [run([0, 1])])).toEqual([]);
  });

  test('lasts its longest set-up, its longest retention and its cooling, rounded to the day', () => {
    const ends = (end: number, steps: Partial<Step>[], more: More = {}): string[] =>
      at(
        lengths,
        steps.map(member),
        [
          run(
            steps.map((_, index) => index),
            { end },
          ),
        ],
        more,
      );
    const due = (is: number, should: number): string[] => [`run_length 0: ends at ${is} instead of ${should}`];
    expect(ends(16 + 3 + 5 + 2, [{ setup: 3 }, { duration: 5 }])).toEqual([]);
    expect(ends(21, [{}])).toEqual(due(21, 20));
    // 16 + 14 + 2 is 16:00; a half hour more is the next 00:00, past which nothing ends before 08:30.
    expect([ends(32, [{ duration: 14 }]), ends(48, [{ duration: 15 }]), ends(48, [{ duration: 30 }])]).toEqual([[], [], []]);
    expect([
      ends(65, [{ duration: 31 }]),
      ends(65, [{ duration: 46 }]),
      ends(65, [{ duration: 47 }]),
      ends(66, [{ duration: 48 }]),
    ]).toEqual([[], [], [], []]);
    expect(ends(33, [{ duration: 15 }], { day: null })).toEqual([]);
  });

  test('that is fixed is long enough for whoever joins it', () => {
    const joins = (more: Partial<Step>): string[] =>
      at(lengths, [member({ fixed: [16, 20, 0], duration: 99 }), member(more)], [run([0, 1])], { fixedRuns: [fixedRun] });
    expect([joins({}), joins({ duration: 1, setup: 1 }), joins({ duration: 1 })]).toEqual([[], [], []]);
    expect(joins({ setup: 1 })).toEqual(['run_length 0,1: a member needs longer than the fixed run']);
  });
});

test('a check asks every rule', () => {
  const [problem, solution] = small(
    [
      { start: 5, end: 9, duration: 9, release: 6 },
      { start: 4, end: 9, after: [0, 1] },
      { start: 1, end: 2, kind: AWAY, duration: 1 },
      { start: 6, end: 9, fixed: [5, 9] },
      { start: 16, end: 20, duration: 4, mode: 0 },
      { start: 16, end: 20, duration: 4 },
      { start: 5, end: 9, machine: 1, kind: FURNACE, run: 0, weight: 999 },
      { start: 6, end: 9, machine: 1, kind: FURNACE, run: 0, recipe: 1 },
    ],
    {
      machines: [unit([16, 32, 1]), unit([0, 480, 1], { kind: 'furnace', maxWeight: 100, starts: Int32Array.of(16, 32) })],
      recipes: [0, 1].map((family) => ({ hold: 2, family, tolerance: 0 })),
      runs: [{ machine: 1, recipe: 0, start: 5, end: 9, members: [6, 7] }],
    },
  );
  const rules = [
    ...['precedence', 'release', 'working_time', 'partners', 'capacity', 'run_members', 'run_recipe', 'run_load', 'run_start'],
    ...['run_length', 'eligibility', 'fixed_entries', 'grid'],
  ];
  expect([...new Set(check(problem, solution).map(({ rule }) => rule))]).toEqual(rules);
});
