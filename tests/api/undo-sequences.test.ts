import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Bar as BoardBar } from '../../admin/board/chart/scene/bars.ts';
import { facilityBars, facilityLayout } from '../../admin/board/chart/scene/facility-layout.ts';
import { aroundsOf } from '../../admin/board/chart/scene/group/arounds.ts';
import { entryIdsOf, judgeGroup, warningsOfGroup } from '../../admin/board/chart/scene/group/group-move.ts';
import { keyOf } from '../../admin/board/chart/scene/group/picks.ts';
import type { Scene } from '../../admin/board/chart/scene/scene.ts';
import { movesOfGroup } from '../../admin/board/edit/moves.ts';
import { NO_SHIFT, workingDistance } from '../../server/domain/bars/moves.ts';
import { dayNumber } from '../../server/domain/ground/plant-time.ts';
import { calling, serverHere } from '../support/here.ts';
import { schedulesOf } from '../support/schedules.ts';

/** As many as are kept of a user, where there is time for them. */
const EDITS = process.env.LONG_TESTS ? 200 : 24;
const TOGETHER = process.env.LONG_TESTS ? 100 : 8;
const LATE_OR_ALONG = /納期|現在より前|解除され|外れ/;

const server = serverHere({ demo: { orders: 25, products: 20 }, planned: true });
const call = calling(() => schedulesOf(server.db));

/** A fixed sequence of numbers in [0, 1) for each seed (mulberry32). */
function randomness(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (count: number): number => Math.floor(next() * count);
  return { next, below, of: <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item };
}
type Random = ReturnType<typeof randomness>;

/** Every row of the plan, without what only counts writes. */
async function plan(): Promise<string[]> {
  const rows = async (table: string, order: string, left: string): Promise<string[]> =>
    (await server.db.raw(`select '${table} ' || (to_jsonb(t) - '${left}')::text as row from ${table} t order by ${order}`)).rows.map(
      ({ row }: { row: string }) => row,
    );
  return [
    ...(await rows('plan_entries', 'id', 'version')),
    ...(await rows('furnace_runs', 'id', '')),
    ...(await rows('furnace_run_members', 'furnace_run_id, plan_entry_id', '')),
    ...(await rows('actuals', 'order_task_id', 'changed_at')),
    ...(await rows('plans', 'id', 'edited_at')),
    ...(await rows('lots', 'id', '')),
    ...(await rows('order_tasks', 'id', 'last_version')),
  ];
}
const digest = async (): Promise<string> =>
  createHash('sha256')
    .update((await plan()).join('\n'))
    .digest('hex');

type Bar = { id: number; order_id: number; lot_number: string; task_id: number; facility: number | null };
const DAYS = ['2026-04-06', '2026-04-07', '2026-04-08', '2026-04-14', '2026-05-12'];
const SPANS = [
  ['08:00', '12:00'],
  ['00:00', '16:00'],
  ['13:30', '15:00'],
] as const;

async function someBar(random: Random): Promise<Bar> {
  // Members of furnace runs oftener than they are: leaving a run, and coming back into it, is the hard part.
  const inRun = random.below(2) === 0 ? 'join furnace_run_members m on m.plan_entry_id = e.id' : '';
  const { rows } = await server.db.raw(
    `select distinct e.id, l.order_id, l.lot_number, e.task_id, e.facility_id as facility from plan_entries e join lots l on l.id = e.lot_id ${inRun} order by e.id`,
  );
  return rows.length > 0 ? random.of(rows) : someBar(random);
}

const span = (random: Random) => {
  const day = random.of(DAYS);
  const [start_date_hour, end_date_hour] = random.of(SPANS);
  return { start_date_date: day, start_date_hour, end_date_date: day, end_date_hour };
};

/** Some or all lots of a furnace run to another day, or into another run. */
async function moveCharge(random: Random): Promise<unknown> {
  const runs = await server.db('furnace_runs').orderBy('id');
  if (runs.length < 2) return undefined;
  const [own, other] = [random.of(runs), random.of(runs)];
  const lots = (await server.db('furnace_run_members').where({ furnace_run_id: own.id }).orderBy('plan_entry_id')).map(
    (row) => row.plan_entry_id,
  );
  const joins = random.below(2) === 0;
  const day = random.of(DAYS);
  const start = joins ? other.run_start : `${day}T08:00:00+09:00`;
  const end = joins ? other.run_end : new Date(Date.parse(start) + Date.parse(own.run_end) - Date.parse(own.run_start)).toISOString();
  const target = { facility: joins ? other.facility_id : own.facility_id, furnace_run: joins ? other.id : own.id };
  const moves = lots.slice(random.below(lots.length)).map((id) => ({ id, start_date: start, end_date: end, ...target }));
  const shares = await sharesOf(lots);
  const answer = await call('moveSchedules', { body: { moves } });
  // Whatever became of the runs, each lot weighs in them what it weighed, is treated as it was, and nothing lies in two.
  expect(await sharesOf(lots)).toEqual(shares);
  await nothingOverfull();
  return answer;
}
const sharesOf = (lots: readonly number[]) =>
  server
    .db('furnace_run_members')
    .join('furnace_runs', 'furnace_runs.id', 'furnace_run_id')
    .whereIn('plan_entry_id', lots)
    .orderBy('plan_entry_id')
    .select('plan_entry_id', 'pieces', 'weight', 'volume', 'temperature', 'retention_time', 'cooling_method', 'cooling_time');
