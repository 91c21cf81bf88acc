import type { Knex } from 'knex';
import type { Query, Success } from '../../../contract/handlers.ts';
import { isPublished, type Plan, PUBLISHED, rowOf } from '../../../db/plan.ts';
import { keepOrderStatesIfPossible } from '../../../db/sql/states.ts';
import { overWholeTables } from '../../../db/sql/whole.ts';
import { invalid, notFound } from '../../../domain/ground/errors.ts';
import { type Clock, plantDate } from '../../../domain/ground/plant-time.ts';
import { planName } from '../../../domain/texts/plan/plans.ts';
import { databaseTexts } from '../../../domain/texts/program/database.ts';
import { FIELD_ERRORS } from '../../../domain/texts/program/http.ts';
import { planById, planOf } from '../../plan/plan.service.ts';
import { latePage } from '../overview/late.store.ts';
import { differingOrders, effectsOf, movedBetween, type Told } from './compare.store.ts';
import { weightFill, workOf } from './work.store.ts';

type Comparison = Success<'comparePlans'>;
type Compared = Comparison['plans'][number];
type Asked = Pick<Query<'comparePlans'>, 'with' | 'of' | 'effect' | 'first'>;

/** A plan (the one with this id) held against one or two others: figures and loads of each, what each moves of the base, and a page of the orders that differ. Throws not found, and a field map. */
export async function comparePlans(
  { db, clock }: { db: Knex; clock: Clock },
  id: number,
  asked: Asked,
  page: { limit: number; offset: number },
): Promise<Omit<Comparison, 'next' | 'previous'>> {
  const ids = [id, ...(asked.with ?? [(await rowOf(db, PUBLISHED)).id])];
  // One after another: of plans that are laid out one is at a time.
  const plans: Plan[] = [];
  for (const one of ids) plans.push(await planOf(db, one));
  await keepOrderStatesIfPossible(db);
  const base = Math.max(0, plans.findIndex(isPublished));
  const told = toldOf(ids, base, asked);
  const compared: Compared[] = [];
  for (const [at, plan] of plans.entries())
    compared.push(await comparedOf({ db, clock }, { id: ids[at]!, plan }, at === base ? null : plans[base]!));
  // One of the first two is the base as a rule, and what is between them known.
  const other = base < 2 ? compared[1 - base] : undefined;
  const { moved_orders, moved_entries } = other?.beside_base ?? (await movedBetween(db, plans[0]!, plans[1]!));
  const { count, rows } = await differingOrders(db, plans, told, page);
  return { plans: compared, moved_orders, moved_entries, count, orders: rows };
}

/** Which orders are told: those that differ between this plan and any of the others, or, where a plan is named, between that and the base. Throws a field map. */
function toldOf(ids: readonly number[], base: number, { of, effect, first }: Asked): Told {
  const more = { ...(effect && { effect }), ...(first && { first }) };
  if (of === undefined && effect !== undefined) throw invalid({ of: [FIELD_ERRORS.required] });
  if (of === undefined) return { of: 0, beside: ids.slice(1).map((_, at) => at + 1), ...more };
  const at = ids.indexOf(of);
  if (at < 0) throw invalid({ of: [FIELD_ERRORS.choice] });
  return { of: at, beside: [base], ...more };
}

/** The figures of a plan that no run has made. */
const NOTHING_PLANNED = { late_orders: 0, late_days: 0, moved_orders: null, moved_entries: null, furnace_runs: 0 };

async function comparedOf(
  { db, clock }: { db: Knex; clock: Clock },
  { id, plan }: { id: number; plan: Plan },
  base: Plan | null,
): Promise<Compared> {
  const listed = await planById(db, id);
  if (!listed) throw notFound(databaseTexts.notFound);
  const { kind, number, figures, premises } = listed;
  const today = plantDate(clock());
  const { worst_days } = await latePage(db, plan, today, { limit: 0, offset: 0 });
  return {
    id,
    kind,
    number,
    name: planName(listed),
    ...(figures ?? NOTHING_PLANNED),
    premises: premises.map(({ text }) => text),
    worst_late_days: worst_days,
    furnace_fill: await weightFill(db, plan),
    ...(await db.transaction((trx) => overWholeTables(trx, () => workOf(trx, plan, today)))),
    beside_base: base === null ? null : { ...(await movedBetween(db, plan, base)), ...(await effectsOf(db, plan, base)) },
  };
}
