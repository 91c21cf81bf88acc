import { formatMonthDay, type Instant, plantClock, plantDate } from '../../ground/plant-time.ts';
import { RUN_TEXTS } from './runs.ts';

/** How a plan is called: by the number that its run offers it by, by the moment up to which it was the one in force, or by its own name. */
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
  if (name !== '') return name;
  if (kind === 'former')
    return left_at === null ? PLAN_TEXTS.former : PLAN_TEXTS.until(`${formatMonthDay(plantDate(left_at))} ${plantClock(left_at)}`);
  return number === null ? PLAN_TEXTS[kind] : RUN_TEXTS.plan_number(number);
}

const PLAN_TEXTS = {
  published: '公開中の計画',
  candidate: '計画案',
  scenario: 'シナリオ',
  former: '前の計画',
  until: (moment: string): string => `前の計画(${moment}まで)`,
} as const;
