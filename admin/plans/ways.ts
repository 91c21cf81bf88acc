import { boardPath } from '../board/search/use-address.ts';
import type { Plan } from '../providers/plan/published.ts';

/** A plan as an address names it: the published one is not said. */
export const saidOf = ({ id, kind }: Pick<Plan, 'id' | 'kind'>): number | undefined => (kind === 'published' ? undefined : id);

/** So many plans stand side by side. */
export const MOST_COMPARED = 3;

/** Where plans stand side by side; one alone beside the published one. */
export const comparePath = (...ids: readonly number[]): string =>
  `/plans/${ids[0]}/compare${ids
    .slice(1)
    .map((other, at) => `${at === 0 ? '?' : '&'}with=${other}`)
    .join('')}`;

/** The Gantt with a plan shown, and what else it says. */
export const ganttPath = (plan: Pick<Plan, 'id' | 'kind'>, change: { with?: number; bar?: number } = {}): string =>
  boardPath('gantt', { plan: saidOf(plan), ...change });
