import { isDeepStrictEqual } from 'node:util';
import { plantDate } from '../../../domain/ground/plant-time.ts';
import { PLAN_PARTS } from '../../../domain/plant/plan-inputs.ts';
import { type InputChange, inputReason, OTHER_REASONS } from '../../../domain/texts/plan/run-report.ts';
import type { Snapshot } from '../work/load-rows.ts';

/** A run as far as it decides a plan: its settings, and the moment it planned from. */
export interface Moment {
  settings: unknown;
  now_ms: number;
}

/**
 * Why the plan became another, as phrases; one where one change caused it. Empty for the first plan. `changes`: what the history says of
 * the changes that the run saw for the first time.
 */
export function reasonsOf(
  { plan, inputs }: Pick<Snapshot, 'plan' | 'inputs'>,
  changes: readonly InputChange[],
  { before, now }: { before: Moment | undefined; now: Moment },
): string[] {
  if (!before || !plan.input_prints) return [];
  const printed = plan.input_prints;
  const parts = PLAN_PARTS.filter((part) => printed[part] !== inputs.prints[part]);
  const [day, today] = [plantDate(before.now_ms), plantDate(now.now_ms)];
  return [
    ...parts.map((part) =>
      inputReason(
        part,
        changes.filter((change) => change.part === part),
      ),
    ),
    ...(plan.edited_at === null ? [] : [OTHER_REASONS.edited]),
    ...(plan.marked_at === null ? [] : [OTHER_REASONS.marked]),
    ...(isDeepStrictEqual(before.settings, now.settings) ? [] : [OTHER_REASONS.options]),
    ...(day === today ? [] : [OTHER_REASONS.day(day, today)]),
  ];
}
