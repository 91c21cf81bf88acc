import type { Knex } from 'knex';
import type { Plan, PlanRow } from '../../../db/plan.ts';
import { type STEP_KINDS, stepLabel } from '../../../domain/texts/plan/steps.ts';

/** What was done by hand to a plan since it was made: how many steps, and the last one. */
export interface Edits {
  count: number;
  person: string;
  label: string;
}

/** What was done by hand to a plan since it was made, whose row is given; undefined where all of it was taken back. */
export async function editsOf(trx: Knex.Transaction, plan: Plan, { published_at }: PlanRow): Promise<Edits | undefined> {
  const { rows } = await trx.raw(
    `select count(*) over ()::integer as count, coalesce(nullif(p.name, ''), s.employee_id) as person, s.kind, s.name, s.more
     from schedule_steps s left join employees p on p.employee_id = s.employee_id
     where s.layer = ${plan} and not s.undone and s.kind <> 'adopt' and s.at > ?::timestamptz order by s.id desc limit 1`,
    [published_at ?? '-infinity'],
  );
  const [last] = rows as { count: number; person: string; kind: keyof typeof STEP_KINDS; name: string; more: number }[];
  return last && { count: last.count, person: last.person, label: stepLabel(last.kind, last.name, last.more) };
}
