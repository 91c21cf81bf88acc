import type { Knex } from 'knex';
import type { PlanPart } from '../../../domain/plant/plan-inputs.ts';
import { keepPremises, premisesOf } from '../../plan/publish.service.ts';
import type { By } from '../../premises/premises.service.ts';
import { restorePremises, writePremises } from '../../premises/premises.service.ts';
import { keepPrints, knownToPlan, printsOf } from '../../runs/story/stale.service.ts';
import type { WrittenPremises } from './steps.store.ts';

/** Every part of what plans are made from that a premise may come to. */
const PARTS: readonly PlanPart[] = ['holidays', 'availability', 'orders', 'outsourcing', 'settings'];

/** Makes the premises of the plan that was just published true of the plant: the plan knows them, and stands on none any more. Null: it stood on none. */
export async function writeAdopted(trx: Knex.Transaction, plan: number, by: By): Promise<WrittenPremises | null> {
  const premises = await premisesOf(trx, plan);
  if (premises.length === 0) return null;
  const prints = (await printsOf(trx, plan)) ?? null;
  const done = await knownToPlan(trx, PARTS, () => writePremises(trx, premises, by));
  await keepPremises(trx, plan, []);
  return { done, prints };
}

/** Takes back what was written with a plan, which is no longer published and stands on its premises again. Throws a conflict where something of it is otherwise now. */
export async function takeBackAdopted(trx: Knex.Transaction, plan: number, { done, prints }: WrittenPremises, by: By): Promise<void> {
  await restorePremises(trx, done, by);
  await keepPremises(
    trx,
    plan,
    done.map(({ premise }) => premise),
  );
  await keepPrints(trx, plan, prints);
}

/** Writes again what was taken back with a plan, which is published again. Throws as `takeBackAdopted`. */
export async function writeAdoptedAgain(trx: Knex.Transaction, plan: number, { done }: WrittenPremises, by: By): Promise<void> {
  await knownToPlan(trx, PARTS, () => restorePremises(trx, done, by, true));
  await keepPremises(trx, plan, []);
}
