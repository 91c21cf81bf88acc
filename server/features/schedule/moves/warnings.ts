import type { Db } from '../../../db/types.ts';
import { type Finding, judgeBar, sentenceOf } from '../../../domain/bar-judge.ts';
import type { BarFault } from '../../../domain/bar-rules.ts';
import { faultSentence } from '../../../domain/texts/bar-faults.ts';
import { faultsOfBars } from '../../runs/bar-faults.service.ts';
import { surroundingsOfMany } from './surroundings.store.ts';

/** Who stands where, in what order and how many at once: `judgeBar` says it, which knows everybody around and not the bar's own lots alone. */
const SAID_BY_JUDGE: ReadonlySet<BarFault['kind']> = new Set(['closed_day', 'before_previous', 'beyond_units']);

/** The warnings of saved bars, each a sentence: against what is around them, and against every rule that a run holds them to. */
export async function warningsOfBars(db: Db, ids: readonly number[]): Promise<Map<number, string[]>> {
  // Of a bar in several furnace runs the last.
  const around = new Map((await surroundingsOfMany(db, ids)).map((one) => [one.bar.id, one]));
  const faults = await faultsOfBars(db, ids);
  return new Map(
    ids.map((id) => {
      const known = around.get(id);
      const broken = faults.get(id) ?? [];
      const findings = (known ? judgeBar(known) : []).filter((finding) => !isOnlyClosed(finding, broken));
      const others = broken.filter(({ kind }) => !SAID_BY_JUDGE.has(kind));
      return [id, [...new Set([...findings.map(sentenceOf), ...others.map(faultSentence)])]];
    }),
  );
}

/** A facility without a unit on a bar's closed first day is said to be closed, in the words of a run, not to be crowded. */
const isOnlyClosed = (finding: Finding, broken: readonly BarFault[]): boolean =>
  finding.kind === 'over_capacity' &&
  broken.some(({ kind }) => kind === 'closed_day' || kind === 'shut_day') &&
  finding.breaches.every(({ units }) => units === 0);
