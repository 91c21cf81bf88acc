import { CONFLICT_KINDS, type Finding, judgeBar, sayOnce, sentenceOf } from '../../../domain/bar-judge.ts';
import type { BarFault } from '../../../domain/bar-rules.ts';
import { faultSentence } from '../../../domain/texts/bar-faults.ts';
import { warningOfBar } from '../../../domain/texts/schedule.ts';
import { faultsOfBars } from '../../runs/bar-faults.service.ts';
import type { Entry } from '../entries.store.ts';
import type { Write } from '../write.ts';
import { surroundingsOfMany } from './surroundings.store.ts';

/** What is wrong with bars: against what is around them, and against every rule that a run holds them to. */
async function judgedBars(
  { trx, today }: Write,
  ids: readonly number[],
): Promise<Map<number, { findings: Finding[]; faults: BarFault[] }>> {
  // Of a bar in several furnace runs the last.
  const around = new Map((await surroundingsOfMany(trx, ids)).map((one) => [one.bar.id, one]));
  const broken = await faultsOfBars(trx, ids, today);
  return new Map(
    ids.map((id) => {
      const known = around.get(id);
      return [id, sayOnce(known ? judgeBar(known) : [], broken.get(id) ?? [])];
    }),
  );
}

/** The warnings of saved bars, each a sentence. */
export async function warningsOfBars(write: Write, ids: readonly number[]): Promise<Map<number, string[]>> {
  return new Map([...(await judgedBars(write, ids))].map(([id, { findings, faults }]) => [id, sentencesOf(findings, faults)]));
}

/** What speaks against locking these bars where they stand, in the words of a save; that they are late locks nothing in. Of several bars each sentence says of which. */
export async function warningsOfLocked(write: Write, entries: readonly Entry[]): Promise<string[]> {
  const locked = entries.filter((entry) => entry.locked && !entry.received_locked);
  if (locked.length === 0) return [];
  const judged = await judgedBars(
    write,
    locked.map(({ id }) => id),
  );
  return locked.flatMap(({ id, unique_order, task_name }) => {
    const { findings, faults } = judged.get(id)!;
    const sentences = sentencesOf(
      findings.filter(({ kind }) => CONFLICT_KINDS.includes(kind)),
      faults,
    );
    return entries.length === 1 ? sentences : sentences.map((sentence) => warningOfBar(`${unique_order} ${task_name}`, sentence));
  });
}

const sentencesOf = (findings: readonly Finding[], faults: readonly BarFault[]): string[] => [
  ...new Set([...findings.map(sentenceOf), ...faults.map(faultSentence)]),
];
