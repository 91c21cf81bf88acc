import { describe, expect, it } from 'vitest';
import { speedAt } from '../../admin/board/chart/hand/auto-scroll.ts';
import { armed, beginDrag, type Drag, follow, type Grip } from '../../admin/board/chart/hand/drag.ts';
import { type Bar, barOf, type Charge, chargeOf } from '../../admin/board/chart/scene/bars.ts';
import type { Around } from '../../admin/board/chart/scene/group/arounds.ts';
import { judgeGroup } from '../../admin/board/chart/scene/group/group-move.ts';
import { judgeWish } from '../../admin/board/chart/scene/judging.ts';
import { lastDayWord, shipmentStays } from '../../admin/board/chart/scene/move-words.ts';
import type { Scene } from '../../admin/board/chart/scene/scene.ts';
import { fieldsOf } from '../../admin/board/edit/form/task-fields.ts';
import { judgedIn } from '../../admin/board/edit/moves.ts';
import { NO_SHIFT } from '../../server/domain/bars/moves.ts';
import { dayNumber, instantOfMinutes } from '../../server/domain/ground/plant-time.ts';
import { makeEntry } from './board-entries.ts';

const drag = (grip: Grip, dxs: readonly number[], base = NO_SHIFT, px = 20): Drag =>
  dxs.reduce((now, dx) => follow(now, dx, px), beginDrag(grip, base));

describe('a drag', () => {
  const put = { by: 4, start: 0, end: 1 };
  it.each<[string, Drag, Partial<typeof NO_SHIFT>]>([
    ['of a bar does nothing up to one day column', drag('move', [40]), {}],
    ['nor to the left', drag('move', [-40]), {}],
    ['follows from the next pixel on', drag('move', [41]), { by: 2 }],
    ['to the left, too', drag('move', [-41]), { by: -2 }],
    ['goes on in half days', drag('move', [41, 69]), { by: 3 }],
    ['once armed may come back to one half day', drag('move', [41, 22]), { by: 1 }],
    ['and to none', drag('move', [41, 5]), {}],
    ['counts the columns of the zoom', drag('move', [20], NO_SHIFT, 10), {}],
    ['from the next pixel of those on', drag('move', [21], NO_SHIFT, 10), { by: 2 }],
    ['goes on at once from where the bar has been put', drag('move', [20], put), { ...put, by: 5 }],
    ['and where it has come to another facility', follow(armed(beginDrag('move')), 20, 20), { by: 1 }],
    ['of an edge goes to the nearest half day', drag('end', [9]), {}],
    ['without a threshold', drag('end', [11]), { end: 1 }],
    ['at the other edge, too', drag('start', [-31]), { start: -2 }],
    ['also of a bar that has been put', drag('start', [12], { by: 2, start: 1, end: 0 }), { by: 2, start: 2 }],
  ])('%s', (_, { shift }, expected) => expect(shift).toEqual({ ...NO_SHIFT, ...expected }));

  it('scrolls the board towards the edge that the pointer is near, the faster the nearer, and no faster beyond it', () => {
    expect([speedAt(300, 0, 600), speedAt(41, 0, 600)]).toEqual([0, 0]);
    expect(speedAt(595, 0, 600)).toBeGreaterThan(speedAt(575, 0, 600));
    expect(speedAt(5, 0, 600)).toBeLessThan(0);
    expect(speedAt(700, 0, 600)).toBe(speedAt(600, 0, 600));
  });
});

