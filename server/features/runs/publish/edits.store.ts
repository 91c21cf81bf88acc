import type { Knex } from 'knex';
import type { Plan, PlanRow } from '../../../db/plan.ts';
import { type STEP_KINDS, stepLabel } from '../../../domain/texts/plan/steps.ts';

/** What was done by hand to a plan since it was made: how many steps, and the last one; null: it was edited before it was packed, and nobody knows how. */
export type Edits = { count: number; person: string; label: string } | null;

/** What was done by hand to a plan since it was made, whose row is given; undefined where nothing was, or all of it was taken back. */
export async function editsOf(trx: Knex.Transaction, plan: Plan, { id, published_at, edited_at }: PlanRow): Promise<Edits | undefined> {
  if (edited_at === null) return undefined;
  const { rows } = await trx.raw(
    `select s.undone, coalesce(nullif(p.name, ''), s.employee_id) as person, s.kind, s.name, s.more
     from schedule_steps s left join employees p on p.employee_id = s.employee_id
     where s.layer = ${plan} and s.plan_id = ? and s.kind <> 'adopt' and s.at > ?::timestamptz order by s.id desc`,
    [id, published_at ?? '-infinity'],
  );
  const steps = rows as { undone: boolean; person: string; kind: keyof typeof STEP_KINDS; name: string; more: number }[];
  if (steps.length === 0) return null;
  const [last, ...others] = steps.filter(({ undone }) => !undone);
  return last && { count: 1 + others.length, person: last.person, label: stepLabel(last.kind, last.name, last.more) };
}