/** No run holds more than its furnace, and all in it stand where it is. */
async function nothingOverfull(): Promise<void> {
  const { rows } = await server.db.raw(
    `select r.id from furnace_runs r join facilities f on f.id = r.facility_id join furnace_run_members m on m.furnace_run_id = r.id
       join plan_entries e on e.id = m.plan_entry_id
     group by r.id, f.id having sum(m.weight) > f.max_weight + 0.001 or sum(m.volume) > f.volume + 0.001`,
  );
  expect(rows).toEqual([]);
}

/** Bars as a calendar has them: those of a furnace run as one box. */
async function boardBars(): Promise<BoardBar[]> {
  const entries = (await call('listSchedules', { query: { limit: 1000 } })).results;
  const { results: runs } = await call('listFurnaceRuns', { query: { limit: 1000 } });
  return facilityBars(entries, runs, true).filter(({ entry }) => !entry.received_locked);
}

/** A board that shows nothing, for who may move. */
const BOARD: Scene = {
  ...{ rows: 'facilities', layout: facilityLayout([]), timeline: { start: 0, end: 1, px: 20 }, closed: new Set(), now: 0 },
  ...{ access: { edits: true, plans: true }, orders: new Map(), reasons: new Map() },
};

/** Some bars, half of them of one lot, moved by so many half days as the board does: what was said before, and what the save says. */
async function moveTogether(random: Random) {
  const all = (await boardBars()).filter(({ entry }) => !entry.locked);
  const hand = random.of(all);
  const near = all.filter((one) => one.entry.order_id === hand.entry.order_id && one !== hand);
  const chosen = [hand, ...near.slice(0, random.below(4)), ...Array.from({ length: 1 + random.below(3) }, () => random.of(all))];
  const bars = [...new Map(chosen.map((one) => [keyOf(one), one])).values()];
  const query = { entry_ids: entryIdsOf(bars).join(), from_date: '2026-01-01', to_date: '2026-12-31' };
  const arounds = aroundsOf(await call('getSurroundings', { query }), query.to_date);
  const wish = { shift: { ...NO_SHIFT, by: random.below(21) - 6 }, facility: undefined, push: false };
  const judgement = judgeGroup(hand, bars, wish, arounds, BOARD);
  const moves = movesOfGroup({ bar: hand, bars, wish, judgement });
  const said = warningsOfGroup(judgement.group!, judgement.conflicts).filter(({ things: [first] }) => first?.kind !== 'aside');
  const { results, warnings } = await call('moveSchedules', { body: { moves } });
  const closed = new Set(arounds[0]!.holidays.map(dayNumber));
  const open = (day: number): boolean => !closed.has(day);
  // Whatever stands by the plant's days, and begins on one of them, goes as far as the one in hand.
  const { going, distance } = judgement.group!;
  for (const { id, before, place, facility } of going) {
    const { facilities } = arounds.find((one) => one.id === id)!;
    const own = facilities.find((one) => one.id === facility)?.overrides ?? {};
    if (Object.keys(own).length === 0 && open(Math.floor(before.start / 1440))) expect(workingDistance(before, place, open)).toBe(distance);
  }
  return { bars, judgement, moves, results, said: said.map(({ text }) => text), warnings: warnings ?? [] };
}

