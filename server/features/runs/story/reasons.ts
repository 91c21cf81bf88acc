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

/** A change as the history has it: the row (`of`) with the fields that changed, before and after; null where there was no row, or is none any more. */
export interface SeenChange extends Omit<InputChange, 'did'> {
  of: string;
  old: Fields | null;
  new: Fields | null;
}
type Fields = Record<string, unknown>;

/** Fields that a row which is removed and added again gets anew. */
const OF_THE_ROW_ALONE = new Set(['id', 'version', 'updated_at']);

/** How the rows of stops are called. */
const STOPS = 'facility_stops ';

/** Whether values are the same but for what a row gets anew. */
function isSame(one: unknown, other: unknown): boolean {
  const plain = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value), (field, own) => (OF_THE_ROW_ALONE.has(field) ? undefined : own));
  return isDeepStrictEqual(plain(one), plain(other));
}

/** Changes by what has come of them: those of one row are one, and none where the row is again as it was. Every import stands for itself. */
function lastingOf(changes: readonly SeenChange[]): InputChange[] {
  const rows = new Map<SeenChange | string, SeenChange>();
  for (const change of changes) {
    const row = change.imported === undefined ? change.of : change;
    const known = rows.get(row);
    // A history may name only what changed: the first word on a field says what it was, the last what it is.
    rows.set(
      row,
      known ? { ...change, old: known.old && { ...change.old, ...known.old }, new: change.new && { ...known.new, ...change.new } } : change,
    );
  }
  return [...rows.values()].flatMap(({ part, key, of, imported, old, new: now }): InputChange[] => {
    if (imported !== undefined) return [{ part, key, imported, did: 'imported' }];
    if (isSame(old, now)) return [];
    const stop = of.startsWith(STOPS) ? { stop: now?.resumed_at == null ? ('begun' as const) : ('ended' as const) } : {};
    return [{ part, key, did: old === null ? 'added' : now === null ? 'removed' : 'changed', ...stop }];
  });
}

/**
 * Why the plan became another, as phrases; one where one change caused it. Empty for the first plan. `changes`: what the history says of
 * the changes that the run saw for the first time.
 */
export function reasonsOf(
  { plan, inputs }: Pick<Snapshot, 'plan' | 'inputs'>,
  changes: readonly SeenChange[],
  { before, now }: { before: Moment | undefined; now: Moment },
): string[] {
  if (!before || !plan.input_prints) return [];
  const printed = plan.input_prints;
  const parts = PLAN_PARTS.filter((part) => printed[part] !== inputs.prints[part]);
  const lasting = lastingOf(changes);
  const [day, today] = [plantDate(before.now_ms), plantDate(now.now_ms)];
  return [
    ...parts.map((part) =>
      inputReason(
        part,
        lasting.filter((change) => change.part === part),
      ),
    ),
    ...(plan.stays_edited ? [OTHER_REASONS.edited] : []),
    ...(plan.marked_at === null ? [] : [OTHER_REASONS.marked]),
    ...(isDeepStrictEqual(before.settings, now.settings) ? [] : [OTHER_REASONS.options]),
    ...(day === today ? [] : [OTHER_REASONS.day(day, today)]),
  ];
}
