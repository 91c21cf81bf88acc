import type { Bar } from '../bars.ts';
import type { Layout } from '../layout.ts';
import { isCharge } from './group-move.ts';

/**
 * A bar as a layout has it now: of a furnace run what is left of it, whatever became of the lot whose number it bore; one that was moved as a whole has become
 * another one. Undefined where it is gone.
 */
export function barAgain(bar: Bar, { byId }: Pick<Layout, 'byId'>): Bar | undefined {
  if (!isCharge(bar)) return byId.get(bar.id)?.bar;
  const { id, members } = bar.charge.run;
  const rest = [...byId.values()].find((one) => one.bar.charge?.run.id === id);
  return (rest ?? members.map(({ entry_id }) => byId.get(String(entry_id))).find((one) => one !== undefined))?.bar;
}

/** The lots that have left a furnace run since, by name; of any other bar none. */
export function leftOf(before: Bar, now: Bar): string[] {
  if (!isCharge(before)) return [];
  const there = new Set(now.charge?.run.members.map(({ entry_id }) => entry_id));
  return before.charge.run.members.flatMap(({ entry_id, unique_order }) => (there.has(entry_id) ? [] : unique_order));
}
