import { mayCall, type Permission } from '../../../../server/domain/ground/permissions.ts';
import { isHeatCode } from '../../../../server/domain/plant/task-purpose.ts';
import type { STAYS } from '../../../texts/board/chart.ts';
import type { Entry } from './bars.ts';

const EDITORS: readonly Permission[] = ['master_admin', 'planning_manager'];

/** What the user may do on the board now. */
export interface Access {
  /** Role allows planning: the run button works. */
  plans: boolean;
  /** Bars may be changed: the role allows it, and it is a scenario, or the published plan while no run is pending. */
  edits: boolean;
  /** Another plan than the published one is looked at: what belongs to no plan, as priorities, is not changed there. */
  elsewhere?: true;
}

/** Rights of a role in a plan that is shown: while a run is pending the published one is read-only, as any other always is but scenarios. */
export function accessOf(
  permission: Permission | undefined,
  pending: boolean,
  shown: 'published' | 'scenario' | 'other' = 'published',
): Access {
  const plans = mayCall(permission, EDITORS);
  const open = shown === 'scenario' || (shown === 'published' && !pending);
  return { plans, edits: plans && open, ...(shown === 'published' ? {} : { elsewhere: true }) };
}

/** Whether a bar stands for several lots: they move and are locked together, each of them is changed by itself. */
export const isMany = (entry: Entry): boolean => (entry.lots ?? 1) > 1;
/** Why a bar stays where it is: the user's role, a plan that is only looked at, a run that is pending, what is done or locked, what the search leaves out and is only shown. */
export function keptBy(entry: Entry, access: Access): keyof typeof STAYS | undefined {
  if (!access.edits && !access.plans) return 'role';
  if (!access.edits) return access.elsewhere ? 'elsewhere' : 'pending';
  if (entry.unmatched) return 'unmatched';
  if (entry.received_locked) return 'finished';
  return entry.locked ? 'locked' : undefined;
}
/** Whether a bar follows who draws it. */
export const mayMove = (entry: Entry, access: Access): boolean => keptBy(entry, access) === undefined;
/** Whether a bar bears a lock that can be switched. */
export const mayLock = (entry: Entry, access: Access): boolean => showsLock(access) && !entry.unmatched;
/** The lock icon is there, and works, when the chart is not read-only. */
export const showsLock = (access: Access): boolean => access.edits;
/** What a click opens: the read-only details, or the form for those who may change the bar. */
export const opensOn = (entry: Entry, access: Access): 'detail' | 'form' =>
  access.edits && !entry.locked && !entry.unmatched ? 'form' : 'detail';
/** Working tasks keep their working blocks when moved; furnace and outsourced tasks keep their elapsed length. */
export const keepsElapsed = ({ outsourced, furnace_run_id, task }: Entry): boolean =>
  outsourced || furnace_run_id !== null || isHeatCode(task);
