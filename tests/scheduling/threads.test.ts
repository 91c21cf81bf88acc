import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import type { HelperData } from '../../server/features/runs/work/helper-thread.ts';
import { type Helpers, startHelpers } from '../../server/features/runs/work/helpers.ts';
import { check, createTeam, type SolveOptions, type SolveResult, solve } from '../../server/scheduling/index.ts';
import { isBetter } from '../../server/scheduling/objective.ts';
import { joinTeam } from '../../server/scheduling/search/team/team.ts';
import { startThread } from '../../server/thread.ts';
import { read } from './plant.ts';
import { randomPlant } from './random-plant.ts';

const HELPER = new URL('../../server/features/runs/work/helper-thread.ts', import.meta.url);
const { problem } = read(randomPlant(7, 25));
/** Ends after so many looks at the clock, however slow the machine is. */
const looks = (count: number): Pick<SolveOptions, 'budget' | 'elapsed'> => {
  let now = 0;
  return { budget: { seconds: 1 }, elapsed: () => (now += 1 / count) };
};
const started: Helpers[] = [];
const withHelpers = (threads: number, module?: URL): Helpers => {
  const helpers = startHelpers(problem, threads, module);
  started.push(helpers);
  return helpers;
};
const solveOn = (threads: number, rounds: number): SolveResult =>
  solve(problem, { budget: { rounds }, seed: 5, team: withHelpers(threads).team });

afterEach(async () => {
  await Promise.all(started.splice(0).map((helpers) => helpers.end()));
});

describe('threads', () => {
  test.each([2, 3])('%i of them with one seed and one number of rounds make one plan', (threads) => {
    const [one, other] = [solveOn(threads, 800), solveOn(threads, 800)];
    expect(other.solution).toEqual(one.solution);
    expect(one.statistics).toMatchObject({ rounds: 800, threads });
    expect(other.statistics).toEqual(one.statistics);
    expect(check(problem, one.solution)).toEqual([]);
    const first = solve(problem, { budget: { rounds: 0 }, seed: 5 });
    expect(isBetter(problem, first.score, one.score)).toBe(false);
    // What the others gained is taken over on the way: the search goes elsewhere than alone.
    const alone = solve(problem, { budget: { rounds: 800 }, seed: 5 });
    expect(alone.statistics.moves).not.toEqual(one.statistics.moves);
  });

  test('by the clock they make a plan that keeps every rule', () => {
    const result = solve(problem, { ...looks(200), seed: 5, team: withHelpers(2).team });
    expect(result.status).toBe('feasible');
    expect(check(problem, result.solution)).toEqual([]);
  });

  test('a cancelled run ends them all', async () => {
    const team = createTeam(problem, 3);
    const workers = [1, 2].map((member) => startThread(HELPER, { workerData: { problem, team, member } satisfies HelperData }));
    const ends = workers.map((worker) => once(worker, 'exit'));
    let asked = 0;
    const result = solve(problem, { budget: { rounds: 1e9 }, seed: 5, team, cancelled: () => ++asked > 50 });
    expect(result.status).toBe('cancelled');
    expect((await Promise.all(ends)).flat()).toEqual([0, 0]);
  });

  test('a thread that dies is said, and the others go on', async () => {
    const helpers = withHelpers(2, new URL('data:text/javascript,throw new Error("out of memory")'));
    const result = solve(problem, { ...looks(50), seed: 5, team: helpers.team });
    expect(check(problem, result.solution)).toEqual([]);
    expect(result.statistics.threads).toBe(1);
    await expect.poll(() => helpers.errors, { timeout: 30_000 }).toEqual(['Error: out of memory']);
  });

  test('all cool by the share of the budget that the leader says', () => {
    const team = createTeam(problem, 2);
    const [leader, other] = [joinTeam(team, 0), joinTeam(team, 1)];
    expect(other.share).toBe(0);
    leader.share = 0.75;
    expect(other.share).toBeCloseTo(0.75, 6);
  });

  test('one that has left is not waited for', () => {
    const team = createTeam(problem, 2);
    joinTeam(team, 1).leave();
    const result = solve(problem, { budget: { rounds: 1000 }, seed: 5, team });
    expect(result.statistics.rounds).toBe(1000);
    expect(check(problem, result.solution)).toEqual([]);
  });
});
