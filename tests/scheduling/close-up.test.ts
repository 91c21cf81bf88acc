import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { check, explain, NONE, type Problem, type Solution, solve } from '../../server/scheduling/index.ts';
import { createClockwork } from '../../server/scheduling/place/clockwork.ts';
import { findAt } from '../../server/scheduling/place/earliest.ts';
import { joinRun, lift, readyOf, runsFor } from '../../server/scheduling/place/occupancy.ts';
import { isFollowedBefore, mayJoin, settleAt } from '../../server/scheduling/place/placement.ts';
import { FURNACE } from '../../server/scheduling/problem.ts';
import { createRandom } from '../../server/scheduling/random.ts';
import { conclude, createWorkspace, currentCost, liftAlone, type Workspace } from '../../server/scheduling/search/lots/workspace.ts';
import { draws } from '../support/properties.ts';
import { addOrder, MACHINING, read, SHAKE_OUT } from './plant.ts';
import { randomPlant } from './random-plant.ts';
import { withPlan } from './standing.ts';

/** Every earlier start of every free bar, and of every furnace run as a whole, on its own facility, all others standing still: those at which the plan is no worse. */
function earlierPlaces(problem: Problem, solution: Solution): string[] {
  const work = createWorkspace(problem, createClockwork(problem), createRandom(1), solution);
  const { draft } = work;
  const found: string[] = [];
  for (let a = 0; a < problem.activities.count; a += 1) {
    if (problem.activities.fixedStart[a] !== NONE || draft.start[a] === NONE || isHeld(work, a)) continue;
    for (let start = readyOf(draft, a); start < draft.start[a]!; start += 1) {
      for (const where of ['alone', 'joined', 'together'] as const)
        if (!costsMore(work, a, start, where)) found.push(`${a} ${where} ${draft.start[a]} > ${start}`);
    }
  }
  return found;
}

const isHeld = ({ problem, draft }: Workspace, a: number): boolean =>
  problem.present?.start[a] === draft.start[a] && problem.present?.machine[a] === problem.modes.machine[draft.mode[a]!];

function costsMore(work: Workspace, a: number, start: number, where: 'alone' | 'joined' | 'together'): boolean {
  const { draft, problem, place } = work;
  const [mode, run, after] = [draft.mode[a]!, draft.furnaceRun[a], draft.after[a]!];
  if (where !== 'alone' && problem.modes.kind[mode] !== FURNACE) return true;
  const group = where === 'together' ? [...run!.members] : [a];
  if (where === 'together' && (run!.fixed || group.some((each) => isHeld(work, each) || readyOf(draft, each) > start))) return true;
  const host = where === 'joined' ? runsFor(draft, mode).find((each) => each.start === start && each !== run) : undefined;
  if (where === 'joined' && !(host && mayJoin(draft, a, mode, host))) return true;
  for (const each of group) liftAlone(work, each);
  let fits = true;
  if (host) joinRun(draft, a, mode, host);
  else if (findAt(draft, a, mode, start, place)) settleAt(draft, a, place);
  else fits = false;
  for (const each of group.filter((mate) => mate !== a && fits)) {
    fits = mayJoin(draft, each, work.oldMode[each]!, draft.furnaceRun[a]!);
    if (fits) joinRun(draft, each, work.oldMode[each]!, draft.furnaceRun[a]!);
  }
  if (fits && draft.after[a]! > after) fits = !isFollowedBefore(draft, a, draft.after[a]!);
  const more = !fits || currentCost(work) > work.cost + 1e-9;
  for (const each of group) if (draft.start[each] !== NONE) lift(draft, each);
  conclude(work, false, work.cost);
  return more;
}

describe('no bar could stand earlier on its facility without making the plan worse', () => {
  const seeds = fc.integer({ min: 0, max: 1e9 });

  test.each([0, 300])('after %i rounds', (rounds) => {
    fc.assert(
      fc.property(seeds, fc.constantFrom('weighted' as const, 'strict' as const), (seed, objective) => {
        const { problem } = read(randomPlant(seed, 9), { objective });
        const { solution } = solve(problem, { budget: { rounds }, seed });
        expect(check(problem, solution)).toEqual([]);
        expect(earlierPlaces(problem, solution)).toEqual([]);
      }),
      draws(30),
    );
  });

  test('but for those that the standing plan holds', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const first = read(randomPlant(seed, 7));
        const outcome = explain(first.problem, solve(first.problem, { budget: { rounds: 50 }, seed }));
        const rows = withPlan(randomPlant(seed, 7), outcome);
        addOrder(rows, { order: { delivery_date: '2026-04-03' }, tasks: [SHAKE_OUT, { task_id: MACHINING, work_hours: 6 }] });
        const { problem } = read(rows);
        const { solution } = solve(problem, { budget: { rounds: 100 }, seed });
        expect(check(problem, solution)).toEqual([]);
        expect(earlierPlaces(problem, solution)).toEqual([]);
      }),
      draws(20),
    );
  });
});
