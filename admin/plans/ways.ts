import { boardPath } from '../board/search/use-address.ts';
import type { Plan } from '../providers/plan/published.ts';

/** A plan as an address names it: the published one is not said. */
export const saidOf = ({ id, kind }: Pick<Plan, 'id' | 'kind'>): number | undefined => (kind === 'published' ? undefined : id);

/** Where a plan stands beside another one; beside the published one when none is named. */
export const comparePath = (id: number, other?: number): string => `/plans/${id}/compare${other === undefined ? '' : `?with=${other}`}`;

/** The Gantt with a plan shown, and what else it says. */
export const ganttPath = (plan: Pick<Plan, 'id' | 'kind'>, change: { with?: number; bar?: number } = {}): string =>
  boardPath('gantt', { plan: saidOf(plan), ...change });
