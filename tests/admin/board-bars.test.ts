import { describe, expect, it } from 'vitest';
import { barOf, demoldingKey, type Entry, groundOf, groupsOf, lotKey } from '../../admin/board/chart/scene/bars.ts';
import { blockOfDay } from '../../admin/board/chart/scene/blocks.ts';
import { describeBar, describeSpan, statesOf, tooltipOf } from '../../admin/board/chart/scene/labels.ts';
import { type Access, accessOf, keepsElapsed, keptBy, mayMove, opensOn } from '../../admin/board/chart/scene/rules.ts';
import { dayNumber } from '../../server/domain/ground/plant-time.ts';
import { makeEntry } from './board-entries.ts';

const planner = accessOf('planning_manager', false);

describe('the ground of a bar', () => {
  it.each<[string, Partial<Entry>, string]>([
    ['an open entry is normal', {}, 'normal'],
    ['an outsourced one is outsourced, past its deadline or not', { outsourced: true, past_deadline: true }, 'outsourced'],
    ['one that ends after its deadline is past it', { past_deadline: true }, 'past'],
    ['a locked one is locked, past its deadline or not', { locked: true, past_deadline: true }, 'locked'],
    ['a received one is finished, locked or not', { received_locked: true, locked: true, last_reception_date: '2026-04-01' }, 'finished'],
    ['a received one without a date is that', { received_locked: true }, 'undated'],
  ])('%s', (_, changed, ground) => {
    expect(groundOf(makeEntry(changed))).toBe(ground);
  });
});

describe('the states of a bar', () => {
  it('combine in words', () => {
    const bar = barOf(makeEntry({ locked: true, outsourced: true, late_days: 3, lot_late_days: 3 }), undefined);
    expect(statesOf(bar)).toEqual(['ロック中', '外注', '遅れ 3日']);
  });

  it('tell a lot that is less late than its order by another word', () => {
    const bar = barOf(makeEntry({ late_days: 26, lot_late_days: 3 }), undefined);
    expect(statesOf(bar)).toEqual(['ロット遅れ 3日']);
    expect(tooltipOf(bar, undefined).lines.at(-1)).toEqual({ term: '遅れ', text: '26日(このロットは3日)', late: true });
  });

  it('bear no flag once the task is finished', () => {
    expect(barOf(makeEntry({ lot_late_days: 3, received_locked: true }), undefined).flagged).toBe(false);
    expect(barOf(makeEntry({ lot_late_days: 3 }), undefined).flagged).toBe(true);
  });

  it('stand in the name that a screen reader hears', () => {
    const bar = barOf(makeEntry({ locked: true }), undefined);
    expect(describeBar(bar)).toBe('26K01042-01 荒加工、2026/04/01(水) 午前 〜 4/1(水) 午後、ロック中');
  });
});

describe('the end of the previous task', () => {
  it('has a half day where that task is among the entries', () => {
    const first = makeEntry({ id: 1, end_date: '2026-04-01T11:00:00+09:00' });
    const second = makeEntry({ id: 2, task_sort: 20, starting_date: '2026-04-01' });
    const [lot] = groupsOf([first, second]);
    expect(lot?.bars.map(({ previous }) => previous)).toEqual([undefined, { date: '2026-04-01', afternoon: false }]);
  });

  it('is a date alone where it is not', () => {
    expect(barOf(makeEntry({ starting_date: '2026-03-30' }), undefined).previous).toEqual({ date: '2026-03-30', afternoon: undefined });
    const elsewhere = makeEntry({ id: 1, end_date: '2026-03-20T16:00:00+09:00' });
    expect(barOf(makeEntry({ starting_date: '2026-03-30' }), elsewhere).previous?.afternoon).toBeUndefined();
  });
});

describe('demolding', () => {
  const hours = new Map([[demoldingKey(31, 5), 36.5]]);
  const demolding = (changed: Partial<Entry> = {}, cast_at = '2026-03-30T12:00:00+09:00') =>
    barOf(makeEntry(changed), undefined, { hours, cast: new Map([[lotKey(1, '01'), cast_at]]) }).demolding;

  it.each([
    ['2026-03-30T00:00:00+09:00', 0],
    ['2026-03-30T12:00:00+09:00', 1],
    ['2026-03-31T00:00:00+09:00', 2],
  ])('starts when the lot is cast, %s, and takes hours / 12 blocks, rounded up', (cast_at, later) => {
    const start = blockOfDay(dayNumber('2026-03-30')) + later;
    expect(demolding({}, cast_at)).toEqual({ start, end: start + 4 });
  });

  it.each([{ lot_number: '02' }, { order_id: 2 }, { task_id: 6 }, { product_id: null }])(
    'is drawn only for cast lots, and for the product and the task that have it: not of %j',
    (changed) => expect(demolding(changed)).toBeUndefined(),
  );
});

