import { formatMonthDay, type Instant, plantClock, plantDate } from '../../ground/plant-time.ts';
import { RUN_TEXTS } from './runs.ts';

/** How a plan is called: by its own name or the number that its run offers it by, and of one that was in force by the moment up to which it was. */
export function planName({
  kind,
  name,
  number,
  left_at,
}: {
  kind: 'published' | 'candidate' | 'scenario' | 'former';
  name: string;
  number: number | null;
  left_at: Instant | null;
}): string {
  const own = name !== '' ? name : number === null ? PLAN_TEXTS[kind] : RUN_TEXTS.plan_number(number);
  if (kind !== 'former' || left_at === null) return own;
  return `${own}(${formatMonthDay(plantDate(left_at))} ${plantClock(left_at)}まで)`;
}

const PLAN_TEXTS = {
  published: '公開中の計画',
  candidate: '計画案',
  scenario: 'シナリオ',
  former: '前の計画',
} as const;

/** One plan in the place of another: 計画③ → 計画①. */
export const changeOfPlan = (former: string, name: string): string => `${former} → ${name}`;

/** What stands on the paper of a plan that is not the published one. */
export const notPublished = (name: string): string => `【${name} 公開中の計画ではありません】`;
