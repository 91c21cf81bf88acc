import { formatMonthDay, type Instant, plantClock, plantDate, toInstant } from '../../ground/plant-time.ts';
import { RUN_TEXTS } from './runs.ts';

/** What a plan is called by. */
export interface PlanNaming {
  kind: 'published' | 'candidate' | 'scenario' | 'former';
  name: string;
  number: number | null;
  left_at: Instant | null;
}

/** How a plan is called: by its own name or the number that its run offers it by, and of one that was in force by the moment up to which it was. */
export function planName({ kind, name, number, left_at }: PlanNaming, clockOf = plantClock): string {
  const own = name !== '' ? name : number === null ? PLAN_TEXTS[kind] : RUN_TEXTS.plan_number(number);
  if (kind !== 'former' || left_at === null) return own;
  return `${own}(${formatMonthDay(plantDate(left_at))} ${clockOf(left_at)}まで)`;
}

const PLAN_TEXTS = {
  published: '公開中の計画',
  candidate: '計画案',
  scenario: 'シナリオ',
  former: '前の計画',
} as const;

const toTheSecond = (instant: Instant | number): string => toInstant(instant).slice(11, 19);

/** One plan in the place of another: 計画③ → 計画①. Two that were left in the same minute are told apart by the second. */
export function changeOfPlan(former: PlanNaming, plan: PlanNaming): string {
  const clockOf = planName(former) === planName(plan) ? toTheSecond : plantClock;
  return `${planName(former, clockOf)} → ${planName(plan, clockOf)}`;
}

/** What stands on the paper of a plan that is not the published one. */
export const notPublished = (name: string): string => `【${name} 公開中の計画ではありません】`;
