import { workerData } from 'node:worker_threads';
import { assist, type Problem, type Team } from '../../../scheduling/index.ts';

/** What a helping thread is started with. */
export interface HelperData {
  problem: Problem;
  team: Team;
  member: number;
}

/** One more thread of a run: it knows no database, works on shared memory, and ends with the run. */
const { problem, team, member } = workerData as HelperData;
assist(problem, team, member);