/** One edit of any kind; false when it was refused (a locked bar, a facility that cannot). */
async function edit(random: Random): Promise<boolean> {
  const bar = await someBar(random);
  const params = { id: bar.id };
  const addByHand = async () => {
    const task_id = random.of(await server.db('tasks').orderBy('id').pluck('id'));
    return call('addSchedule', { body: { ...span(random), order: bar.order_id, lot_number: bar.lot_number, task_id } });
  };
  const edits = [
    () => call('modifySchedule', { params, body: span(random) }),
    () => call('modifyFacilitySchedule', { params, body: { ...span(random), facility: null } }),
    () =>
      call('modifySchedule', { params, body: { ...span(random), locked: random.below(2) === 0, received_locked: random.below(2) === 0 } }),
    async () => {
      const { start_date_date: day } = span(random);
      const lot = await server
        .db('plan_entries')
        .where('lot_id', (await server.db('plan_entries').where('id', bar.id).first('lot_id')).lot_id)
        .orderBy('id')
        .select('id');
      const moves = lot.slice(0, 3).map(({ id }) => ({ id, start_date: `${day}T08:30`, end_date: `${day}T16:00` }));
      return call('moveSchedules', { body: { moves } });
    },
    () => moveCharge(random),
    () => call('deleteSchedule', { params }),
    () => call('deleteSchedules', { body: { entries: [{ id: bar.id }] } }),
    () => call('deleteFacilitySchedule', { params }),
    () => call('switchLockStatus', { params }),
    () => call(random.of(['lockOrder', 'unlockOrder', 'unlockOrder'] as const), { body: { order: bar.order_id } }),
    () => call('setWorkTime', { body: { schedule_ids: [bar.id], start_time: '09:00', end_time: '15:30' } }),
    () => call('setWorkTime', { body: { schedule_ids: [bar.id], start_time: null, end_time: null } }),
    async () => {
      const { rows } = await server.db.raw(
        'select ot.id from order_tasks ot where not exists (select 1 from plan_entries e where e.id = ot.id) order by ot.id limit 1',
      );
      return rows[0] ? call('addSchedule', { body: { ...span(random), order_task: rows[0].id } }) : addByHand();
    },
    () => addByHand(),
  ];
  return random
    .of(edits)()
    .then(
      () => true,
      (error: { kind?: string }) => {
        expect(error.kind, String(error)).toBe('invalid');
        return false;
      },
    );
}

const history = () => call('getScheduleHistory');

async function toTheEnd(way: 'undo' | 'redo'): Promise<number> {
  for (let steps = 0; ; steps++) {
    if (!(await history())[way]) return steps;
    await call(`${way}Schedule`, {});
  }
}

describe('bars that are moved together', () => {
  it('break what the confirmation said and nothing else, end their orders when it said, keep furnace runs and order, and come back in one step', async () => {
    const random = randomness(7);
    // The run keeps its print with the plan a moment after it has ended.
    const bars = async (): Promise<string[]> => (await plan()).filter((row) => !row.startsWith('plans '));
    let broken = 0;
    for (let round = 0; round < TOGETHER; round++) {
      const before = await bars();
      const { judgement, moves, results, said, warnings } = await moveTogether(random);
      const places = new Map(results.map((entry) => [entry.id, [entry.start_date, entry.end_date]]));
      for (const { id, start_date, end_date } of moves) expect(places.get(id)).toEqual([start_date, end_date]);
      // What is late and what goes along is said after the save alone.
      expect(warnings.filter((text) => !LATE_OR_ALONG.test(text))).toEqual(said);
      for (const { id, late } of judgement.group!.orders)
        expect(results.find((entry) => entry.order_id === id)!.late_days, `round ${round}, order ${id}`).toBe(late.after);
      broken += said.length;
      await nothingOverfull();
      // What leads back to where it was is no step.
      if ((await bars()).join() !== before.join()) await call('undoSchedule', {});
      expect(await bars()).toEqual(before);
    }
    expect(broken).toBeGreaterThan(3);
  });
});

describe('random edits of a real plan', () => {
  it('taking all back gives the first rows, doing all again the last ones, every column of them', async () => {
    const random = randomness(1);
    await server.db('schedule_steps').delete();
    const first = await plan();
    const versions = new Map((await server.db('plan_entries').select('id', 'version')).map(({ id, version }) => [id, version]));
    let made = 0;
    while (made < EDITS) if (await edit(random)) made = Number((await server.db('schedule_steps').count('id as n').first())?.n);
    const last = await plan();
    expect(last).not.toEqual(first);
    expect(await toTheEnd('undo')).toBe(EDITS);
    expect(await plan()).toEqual(first);
    expect(await toTheEnd('redo')).toBe(EDITS);
    expect(await plan()).toEqual(last);
    // Whoever read a bar before must not take it for the one that stands there now.
    for (const { id, version } of await server.db('plan_entries').select('id', 'version'))
      expect(version).toBeGreaterThanOrEqual(versions.get(id) ?? 0);
  });

  it('edits, steps back and steps forward in any order lead where a list of plans says', async () => {
    const random = randomness(3);
    await server.db('schedule_steps').delete();
    const plans = [await digest()];
    let place = 0;
    for (let step = 0; step < EDITS; step++) {
      const { undo, redo } = await history();
      expect([undo !== null, redo !== null]).toEqual([place > 0, place < plans.length - 1]);
      const choice = random.below(5);
      if (choice < 2 && undo) {
        await call('undoSchedule', { body: { step: undo.step } });
        place -= 1;
        expect(await digest()).toBe(plans[place]);
      } else if (choice === 2 && redo) {
        await call('redoSchedule', { body: { step: redo.step } });
        place += 1;
        expect(await digest()).toBe(plans[place]);
      } else if (await edit(random)) {
        const now = await digest();
        if (now === plans[place]) continue;
        place += 1;
        plans.splice(place, plans.length, now);
      }
    }
  });
});
