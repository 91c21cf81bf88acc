import type { Knex } from 'knex';
import type { Plan } from '../../../db/plan.ts';
import { instantOfMinutes, type PlantDate, plantMinutes } from '../../../domain/ground/plant-time.ts';
import type { Desk } from '../desk/desk.service.ts';
import type { Kind, Questions } from '../desk/questions.ts';
import type { RulesAround } from './bar-rules.ts';
import type { JudgedBar } from './judge.ts';
import { changeOf } from './lots.store.ts';

export type { JudgedBar, RulesAround };

/** Whom bars are judged by. */
export interface Judge {
  /** What is wrong with these bars once the write of this transaction has ended, by their ids. */
  inWrite(trx: Knex.Transaction, plan: Plan, ids: readonly number[], today: PlantDate): Promise<Map<number, JudgedBar>>;
  /** The open bars of a plan with which something is wrong. `now` in epoch ms. */
  conflicts(plan: Plan, at: { today: PlantDate; now: number }): Promise<JudgedBar[]>;
  /** What bars of a plan would obey at each of these facilities. */
  rules(plan: Plan, facilities: ReadonlyMap<number, readonly (number | null)[]>, today: PlantDate): Promise<RulesAround>;
}

/** The judge who sits at a desk. */
export function judgeAt(desk: Pick<Desk, 'ask'>): Judge {
  // A thread that died has answered nothing, and the next one answers.
  const ask = <K extends Kind>(kind: K, question: Questions[K]['question']): Promise<Questions[K]['answer']> =>
    desk.ask(kind, question).catch(() => desk.ask(kind, question));
  return {
    async inWrite(trx, plan, ids, today) {
      if (ids.length === 0) return new Map();
      const judged = await ask('judge', { plan, today, ids, change: await changeOf(trx, plan) });
      return new Map(judged.map((one) => [one.id, one]));
    },
    conflicts: (plan, { today, now }) => ask('conflicts', { plan, today, now: instantOfMinutes(plantMinutes(now)) }),
    rules: (plan, facilities, today) => ask('rules', { plan, today, facilities }),
  };
}
