import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fewestRuns, type WaitingLot } from '../../server/scheduling/bounds/apart.ts';
import { furnaceBound } from '../../server/scheduling/bounds/furnace.ts';
import { plantBound } from '../../server/scheduling/bounds/index.ts';
import { anyDay } from '../../server/scheduling/bounds/windows.ts';
import { createClockwork } from '../../server/scheduling/place/clockwork.ts';
import { createDraft } from '../../server/scheduling/place/draft.ts';
import { createRandom } from '../../server/scheduling/random.ts';
import { draws } from '../support/properties.ts';
import { exhaustiveBest } from './exhaustive.ts';
import { addEntry, addOrder, at, facility, foundry, HEAT, MACHINING, product, read, treatment } from './plant.ts';

const seeds = fc.integer({ min: 0, max: 1e9 });
const LARGEST = { maxWeight: 10, maxVolume: 10 };
/** Weekday of day 0 is a Sunday here. */
const startsOn = ({ from, to, slots }: WaitingLot, machine: number, day: number): boolean =>
  day >= from && day <= to && ((slots.get(machine) ?? 0) & (1 << (day % 7))) !== 0;

function randomLots(seed: number): WaitingLot[] {
  const { below } = createRandom(seed);
  const masks = [127, 20, 42, 62, 32];
  return Array.from({ length: 1 + below(6) }, () => {
    const from = below(20);
    const slots = new Map([0, 1, 2].filter(() => below(3) > 0).map((machine) => [machine, masks[below(masks.length)]!]));
    if (slots.size === 0) slots.set(0, 127);
    return { weight: below(11), volume: below(11), from, to: from + below(9), slots };
  });
}

/** The fewest runs of all ways to share them out, each on some machine and day that all its lots may have. */
function leastRuns(lots: readonly WaitingLot[]): number {
  const isRun = (members: readonly WaitingLot[]): boolean =>
    members.reduce((sum, { weight }) => sum + weight, 0) <= LARGEST.maxWeight &&
    members.reduce((sum, { volume }) => sum + volume, 0) <= LARGEST.maxVolume &&
    [0, 1, 2].some((machine) =>
      Array.from({ length: 30 }, (_, day) => day).some((day) => members.every((lot) => startsOn(lot, machine, day))),
    );
  const share = (left: readonly WaitingLot[], runs: readonly WaitingLot[][]): number => {
    const [lot, ...rest] = left;
    if (!lot) return runs.length;
    const options = runs.map((run, i) => runs.with(i, [...run, lot])).filter((next, i) => isRun(next[i]!));
    return Math.min(share(rest, [...runs, [lot]]), ...options.map((next) => share(rest, next)));
  };
  return share(lots, []);
}

test('no way to share out lots among runs has fewer, whatever their days, weekdays and furnaces', () => {
  let apart = 0;
  fc.assert(
    fc.property(seeds, (seed) => {
      const lots = randomLots(seed);
      const runs = fewestRuns(lots, LARGEST);
      expect(runs).toBeLessThanOrEqual(leastRuns(lots));
      if (
        runs >
        fewestRuns(
          lots.map((lot) => ({ ...lot, from: 0, to: 30, slots: new Map([[0, 127]]) })),
          LARGEST,
        )
      )
        apart += 1;
    }),
    // Takes no time.
    { numRuns: 300, seed: 1 },
  );
  expect(apart).toBeGreaterThan(30);
});

test('without some of the lots it is less by no more than their number, so what they pay for staying out stands for it', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const lots = randomLots(seed);
      const runs = fewestRuns(lots, LARGEST);
      for (let out = 1; out < 1 << lots.length; out += 1) {
        const left = lots.filter((_, i) => (out & (1 << i)) === 0);
        expect(leastRuns(left) + lots.length - left.length).toBeGreaterThanOrEqual(runs);
        expect(fewestRuns(left, LARGEST)).toBeLessThanOrEqual(runs);
      }
    }),
    draws(60),
  );
});

/** Lots of one or two treatments that are cast and due on different days, on different weekdays; now and then with partners, a locked run, a tolerance. */
function smallPlant(seed: number) {
  const { below } = createRandom(seed);
  const rows = foundry();
  rows.facilities = [facility(13, [HEAT], { max_weight: 1000 }), facility(14, [MACHINING])];
  if (below(3) === 0) rows.facilities.push(facility(16, [HEAT], { max_weight: 600 }));
  rows.products.push(product({ id: 2, product_code: 'P-2' }));
  rows.heat_treatments.push(
    treatment({ work_settings: below(2) === 0 ? ['月', '水', '金'] : [] }),
    treatment({ product_id: 2, retention_time: below(2) === 0 ? 4 : 6, work_settings: below(2) === 0 ? ['火', '木'] : [] }),
  );
  const partner = { task_id: MACHINING, arrangement: '外注', outsourcing_code: 'G001', solution_frame_days: 1 + below(4) };
  for (let lot = 0; lot < 4; lot += 1) {
    const cast = 1 + below(12);
    const order = { number: 1, weight: 100 + below(6) * 100, product_id: 1 + below(2), delivery_date: day(cast + 1 + below(6)) };
    const tasks = [...(below(4) === 0 ? [partner] : []), { task_id: HEAT }, ...(below(4) === 0 ? [{ task_id: MACHINING }] : [])];
    addOrder(rows, { order, casting_date: day(cast), tasks });
  }
  if (below(3) === 0) lockRun(rows, `04-0${[2, 3, 6, 7][below(4)]}`);
  return read(rows, { batch_retention_tolerance_hours: below(2) * 2 }).problem;
}

const day = (of: number): string => `2026-04-${String(of).padStart(2, '0')}`;

function lockRun(rows: ReturnType<typeof foundry>, date: string): void {
  const [id] = addOrder(rows, { order: { weight: 300, number: 1 }, tasks: [{ task_id: HEAT, work_hours: 4 }] });
  const [start, end] = [`${date} 08:00`, `${date} 16:00`];
  const entry = addEntry(rows, id!, start, end, { facility_id: 13, locked: true });
  const recipe = { temperature: 900, retention_time: 4, cooling_method: '空冷', cooling_time: 4 };
  rows.furnace_runs.push({ id: 1, facility_id: 13, unit: 0, ...recipe, run_start: at(start), run_end: at(end) });
  rows.furnace_run_members.push({ furnace_run_id: 1, plan_entry_id: entry.id, pieces: 1, weight: 300, volume: 0.1 });
}

test('no plan of a small plant has fewer runs without paying for it, with weekdays, partners, locked runs and tolerances', () => {
  let [inTime, locked] = [0, 0];
  for (let seed = 1; seed <= 60; seed += 1) {
    const problem = smallPlant(seed);
    const bound = plantBound(problem);
    expect(bound.total, `seed ${seed}`).toBeLessThanOrEqual(exhaustiveBest(problem) + 1e-9);
    const anyTime = furnaceBound(createDraft(problem, createClockwork(problem)), anyDay(problem));
    if (bound.total > bound.tardiness + anyTime + bound.work_in_progress + bound.slack + 1e-9) inTime += 1;
    if (problem.fixedFurnaceRuns.some(({ joinable }) => joinable)) locked += 1;
  }
  expect(inTime).toBeGreaterThan(10);
  expect(locked).toBeGreaterThan(10);
});
