import type { Plan } from '../providers/plan/published.ts';

const KINDS: readonly Plan['kind'][] = ['published', 'candidate', 'scenario', 'former'];

/** The latest a former plan was in force. */
const leftAt = ({ left_at, published_at, created_at }: Plan): number => Date.parse(left_at ?? published_at ?? created_at);

/** Plans by kind, kinds without any left out: candidates by number, former ones the newest first. */
export function groupsOf(plans: readonly Plan[]): { kind: Plan['kind']; plans: Plan[] }[] {
  const order = (one: Plan, other: Plan): number => {
    if (one.kind === 'former') return leftAt(other) - leftAt(one);
    return (one.number ?? 0) - (other.number ?? 0) || one.id - other.id;
  };
  return KINDS.map((kind) => ({ kind, plans: plans.filter((plan) => plan.kind === kind).sort(order) })).filter(
    (group) => group.plans.length > 0,
  );
}