describe('a furnace run under the hand', () => {
  const DAY = 1440;
  const april = (day: number): number => dayNumber('2026-04-01') * DAY + (day - 1) * DAY + 480;
  const times = (day: number) => ({ start_at: instantOfMinutes(april(day)), end_at: instantOfMinutes(april(day) + 960) });
  const FURNACE = { id: 3, facility_name: '5号焼戻し炉', availability: 1, overrides: {} };

  /** Days of April on which a run of a furnace with one unit begins that is drawn from the first to the seventh, by the taken ones. */
  function goesTo(taken: readonly number[], weekdays = [127, 127]): { day: number; leaps: boolean; over: boolean } {
    const { start_at: start_date, end_at: end_date } = times(1);
    const lots = [9, 10].map((id) => makeEntry({ id, order_id: id, facility: 3, furnace_run_id: 5, start_date, end_date }));
    const run = {
      ...{ id: 5, facility_id: 3, run_start: start_date, run_end: end_date, load_weight: 0, load_volume: 0, recipe: {} },
      members: lots.map(({ id, order_id, unique_order }) => ({ entry_id: id, order_id, unique_order, weight: 0, volume: 0 })),
    };
    const box = { ...barOf({ ...lots[0]!, lots: 2 }, undefined), charge: { run, lots } } as unknown as Bar;
    const whole = { work_time_set: false, elapsed: true, hours: 16, placed_by: 'run', facility: 3 } as const;
    const arounds = lots.map((lot, at) => {
      const rules = { facility_name: '', eligible: true, too_heavy: null, too_large: null, needs: null, release: null, load: null };
      return {
        ...{ id: lot.id, order_id: lot.id, deadline_date: null, order_end_date: null, others_end_date: null, holidays: [] },
        lot: [
          { ...whole, id: lot.id, task_name: '焼戻し', start_at: start_date, end_at: end_date, furnace_run_id: 5, version: 1, rest: null },
        ],
        facilities: [{ ...FURNACE, eligible: true, rules: { ...rules, weekdays: weekdays[at], ready: null, rest: null } }],
        rules_without_facility: null,
        occupants: taken.map((day) => ({ ...whole, id: 100 + day, furnace_run_id: 100 + day, task_name: '焼戻し', ...times(day) })),
      } as unknown as Around;
    });
    const scene = {
      ...{ closed: new Set(), now: 0, access: { edits: true, plans: true } },
      layout: { byId: new Map([[box.id, { bar: box }]]) },
    } as unknown as Scene;
    const wish = { shift: { ...NO_SHIFT, by: 12 }, facility: undefined, push: false };
    const { place, conflicts, group } = judgeGroup(box, [box], wish, arounds, scene);
    const over = conflicts.some(({ kind }) => kind === 'over_capacity');
    return { day: (place.start - april(1)) / DAY + 1, leaps: group!.charge!.leaps, over };
  }

  it('stays where a unit is free; else it leaps to the next free place within two days, or stays and is said to be too many', () => {
    expect(goesTo([])).toEqual({ day: 7, leaps: false, over: false });
    expect(goesTo([7])).toEqual({ day: 8, leaps: true, over: false });
    expect(goesTo([7, 8])).toEqual({ day: 9, leaps: true, over: false });
    expect(goesTo([7, 8, 9])).toEqual({ day: 7, leaps: false, over: true });
  });

  it('of which some lots are drawn out bears their share there and the others’ in its place', () => {
    const member = (entry_id: number, weight: number) => ({ entry_id, weight, volume: 0 });
    const run = { load_weight: 400, weight_share: 80, load_volume: 0, volume_share: null, members: [member(1, 100), member(2, 300)] };
    const charge = { run, lots: [makeEntry({ id: 1 }), makeEntry({ id: 2 })] } as unknown as Charge;
    const parts = [(id: number) => id === 1, (id: number) => id !== 1].map((isIn) => chargeOf(charge, isIn));
    expect(
      parts.map(({ run: { load_weight, weight_share, members }, lots }) => [load_weight, weight_share, members.length, lots.length]),
    ).toEqual([
      [100, 20, 1, 1],
      [300, 60, 1, 1],
    ]);
  });

  it('leaps to no day on which one of its lots may not begin', () => {
    // 4/8 is a Wednesday.
    expect(goesTo([7], [127, 127 - 8])).toEqual({ day: 9, leaps: true, over: false });
    expect(goesTo([7, 9], [127, 127 - 8])).toEqual({ day: 7, leaps: false, over: true });
  });
});

