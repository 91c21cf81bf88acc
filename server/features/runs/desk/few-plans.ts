import type { Plan } from '../../../db/plan.ts';

/** What is kept of more plans than these in memory goes, of the one that was asked for longest ago first. */
const MOST_PLANS = 3;

/** One for each plan, made when it is asked for. */
export function fewPlans<One>(create: () => One): (plan: Plan) => One {
  const known = new Map<Plan, One>();
  return (plan) => {
    const one = known.get(plan) ?? create();
    known.delete(plan);
    known.set(plan, one);
    for (const oldest of [...known.keys()].slice(0, -MOST_PLANS)) known.delete(oldest);
    return one;
  };
}
