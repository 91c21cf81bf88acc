import { expect, test } from 'vitest';
import { solve } from '../../server/scheduling/index.ts';
import { moveCauses, movedSteps, movesOf } from '../../server/scheduling/moves.ts';
import { addEntry, foundry, machined, read } from './plant.ts';
import { morning } from './standing.ts';

const ROUNDS = 300;

test('counts the orders that move, and those that end on a later day', () => {
  const rows = foundry();
  for (const day of ['04-03', '04-06']) addEntry(rows, machined(rows, 4), `${day} 08:00`, `${day} 12:00`, { facility_id: 14 });
  const { problem } = read(rows);
  const { present, activities } = problem;
  const stands = { start: present!.start, end: present!.end, mode: activities.modeFrom.slice(0, -1) };
  const by = (ticks: number[], longer: number[] = [0, 0]) => ({
    ...{ ...stands, furnaceRun: stands.mode.map(() => -1), furnaceRuns: [] },
    start: stands.start.map((tick, a) => tick + ticks[a]!),
    end: stands.end.map((tick, a) => tick + ticks[a]! + longer[a]!),
  });
  expect(movesOf(problem, by([0, 0]))).toEqual({ entries: 0, orders: 0, later_orders: 0 });
  expect(movesOf(problem, by([-2, 48]))).toEqual({ entries: 2, orders: 2, later_orders: 1 });
  expect(movesOf(problem, by([0, 2]))).toEqual({ entries: 1, orders: 1, later_orders: 0 });
  expect(movesOf(problem, by([0, 0], [0, 1]))).toEqual({ entries: 1, orders: 1, later_orders: 0 });
});

test('a lot that comes into another charge has moved, though it stands where it stood; units are alike', () => {
  const problem = morning(1);
  const lots = problem.activities.count;
  // Two charges that stand at one time on one furnace of two units.
  const free = Array.from({ length: lots }, (_, a) => a)
    .filter((a) => problem.present!.start[a] !== -1 && problem.activities.fixedStart[a] === -1)
    .slice(0, 4);
  const at = (tick: number) => new Int32Array(lots).map((_, a) => (free.includes(a) ? tick : -1));
  const mode = problem.activities.modeFrom.slice(0, -1);
  const machine = problem.modes.machine[mode[free[0]!]!]!;
  for (const a of free) mode[a] = mode[free[0]!]!;
  const charges = (...each: number[]) => new Int32Array(lots).map((_, a) => (free.includes(a) ? each[free.indexOf(a)]! : -1));
  const present = {
    ...problem.present!,
    start: at(96),
    end: at(120),
    machine: new Int32Array(lots).fill(machine),
    furnaceRun: charges(4, 4, 4, 7),
  };
  const standing = { ...problem, present };
  const moved = (...each: number[]) =>
    [...movedSteps(standing, { start: at(96), end: at(120), mode, furnaceRun: charges(...each), furnaceRuns: [] })].map((step) =>
      free.indexOf(step),
    );
  expect(moved(0, 0, 0, 1)).toEqual([]);
  expect(moved(1, 1, 1, 0)).toEqual([]);
  expect(moved(0, 0, 1, 1)).toEqual([2]);
});

test('a run names who had to move, with what stands behind it, whom it placed first, and who made room', () => {
  for (const seed of [1, 4]) {
    const problem = morning(seed);
    const causesOf = (first: readonly number[]) => {
      const { solution, repairs } = solve(problem, { budget: { rounds: ROUNDS }, seed: 3, first });
      return {
        causes: moveCauses(problem, solution, repairs!),
        moved: movedSteps(problem, solution),
        repaired: movedSteps(problem, repairs!.repaired),
      };
    };
    const { causes, moved, repaired } = causesOf([]);
    expect([...causes.keys()]).toEqual([...moved]);
    const { chain } = problem.activities;
    const had = (step: number): boolean => [...repaired].some((other) => chain[other] === chain[step] && other <= step);
    for (const [step, cause] of causes) expect(cause).toBe(had(step) ? 'unfit' : 'plan');
    const job = problem.chains.job[chain[[...moved].at(-1)!]!]!;
    for (const [step, cause] of causesOf([job]).causes) expect(cause === 'first').toBe(problem.chains.job[chain[step]!] === job);
  }
});