/** A bar of the lot of the two tests below, one working day long. */
const inLot = (id: number, day: string) => ({
  ...{
    ...{ id, task_name: '', facility: null, furnace_run_id: null, elapsed: false, outsourced: false, locked: false, finished: false },
    rest: null,
  },
  ...{ weekdays: null, placed_by: 'run', start_at: `${day}T08:30:00+09:00`, end_at: `${day}T16:00:00+09:00` },
});
const ALONE = { id: 9, order_id: 1, others_end_date: null, facilities: [], rules_without_facility: null, occupants: [], holidays: [] };

it('a bar that is drawn past later tasks which stay makes its order as late as it ends itself', () => {
  const around = {
    ...{ ...ALONE, deadline_date: '2026-04-02', order_end_date: '2026-04-02', order_shipping_date: '2026-04-02' },
    lot: [inLot(9, '2026-04-01'), inLot(10, '2026-04-02')],
  } as unknown as Around;
  const wish = { shift: { ...NO_SHIFT, by: 4 }, facility: undefined, push: false };
  const judgement = judgeWish(makeEntry(), wish, around, { closed: new Set() });
  expect(shipmentStays(judgement, wish)).toBe(true);
  expect([judgement.ends!.after, judgement.late]).toEqual(['2026-04-03', { before: 0, after: 1 }]);
  expect([lastDayWord(judgement, 'before'), lastDayWord(judgement, 'after')]).toEqual(['出荷', '終了']);
});

it('a bar that stands behind its shipment has no day of shipment, before the move and after it, until it is drawn in front', () => {
  const around = {
    ...{ ...ALONE, deadline_date: '2026-04-02', order_end_date: '2026-04-06', order_shipping_date: null },
    lot: [inLot(9, '2026-04-06'), inLot(10, '2026-04-02')],
  } as unknown as Around;
  const entry = makeEntry({ start_date: '2026-04-06T08:30:00+09:00', end_date: '2026-04-06T16:00:00+09:00' });
  const moved = (by: number, push = false) => {
    const wish = { shift: { ...NO_SHIFT, by }, facility: undefined, push };
    const judgement = judgeWish(entry, wish, around, { closed: new Set() });
    const words = (['before', 'after'] as const).map((side) => `${lastDayWord(judgement, side)} ${judgement.ends![side]}`);
    return [...words, shipmentStays(judgement, wish)];
  };
  expect(moved(-6)).toEqual(['終了 2026-04-06', '終了 2026-04-03', true]);
  expect(moved(2)).toEqual(['終了 2026-04-06', '終了 2026-04-07', true]);
  expect(moved(-10)).toEqual(['終了 2026-04-06', '出荷 2026-04-02', false]);
  // The later task makes room.
  expect(moved(-6, true)).toEqual(['終了 2026-04-06', '出荷 2026-04-04', false]);
});

it('a bar is judged where its form puts it as a drag there is, and not while it stays where it is', () => {
  const around = {
    ...ALONE,
    deadline_date: null,
    order_end_date: null,
    order_shipping_date: null,
    lot: [inLot(9, '2026-04-01'), inLot(10, '2026-04-02')],
  };
  const bar = barOf(makeEntry(), undefined);
  const known = { around: around as unknown as Around, now: undefined };
  const typed = (day: string) => ({ ...fieldsOf(bar.entry), start_date_date: day, end_date_date: day });
  expect(judgedIn(bar, typed('2026-04-01'), undefined, known)).toBeUndefined();
  expect(judgedIn(bar, typed(''), undefined, known)).toBeUndefined();
  const { judgement, wish } = judgedIn(bar, typed('2026-04-03'), undefined, known)!;
  expect(judgement.conflicts).toEqual(
    judgeWish(bar.entry, { ...wish, shift: { ...NO_SHIFT, by: 4 } }, known.around, { closed: new Set() }).conflicts,
  );
  expect(judgement.conflicts.map(({ kind }) => kind)).toContain('after_next');
  // What comes to be known of the drag that led to the form is not asked again.
  const change = { bar, bars: [bar], wish, judgement, forbidden: false };
  expect(judgedIn(bar, typed('2026-04-03'), change, known)?.judgement).toBe(judgement);
});
