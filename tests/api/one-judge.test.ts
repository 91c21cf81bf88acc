import fc from 'fast-check';
import type { Knex } from 'knex';
import { beforeAll, expect, test } from 'vitest';
import { PUBLISHED } from '../../server/db/plan.ts';
import type { Conflict } from '../../server/domain/bars/conflicts.ts';
import { endOnGrid, startOnGrid } from '../../server/domain/bars/marks.ts';
import { DAY_MINUTES } from '../../server/domain/ground/constants.ts';
import { addDays, instantAt, instantOfMinutes, plantMinutes } from '../../server/domain/ground/plant-time.ts';
import { atOnce } from '../../server/domain/ground/steps.ts';
import { createReading, type Read } from '../../server/features/runs/desk/reading.ts';
import { readInPlace, rulesBroken, rulesOfBars } from '../../server/features/runs/judge/bar-rules.ts';
import { createJudge, type JudgedBar, judgeBars } from '../../server/features/runs/judge/judge.ts';
import { changedRows } from '../../server/features/runs/judge/lot-rows.ts';
import { changeOf } from '../../server/features/runs/judge/lots.store.ts';
import { createMisfits } from '../../server/features/runs/misfits/misfit-bars.ts';
import { writeMark } from '../../server/features/work/work.service.ts';
import { ownConflicts } from '../../server/scheduling/index.ts';
import { TODAY } from '../support/demos.ts';
import { serverHere } from '../support/here.ts';
import { draws } from '../support/properties.ts';

const server = serverHere({ demo: { orders: 24, products: 20 }, planned: true });
let bars: number[] = [];
let facilities: number[] = [];

beforeAll(async () => {
  bars = (await server.db('bars').where('open', true).orderBy('id').pluck('id')).map(Number);
  facilities = (await server.db('facilities').orderBy('id').pluck('id')).map(Number);
});

const any = fc.nat({ max: 1_000_000 });
const EDIT = fc.oneof(
  fc.record({
    kind: fc.constant('move' as const),
    bar: any,
    halfDays: fc.integer({ min: -30, max: 30 }),
    longer: fc.integer({ min: 0, max: 2 }),
  }),
  fc.record({ kind: fc.constant('place' as const), bar: any, facility: any }),
  fc.record({ kind: fc.constant('gather' as const), bar: any, to: any }),
  fc.record({ kind: fc.constant('lock' as const), bar: any }),
  fc.record({ kind: fc.constant('finish' as const), bar: any }),
  fc.record({ kind: fc.constant('tap' as const), bar: any, back: fc.nat({ max: 2 * DAY_MINUTES }), ended: fc.boolean() }),
  fc.record({ kind: fc.constant('units' as const), facility: any, units: fc.integer({ min: 1, max: 3 }) }),
);
type Edit = typeof EDIT extends fc.Arbitrary<infer T> ? T : never;

const pick = (ids: readonly number[], at: number): number => ids[at % ids.length]!;

/** Begins a bar at a minute, and ends it half an hour later: it stands on the grid, and the mark says when. */
async function begin(trx: Knex.Transaction, id: number, minutes: number, ended: boolean): Promise<void> {
  const [started_at, over] = [instantOfMinutes(minutes), minutes + 30];
  const place = { start_at: instantOfMinutes(startOnGrid(minutes)), end_at: instantOfMinutes(endOnGrid(over)) };
  await trx('plan_entries')
    .where({ id })
    .update({ ...place, locked: true });
  const finished_at = ended ? instantOfMinutes(over) : null;
  const said = { quantity: null, defect: null, worker: '', planned_start_at: started_at, planned_end_at: started_at };
  await writeMark(trx, PUBLISHED, id, { started_at, finished_at, ...said }, null);
}