describe('groups', () => {
  it('are lots in the order of the answer, their bars in the order of the tasks', () => {
    const groups = groupsOf([
      makeEntry({ id: 1, lot_number: '02', task_sort: 20 }),
      makeEntry({ id: 2, lot_number: '02', task_sort: 10 }),
      makeEntry({ id: 3, lot_number: '01', task_sort: null }),
      makeEntry({ id: 4, lot_number: '01', task_sort: 30 }),
      makeEntry({ id: 5, order_id: 2, lot_number: '01' }),
    ]);
    expect(groups.map(({ bars }) => bars.map(({ id }) => id))).toEqual([['2', '1'], ['4', '3'], ['5']]);
    expect(groups.map(({ order }) => order?.leads)).toEqual([true, false, true]);
  });
});

describe('what a user may do with a bar', () => {
  it('planners edit, but for the while of a run; others only look', () => {
    for (const role of ['planning_manager', 'master_admin'] as const) expect(accessOf(role, false)).toEqual({ plans: true, edits: true });
    expect(accessOf('planning_manager', true)).toEqual({ plans: true, edits: false });
    for (const role of ['outsourcing_manager', 'manager', undefined] as const)
      expect(accessOf(role, false)).toEqual({ plans: false, edits: false });
  });

  it.each<[string, Partial<Entry>, Access, ReturnType<typeof keptBy>, ReturnType<typeof opensOn>]>([
    ['an open bar moves', {}, planner, undefined, 'form'],
    ['none moves while a run is pending', {}, accessOf('planning_manager', true), 'pending', 'detail'],
    ['none moves of who only looks', {}, accessOf('manager', false), 'role', 'detail'],
    ['of another plan none moves', {}, accessOf('planning_manager', false, 'other'), 'elsewhere', 'detail'],
    ['of another plan, too, the role is said first', {}, accessOf('manager', false, 'other'), 'role', 'detail'],
    ['of a scenario each moves, also while a run is pending', {}, accessOf('planning_manager', true, 'scenario'), undefined, 'form'],
    ['a locked one stays', { locked: true }, planner, 'locked', 'detail'],
    ['a finished one stays and opens the form', { received_locked: true }, planner, 'finished', 'form'],
    ['several lots move at once', { lots: 2, unmatched: false }, planner, undefined, 'form'],
    ['what the search leaves out is only read', { unmatched: true }, planner, 'unmatched', 'detail'],
    ['so are several lots of it', { unmatched: true, lots: 2 }, planner, 'unmatched', 'detail'],
  ])('%s', (_, changed, access, kept, opens) => {
    const entry = makeEntry(changed);
    expect([keptBy(entry, access), mayMove(entry, access), opensOn(entry, access)]).toEqual([kept, kept === undefined, opens]);
  });

  it('furnace and outsourced tasks keep their elapsed length', () => {
    expect([{ outsourced: true }, { furnace_run_id: 3 }, {}].map((changed) => keepsElapsed(makeEntry(changed)))).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('words in the chart', () => {
  it('a span names its last half day, not the instant after it', () => {
    const start = blockOfDay(dayNumber('2026-11-19')) + 1;
    expect(describeSpan({ start, end: start + 3 })).toBe('2026/11/19(木) 午後 〜 11/20(金) 午後');
  });

  it('the tooltip of a late bar says how late and why', () => {
    const bar = barOf(makeEntry({ late_days: 3, lot_late_days: 3, facility: 4, facility_name: '立旋盤 1号' }), undefined);
    const { title, lines } = tooltipOf(bar, '炉待ち');
    expect(title).toBe('26K01042-01 荒加工');
    expect(lines.map(({ text }) => text)).toEqual(expect.arrayContaining(['立旋盤 1号', '08:30 〜 16:00', '3日', '炉待ち']));
  });

  it('the tooltip calls an end at midnight 24:00 of the day that it ends', () => {
    const bar = barOf(makeEntry({ end_date: '2026-04-03T00:00:00+09:00', end_time: '00:00' }), undefined);
    expect(tooltipOf(bar, undefined).lines.map(({ text }) => text)).toContain('4/1(水) 08:30 〜 4/2(木) 24:00');
  });
});
