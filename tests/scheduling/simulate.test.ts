import { describe, expect, test } from 'vitest';
import { addDays } from '../../server/domain/ground/plant-time.ts';
import { NONE, type Noise, type Problem, type Solution, simulate } from '../../server/scheduling/index.ts';
import { standingSolution } from '../../server/scheduling/promise/gaps.ts';
import { createRandom } from '../../server/scheduling/random.ts';
import { capacity } from '../../server/scheduling/rules/capacity.ts';
import { starts } from '../../server/scheduling/rules/runs.ts';
import { precedence } from '../../server/scheduling/rules/time.ts';
import { createSimulation } from '../../server/scheduling/simulate/index.ts';
import { seeds } from '../support/properties.ts';
import { addOrder, foundry, MACHINING, machined, plan, read, SHAKE_OUT, TODAY } from './plant.ts';
import { randomPlant } from './random-plant.ts';
import { closed, withPlan } from './standing.ts';

const STILL = { factor: 1, spread: 0 };
const NO_STOPS = { facilities: [], every: Number.POSITIVE_INFINITY, days: [] };
const SILENCE: Noise = {
  ...{ work: STILL, tasks: new Map(), furnace: STILL, partner_days: [0] },
  ...{ redone: { chance: 0, share: 0 }, stops: NO_STOPS },
};
const NOISE: Noise = {
  work: { factor: 1.1, spread: 0.4 },
  tasks: new Map([[MACHINING, { factor: 0.8, spread: 0.2 }]]),
  furnace: { factor: 1, spread: 0.2 },
  partner_days: [0, 0, 1, 3],
  redone: { chance: 0.1, share: 0.3 },
  stops: { facilities: [12, 13, 14, 21], every: 10, days: [0.1, 1, 3] },
};

interface Planned {
  problem: Problem;
  solution: Solution;
}

/** A plan of a random plant. */
const fresh = (seed: number): Planned => {
  const { problem, result } = plan(randomPlant(seed, 10), {}, { rounds: 60, seed });
  return { problem, solution: result.solution };
};

/** A plan that stands some days later, bars of it locked or moved by hand onto others, with a facility closed. */
const worn = (seed: number): Planned => {
  const { below } = createRandom(seed);
  const rows = randomPlant(seed, 10);
  const { outcome } = plan(rows, {}, { rounds: 60, seed });
  const moved = (at: string, days: number): string => addDays(at.slice(0, 10), days) + at.slice(10);
  const standing = withPlan(rows, outcome, ({ start_at, end_at }) => {
    const days = below(4) === 0 ? below(5) - 2 : 0;
    return { locked: days !== 0 || below(4) === 0, start_at: moved(start_at, days), end_at: moved(end_at, days) };
  });
  const { problem } = read(closed(standing, 11 + (seed % 4)), {}, `${addDays(TODAY, below(3))}T09:00:00+09:00`);
  return { problem, solution: standingSolution(problem) };
};

const planned = seeds(30).flatMap((seed) => [fresh(seed), worn(seed)]);
const lived = ({ problem, solution }: Planned, noise: Noise, seed: number) => {
  const { start, end } = createSimulation(problem, solution, noise, seed).draw();
  return { start, end };
};

describe('a plan that is lived', () => {
  test('stands as it is where nothing differs from what is said', () => {
    for (const one of planned) expect(lived(one, SILENCE, 1)).toEqual({ start: one.solution.start, end: one.solution.end });
  });

  test('begins and ends nothing sooner', () => {
    let later = 0;
    for (const [seed, one] of planned.entries()) {
      const { solution } = one;
      const { start, end } = lived(one, NOISE, seed);
      for (const a of start.keys()) {
        if (start[a]! < 0 || solution.start[a]! < 0) continue;
        expect(start[a]).toBeGreaterThanOrEqual(solution.start[a]!);
        expect(end[a]).toBeGreaterThanOrEqual(solution.end[a]!);
        if (end[a]! > solution.end[a]!) later += 1;
      }
    }
    expect(later).toBeGreaterThan(planned.length);
  });

  test('is pushed on by nothing that begins behind it', () => {
    for (const seed of seeds(30)) {
      const { problem, solution } = fresh(seed);
      const whole = lived({ problem, solution }, NOISE, seed);
      const until = Math.max(...solution.start) / 2 + problem.planningStart / 2;
      const isEarly = (start: number): boolean => start < until;
      const start = solution.start.map((own) => (isEarly(own) ? own : NONE));
      const furnaceRuns = solution.furnaceRuns.map((run) => (isEarly(run.start) ? run : { ...run, members: [] }));
      const part = lived({ problem, solution: { ...solution, start, furnaceRuns } }, NOISE, seed);
      for (const a of start.keys()) if (start[a] !== NONE) expect([part.start[a], part.end[a]]).toEqual([whole.start[a], whole.end[a]]);
    }
  });

  test('breaks no rule of capacity, of what comes first and of days on which a furnace begins', () => {
    for (const seed of seeds(30)) {
      const { problem, solution } = fresh(seed);
      // What is done again leaves its facility in between.
      const { start, end } = lived({ problem, solution }, { ...NOISE, redone: SILENCE.redone }, seed);
      const furnaceRuns = solution.furnaceRuns.flatMap((run) => {
        const [first] = run.members as [number];
        return start[first]! < 0 ? [] : [{ ...run, start: start[first]!, end: end[first]! }];
      });
      const own = { ...solution, start, end, furnaceRuns };
      for (const rule of [capacity, precedence, starts]) expect(rule(problem, own)).toEqual([]);
    }
  });

  test('is drawn alike by equal seeds, and otherwise by others', () => {
    const [one] = planned as [Planned];
    const chances = (seed: number) => JSON.stringify(simulate(one.problem, one.solution, NOISE, { draws: 20, seed }));
    expect(chances(7)).toBe(chances(7));
    expect(lived(one, NOISE, 7)).not.toEqual(lived(one, NOISE, 8));
  });
});