/** What a planner does, without asking first whether it may be done; who is moved leaves its furnace runs. */
async function edit(trx: Knex.Transaction, step: Edit): Promise<void> {
  if (step.kind === 'units') {
    await trx('facilities').where('id', pick(facilities, step.facility)).update({ availability: step.units });
    return;
  }
  const id = pick(bars, step.bar);
  if (step.kind === 'lock') {
    await trx('plan_entries').where({ id }).update({ locked: true });
    return;
  }
  if (step.kind === 'tap') {
    await begin(trx, id, plantMinutes(instantAt(TODAY, '00:00')) - step.back, step.ended);
    return;
  }
  if (step.kind === 'finish') {
    await trx.raw('update order_tasks set received = true where id = ?', [id]);
    return;
  }
  await trx('furnace_run_members').where('plan_entry_id', id).delete();
  if (step.kind === 'place')
    await trx('plan_entries')
      .where({ id })
      .update({ facility_id: pick(facilities, step.facility) });
  else if (step.kind === 'gather')
    await trx.raw(
      `update plan_entries e set facility_id = to_bar.facility_id, start_at = to_bar.start_at, end_at = to_bar.end_at
       from plan_entries to_bar where e.id = ? and to_bar.id = ?`,
      [id, pick(bars, step.to)],
    );
  else
    await trx.raw(
      `update plan_entries set start_at = start_at + ? * interval '12 hours', end_at = end_at + ? * interval '12 hours' where id = ?`,
      [step.halfDays, step.halfDays + step.longer, id],
    );
}

/** Runs it on the plan after these edits, which are undone. */
async function afterEdits(steps: readonly Edit[], ask: (trx: Knex.Transaction) => Promise<void>): Promise<void> {
  const trx = await server.db.transaction();
  try {
    for (const step of steps) await edit(trx, step);
    await ask(trx);
  } finally {
    await trx.rollback();
  }
}

const cold = (trx: Knex.Transaction): Promise<Read> => createReading()(trx, PUBLISHED);

const AT = { today: TODAY, now: instantAt(TODAY, '08:00') };
const EDITS = fc.array(EDIT, { minLength: 1, maxLength: 12 });
const byId = (judged: readonly JudgedBar[]): JudgedBar[] => [...judged].sort((one, other) => one.id - other.id);
const openIds = ({ lots }: Read): number[] => [
  ...new Set([...lots.tables.placed.values()].flat().flatMap(({ id, open }) => (open ? id : []))),
];

test('a judge who stays says after every change what a fresh one says of the whole plan', async () => {
  const kinds = new Set<string>();
  const [warm, steps] = [createReading(), createJudge()];
  const judge = (read: Read) => atOnce(steps(read, AT));
  await fc.assert(
    fc.asyncProperty(EDITS, (steps) =>
      afterEdits([], async (trx) => {
        judge(await warm(trx, PUBLISHED));
        let told: JudgedBar[] = [];
        for (const step of steps) {
          await edit(trx, step);
          const read = await warm(trx, PUBLISHED);
          // Whoever else asks the desk reads as well, and the judge has not seen every reading.
          if ('bar' in step && step.bar % 2 === 0) judge(read);
        }
        told = judge(await warm(trx, PUBLISHED));
        const [read, fresh] = [await warm(trx, PUBLISHED), await cold(trx)];
        expect(read.lots.tables).toEqual(fresh.lots.tables);
        expect(byId(told)).toEqual(byId(atOnce(createJudge()(fresh, AT))));
        for (const { conflicts } of told) for (const { kind } of conflicts) kinds.add(kind);
      }),
    ),
    draws(1_600),
  );
  expect([...kinds]).toEqual(expect.arrayContaining(['before_previous', 'over_capacity']));
  expect(kinds.size).toBeGreaterThan(4);
}, 1_800_000);

test('of a write that has not ended is said what will be said of it once it has', async () => {
  const before = await server.db.transaction(cold);
  await fc.assert(
    fc.asyncProperty(EDITS, (steps) => {
      const edits = steps.filter(({ kind }) => kind !== 'units');
      return afterEdits(edits, async (trx) => {
        const change = await changeOf(trx, PUBLISHED);
        const [after, ids] = [await cold(trx), edits.flatMap((step) => ('bar' in step ? [pick(bars, step.bar)] : []))];
        const told = { plant: before.plant, lots: change ? changedRows(before.lots, change) : before.lots };
        expect(judgeBars(told, ids, TODAY)).toEqual(judgeBars(after, ids, TODAY));
      });
    }),
    draws(60),
  );
});

