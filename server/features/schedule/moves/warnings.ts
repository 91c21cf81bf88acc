import type { Db } from '../../../db/types.ts';
import { type Finding, judgeBar, sentenceOf } from '../../../domain/bar-judge.ts';
import type { BarFault } from '../../../domain/bar-rules.ts';
import { faultSentence } from '../../../domain/texts/bar-faults.ts';
import { faultsOfBars } from '../../runs/bar-faults.service.ts';
import { surroundingsOfMany } from './surroundings.store.ts';

/** What `judgeBar` says by itself, of bars as they stand around. */
const SAID_BY_JUDGE: Partial<Record<BarFault['kind'], Finding['kind']>> = {
  closed_day: 'closed_day',
  shut_day: 'over_capacity',
  before_previous: 'before_previous',
  beyond_units: 'over_capacity',
};

/** The warnings of saved bars, each a sentence: against what is around them, and against every rule that a run holds them to. */
export async function warningsOfBars(db: Db, ids: readonly number[]): Promise<Map<number, string[]>> {
  // Of a bar in several furnace runs the last.
  const around = new Map((await surroundingsOfMany(db, ids)).map((one) => [one.bar.id, one]));
  const faults = await faultsOfBars(db, ids);
  return new Map(
    ids.map((id) => {
      const known = around.get(id);
      const findings = known ? judgeBar(known) : [];
      const said = new Set(findings.map(({ kind }) => kind));
      const broken = (faults.get(id) ?? []).filter(({ kind }) => !isSaid(kind, said));
      return [id, [...new Set([...findings.map(sentenceOf), ...broken.map(faultSentence)])]];
    }),
  );
}

/** Who stands where, in what order and how many at once is judged with everybody around, not with the bar's own lots alone. */
function isSaid(kind: BarFault['kind'], said: ReadonlySet<Finding['kind']>): boolean {
  const other = SAID_BY_JUDGE[kind];
  return other !== undefined && (kind !== 'shut_day' || said.has(other));
}