describe('what becomes of it', () => {
  /** Two orders of a day each on one machine, the first of them after a day of another. */
  const twoDays = (): Planned => {
    const rows = foundry();
    addOrder(rows, {
      order: { delivery_date: '2026-04-03' },
      tasks: [SHAKE_OUT, MACHINING].map((task_id) => ({ task_id, work_hours: 4 })),
    });
    machined(rows, 8, { delivery_date: '2026-04-06' });
    const { problem, result } = plan(rows, {}, { rounds: 50 });
    return { problem, solution: result.solution };
  };

  test('is told by the day on which half and nine of ten draws are done, and by the share in time', () => {
    const { problem, solution } = twoDays();
    const chances = (noise: Noise) => simulate(problem, solution, noise, { draws: 40, seed: 1 });
    const asPlanned = chances(SILENCE);
    const [half, ninth] = [0.5, 0.9];
    for (const { on_time, doneIn } of asPlanned) expect([on_time, doneIn(half)]).toEqual([1, doneIn(ninth)]);
    // Twice the hours: what waits for it is pushed on, over the weekend where the week ends.
    const slow = chances({ ...SILENCE, work: { factor: 2, spread: 0 } });
    for (const [job, { doneIn }] of slow.entries()) {
      expect(doneIn(half)).toBe(doneIn(ninth));
      expect(doneIn(half)).toBeGreaterThan(asPlanned[job]!.doneIn(half)!);
    }
    const loose = chances({ ...SILENCE, work: { factor: 1, spread: 0.5 } });
    for (const [job, { doneIn }] of loose.entries()) {
      expect(doneIn(ninth)).toBeGreaterThanOrEqual(doneIn(half)!);
      expect(doneIn(half)).toBeGreaterThanOrEqual(asPlanned[job]!.doneIn(half)!);
    }
    expect(loose.some(({ on_time }) => on_time > 0 && on_time < 1)).toBe(true);
  });

  test('pieces that are done again are so on another day, and a facility out of order holds up what stands there', () => {
    const { problem, solution } = twoDays();
    const chances = (noise: Noise) => simulate(problem, solution, noise, { draws: 20, seed: 1 });
    const asPlanned = chances(SILENCE);
    for (const [job, { doneIn }] of chances({ ...SILENCE, redone: { chance: 1, share: 0.1 } }).entries())
      expect(doneIn(0.5)).toBeGreaterThan(asPlanned[job]!.doneIn(0.5)!);
    const stopped = chances({ ...SILENCE, stops: { facilities: [14], every: 4, days: [2] } });
    expect(stopped.some(({ on_time }) => on_time < 1)).toBe(true);
    const elsewhere = chances({ ...SILENCE, stops: { facilities: [15], every: 1, days: [9] } });
    expect(elsewhere.map(({ on_time, doneIn }) => [on_time, doneIn(1)])).toEqual(asPlanned.map(({ doneIn }) => [1, doneIn(1)]));
  });

  test('of an order for which there is no place is no day', () => {
    const { problem, solution } = twoDays();
    const [chance] = simulate(problem, solution, { ...SILENCE, work: { factor: 1e4, spread: 0 } }, { draws: 3, seed: 1 });
    expect([chance!.on_time, chance!.doneIn(0.5), chance!.doneIn(0.9)]).toEqual([0, null, null]);
  });
});
