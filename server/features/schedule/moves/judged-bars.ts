import type { Db } from '../../../db/types.ts';
import { type Finding, judgeBar, sayOnce } from '../../../domain/bar-judge.ts';
import type { BarFault } from '../../../domain/bar-rules.ts';
import type { PlantDate } from '../../../domain/plant-time.ts';
import { faultsOfBars } from '../../runs/bar-faults.service.ts';
import { type Around, surroundingsOfMany } from './surroundings.store.ts';

/** What is wrong with a bar, and which bar follows it in its lot. */
export interface JudgedBar {
  findings: Finding[];
  faults: BarFault[];
  next_id: number | undefined;
}

/**
 * What is wrong with bars: against what is around them, and against every rule that a run holds them to, as far as they are `ruled`. Saves, locks and the overview
 * ask here. A bar that a run put there and moves again is told of its order in the lot alone.
 */
export async function judgedBars(
  db: Db,
  ids: readonly number[],
  today: PlantDate,
  ruled: readonly number[] = ids,
): Promise<Map<number, JudgedBar>> {
  // Of one connection: the inside of a write.
  const around = await surroundingsOfMany(db, ids);
  const broken = await faultsOfBars(db, ruled, today);
  const pieces = new Map<number, Around[]>();
  for (const one of around) pieces.set(one.bar.id, [...(pieces.get(one.bar.id) ?? []), one]);
  return new Map(ids.map((id) => [id, judged(pieces.get(id) ?? [], broken.get(id) ?? [])]));
}

/** Of a bar in several furnace runs each is judged; what is said of it is said once. */
function judged(pieces: readonly Around[], broken: readonly BarFault[]): JudgedBar {
  const [first] = pieces;
  const faults = first?.bar.placed_by === 'run' ? broken.filter(({ kind }) => kind === 'before_ready') : broken;
  return { ...sayOnce(ofOneBar(pieces.flatMap(judgeBar)), faults), next_id: first?.next_id };
}

/** What follows a bar and its deadline are the bar's own, not those of its pieces: the next process once, and the most days past the deadline. */
function ofOneBar(findings: readonly Finding[]): Finding[] {
  const days = Math.max(...findings.map((finding) => (finding.kind === 'past_deadline' ? finding.days : 0)));
  const once = findings.filter((finding) => finding.kind !== 'past_deadline' || finding.days === days);
  return once.filter(({ kind }, at) => !OF_THE_BAR.has(kind) || once.findIndex((other) => other.kind === kind) === at);
}

const OF_THE_BAR: ReadonlySet<Finding['kind']> = new Set(['after_next', 'past_deadline']);
