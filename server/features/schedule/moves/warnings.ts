import type { Db } from '../../../db/types.ts';
import { judgeBar, sayOnce, sentenceOf } from '../../../domain/bar-judge.ts';
import { faultSentence } from '../../../domain/texts/bar-faults.ts';
import { faultsOfBars } from '../../runs/bar-faults.service.ts';
import { surroundingsOfMany } from './surroundings.store.ts';

/** The warnings of saved bars, each a sentence: against what is around them, and against every rule that a run holds them to. */
export async function warningsOfBars(db: Db, ids: readonly number[]): Promise<Map<number, string[]>> {
  // Of a bar in several furnace runs the last.
  const around = new Map((await surroundingsOfMany(db, ids)).map((one) => [one.bar.id, one]));
  const broken = await faultsOfBars(db, ids);
  return new Map(
    ids.map((id) => {
      const known = around.get(id);
      const { findings, faults } = sayOnce(known ? judgeBar(known) : [], broken.get(id) ?? []);
      return [id, [...new Set([...findings.map(sentenceOf), ...faults.map(faultSentence)])]];
    }),
  );
}
