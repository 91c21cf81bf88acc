import type { Plan } from '../../../db/plan.ts';
import type { Db } from '../../../db/types.ts';
import type { Conflict } from '../../../domain/bars/conflicts.ts';
import { judgeBar, sayOnce } from '../../../domain/bars/judge.ts';
import type { PlantDate } from '../../../domain/ground/plant-time.ts';
import { processesText } from '../../../domain/texts/plan/marks.ts';
import { rulesBroken } from '../../runs/misfits/bar-rules.service.ts';
import { finishedOverOpen, type OpenBefore } from './skipped.store.ts';
import { type Around, surroundingsOfMany } from './surroundings.store.ts';

/** The conflicts of a bar, each once, and the bar that follows it in its lot. */
export interface JudgedBar {
  conflicts: Conflict[];
  next_id: number | undefined;
}

/**
 * What is wrong with bars: against what is around them, and against every rule that a run holds them to, as far as they are `ruled`. Saves, locks and the overview
 * ask here. A bar that a run put there and moves again is told of its order in the lot alone.
 */
export async function judgedBars(
  db: Db,
  plan: Plan,
  ids: readonly number[],
  today: PlantDate,
  ruled: readonly number[] = ids,
): Promise<Map<number, JudgedBar>> {
  // Of one connection: the inside of a write.
  const around = await surroundingsOfMany(db, plan, ids);
  const broken = await rulesBroken(db, plan, ruled, today);
  const over = new Map((await finishedOverOpen(db, plan, ids)).map((bar) => [bar.entry_id, bar]));
  const pieces = new Map<number, Around[]>();
  for (const one of around) pieces.set(one.bar.id, [...(pieces.get(one.bar.id) ?? []), one]);
  return new Map(ids.map((id) => [id, judged(pieces.get(id) ?? [], [...(broken.get(id) ?? []), ...finishedOver(over.get(id))])]));
}

/** What was finished over earlier processes of its lot that are open. */
const finishedOver = (bar: OpenBefore | undefined): Conflict[] =>
  bar ? [{ kind: 'previous_open', task_name: processesText(bar.task_names) }] : [];

/** Of a bar in several furnace runs each is judged; what is said of it is said once. */
function judged(pieces: readonly Around[], broken: readonly Conflict[]): JudgedBar {
  const [first] = pieces;
  const ruled = first?.bar.placed_by === 'run' ? broken.filter(({ kind }) => OF_ORDER.has(kind)) : broken;
  return { conflicts: sayOnce([...ofOneBar(pieces.flatMap(judgeBar)), ...ruled]), next_id: first?.next_id };
}

/** What is said of a bar that a run moves again, too. */
const OF_ORDER: ReadonlySet<Conflict['kind']> = new Set(['before_ready', 'previous_open']);

/** What follows a bar is the bar's own, not that of its pieces: it is said once. */
function ofOneBar(conflicts: readonly Conflict[]): Conflict[] {
  const next = conflicts.findIndex(({ kind }) => kind === 'after_next');
  return conflicts.filter(({ kind }, at) => kind !== 'after_next' || at === next);
}