test('a bar without a fault where it stands has none by the rules of a run either, and no bar with one is left out of the plan', async () => {
  await fc.assert(
    fc.asyncProperty(EDITS, (steps) =>
      afterEdits(steps, async (trx) => {
        const read = await cold(trx);
        const all = judgeBars(read, openIds(read), TODAY).filter(({ conflicts }) => conflicts.length > 0);
        expect(byId(atOnce(createJudge()(read, { ...AT, now: instantAt('2000-01-01', '00:00') })))).toEqual(byId(all));
      }),
    ),
    draws(60),
  );
});

test('who looks for misfits again where only units have changed finds what a fresh look at the whole plan finds', async () => {
  const [warm, misfits] = [createReading(), createMisfits()];
  const day = fc.record({ facility: any, day: fc.nat({ max: 40 }), units: fc.nat({ max: 2 }) });
  let found = 0;
  await fc.assert(
    fc.asyncProperty(EDITS, fc.array(day, { minLength: 1, maxLength: 6 }), (steps, days) =>
      afterEdits(steps, async (trx) => {
        atOnce(misfits(await warm(trx, PUBLISHED), TODAY));
        for (const { facility, day, units } of days) {
          const row = { facility_id: pick(facilities, facility), date: addDays(TODAY, day), units };
          await trx('facility_availabilities').insert(row).onConflict(['facility_id', 'date']).merge();
          const fresh = atOnce(createMisfits()(await cold(trx), TODAY));
          expect(atOnce(misfits(await warm(trx, PUBLISHED), TODAY))).toEqual(fresh);
          found += fresh.length;
        }
      }),
    ),
    draws(60),
  );
  expect(found).toBeGreaterThan(0);
});

test('of a bar that somebody deletes while it is judged nothing is said', async () => {
  const gone = Math.max(...bars) + 1;
  const read = await server.db.transaction(cold);
  expect(judgeBars(read, [gone], TODAY)).toEqual([{ id: gone, conflicts: [], next_id: undefined }]);
  expect(rulesOfBars(read, new Map([[gone, [null]]]), TODAY)).toEqual({ rules: new Map(), weekdays: new Map(), rests: new Map() });
});

test('what is said of a bar by those around it is what the whole plan says of it', async () => {
  await fc.assert(
    fc.asyncProperty(EDITS, (steps) =>
      afterEdits(steps, async (trx) => {
        const read = await cold(trx);
        const fixed = read.rows.plan_entries.map((entry) => ({ ...entry, locked: true }));
        const whole = ownConflicts(atOnce(readInPlace({ ...read.rows, plan_entries: fixed }, read.settings, TODAY, { alone: true })));
        const all = new Map(judgeBars(read, bars, TODAY).map((one) => [one.id, one]));
        for (const id of new Set(steps.flatMap((step) => ('bar' in step ? [pick(bars, step.bar)] : [])))) {
          const own = whole.flatMap(({ conflict, bars: broken }) => broken.flatMap(({ entry_id }) => (entry_id === id ? [conflict] : [])));
          expect(rulesBroken(read, [id], TODAY).get(id)).toEqual(own);
          expect(judgeBars(read, [id], TODAY)).toEqual([all.get(id)]);
        }
      }),
    ),
    draws(100),
  );
});

/** What a reading of everybody says besides: it knows who else is there. */
const OF_EVERYBODY: ReadonlySet<Conflict['kind']> = new Set(['closed_day', 'closed_end', 'shut_end', 'over_capacity']);

test('how rows that nobody judges could be done changes nothing of what is said of bars', async () => {
  const kinds = new Set<string>();
  await fc.assert(
    fc.asyncProperty(EDITS, (steps) =>
      afterEdits(steps, async (trx) => {
        const { rows, settings } = await cold(trx);
        const touched = new Set(steps.flatMap((step) => ('bar' in step ? [pick(bars, step.bar)] : [])));
        const plan_entries = rows.plan_entries.map((entry) => (touched.has(entry.id) ? { ...entry, locked: true } : entry));
        const [alone, whole] = [true, false].map((one) =>
          ownConflicts(atOnce(readInPlace({ ...rows, plan_entries }, settings, TODAY, { alone: one })))
            .filter(({ conflict }) => !OF_EVERYBODY.has(conflict.kind))
            .map(({ conflict, bars: party }) => ({ conflict, party })),
        );
        for (const { conflict } of alone!) kinds.add(conflict.kind);
        expect(alone).toEqual(whole);
      }),
    ),
    draws(100),
  );
  expect(kinds.size).toBeGreaterThan(2);
});
