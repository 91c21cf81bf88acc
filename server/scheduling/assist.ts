import { scoreOf } from './objective.ts';
import { createClockwork } from './place/clockwork.ts';
import type { Problem } from './problem.ts';
import { createRandom } from './random.ts';
import { createControl } from './search/kernel.ts';
import { recall } from './search/lots/workspace.ts';
import { plantKernel } from './search/plant-kernel.ts';
import { joinTeam } from './search/team/team.ts';
import type { Statistics, Team } from './solution.ts';

/** Seeds of one team lie so far apart. */
const SEED_STEP = 0x9e3779b1;

/**
 * Improves the plan of the thread that calls `solve` with the same team, and trades with it until that thread ends. `member` is 1 or more, each of the team's
 * once. If this thread throws, the others go on without it.
 */
export function assist(problem: Problem, team: Team, member: number): void {
  const seat = joinTeam(team, member);
  try {
    const clockwork = createClockwork(problem);
    const beginning = seat.awaitBeginning();
    if (!beginning) return;
    const { rounds, seed, moving } = beginning.course;
    const start = recall(problem, clockwork, beginning.start);
    const statistics: Statistics = { rounds: 0, seconds: 0, threads: team.members, moves: {}, first: [] };
    const options = { budget: { rounds }, seed, moving, cancelled: seat.isOver };
    const random = createRandom((seed + member * SEED_STEP) | 0);
    plantKernel.improve(
      problem,
      start,
      createControl({ options, statistics, began: 0, exchange: seat }, random, scoreOf(problem, start)),
      clockwork,
    );
  } finally {
    seat.leave();
  }
}
