import type { Moving } from '../domain/plant/run-options.ts';
import { isBetter } from './objective.ts';
import type { Problem } from './problem.ts';
import type { Alternative } from './solution.ts';

/** So many plans are offered at most, and their late days are so much apart, as a share of those of the chosen plan. */
const MOST_OFFERED = 4;
const APART = 0.01;

/** The plan to publish, and what is offered: it among those of which none moves fewer orders and has fewer late days than another, by what they move. */
interface Choice {
  readonly chosen: Alternative;
  readonly offered: readonly Alternative[];
}

/** Chooses among complete plans. `kept`: the one that keeps all that fits where it stands; it is chosen only where no other is as good. */
export function chooseFrom(problem: Problem, plans: readonly Alternative[], kept: Alternative, moving: Moving): Choice {
  const complete = [kept, ...plans];
  const fewest = Math.min(...complete.map(({ score }) => score.unplaced));
  const isPassed = kept.score.unplaced > fewest || plans.some((plan) => plan.score.unplaced === fewest && isNoWorse(plan, kept));
  const placed = (isPassed ? plans : complete).filter(({ score }) => score.unplaced === fewest);
  if (moving === 'misfits') {
    const calm = placed.filter((plan) => isNoWorse(plan, kept));
    const chosen = (calm.length > 0 ? calm : placed).reduce(morePunctual);
    return { chosen, offered: [chosen] };
  }
  const front = frontOf(placed);
  const best = placed.reduce((one, other) => (isBetter(problem, other.score, one.score) ? other : one));
  const chosen = moving === 'least' ? front[0]! : moving === 'standard' ? best : front.at(-1)!;
  return { chosen, offered: thinned([...new Set([...front, chosen])].sort(byMoves), chosen) };
}

/** Whether a plan neither moves more nor is later than another. */
const isNoWorse = (plan: Alternative, than: Alternative): boolean =>
  plan.moves.entries <= than.moves.entries && plan.score.weighted_late_days <= than.score.weighted_late_days;

const byLateness = (a: Alternative, b: Alternative): number =>
  a.score.weighted_late_days - b.score.weighted_late_days || a.score.late_orders - b.score.late_orders;

const byMoves = (a: Alternative, b: Alternative): number =>
  a.moves.orders - b.moves.orders || byLateness(a, b) || a.moves.entries - b.moves.entries || a.score.total - b.score.total;

const morePunctual = (one: Alternative, other: Alternative): Alternative =>
  (byLateness(other, one) || other.moves.entries - one.moves.entries) < 0 ? other : one;

/** Plans by the orders they move, each with fewer late days than all before it. */
function frontOf(plans: readonly Alternative[]): Alternative[] {
  const front: Alternative[] = [];
  for (const plan of [...plans].sort(byMoves)) {
    if (front.length === 0 || plan.score.weighted_late_days < front.at(-1)!.score.weighted_late_days) front.push(plan);
  }
  return front;
}

/** The chosen plan, the first and the last, and between these the ones furthest apart in late days. */
function thinned(plans: readonly Alternative[], chosen: Alternative): Alternative[] {
  const taken = new Set([chosen]);
  const gapOf = (plan: Alternative): number =>
    Math.min(...[...taken].map((other) => Math.abs(other.score.weighted_late_days - plan.score.weighted_late_days)));
  const take = (from: readonly Alternative[]): void => {
    const furthest = from.reduce((one, other) => (gapOf(other) > gapOf(one) ? other : one));
    if (gapOf(furthest) > chosen.score.weighted_late_days * APART) taken.add(furthest);
  };
  for (const end of [plans[0]!, plans.at(-1)!]) take([end]);
  while (taken.size < Math.min(MOST_OFFERED, plans.length)) {
    const before = taken.size;
    take(plans.filter((plan) => !taken.has(plan)));
    if (taken.size === before) break;
  }
  return plans.filter((plan) => taken.has(plan));
}
