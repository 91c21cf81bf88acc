import type { Knex } from 'knex';
import type { Body, Success } from '../../contract/handlers.ts';
import { recordAudit } from '../../db/audit.ts';
import { transaction } from '../../db/errors.ts';
import { announce } from '../../db/events.ts';
import { lockRow } from '../../db/table.ts';
import { MOST_SCENARIOS } from '../../domain/ground/constants.ts';
import { conflict, invalid, notFound } from '../../domain/ground/errors.ts';
import { trimmed } from '../../domain/ground/fold.ts';
import { SCENARIO_TEXTS as TEXTS } from '../../domain/texts/plan/scenarios.ts';
import { databaseTexts } from '../../domain/texts/program/database.ts';
import { namedPlan } from '../plan/plan.service.ts';
import { addScenario, countPlans, dropScenario, lockBase, renamePlan } from '../plan/publish.service.ts';
import { stalenessOf } from '../runs/story/stale.service.ts';
import { planShown } from '../schedule/plans/plans.service.ts';

type Shown = Success<'getPlan'>;

/** Who changes scenarios. */
interface By {
  employee_id: string;
}

/**
 * Copies a plan as it stands, the published one where none is named, into a scenario: edited like the plan, it never touches it. Throws not found, and a conflict where
 * nothing was planned yet or there are too many.
 */
export function createScenario(db: Knex, { employee_id }: By, body: Body<'createScenario'>): Promise<Shown> {
  const name = nameOf(body.name);
  return transaction(db, async (trx) => {
    const base = await lockBase(trx, body.base ?? undefined);
    if (!base) throw notFound(databaseTexts.notFound);
    if (base.published_at === null) throw conflict(TEXTS.nothing_planned);
    if ((await countPlans(trx, 'scenario')) >= MOST_SCENARIOS) throw conflict(TEXTS.full(MOST_SCENARIOS));
    const id = await addScenario(trx, base, { name, author: employee_id });
    await told(trx, {
      id,
      actor: employee_id,
      operation: 'createScenario',
      old: null,
      new: { name, base: (await namedPlan(trx, base.id))?.name },
    });
    return planShown(trx, stalenessOf(trx), id);
  });
}

/** Calls a scenario otherwise. Throws not found, and a conflict where somebody has changed it since. */
export function changeScenario(db: Knex, { employee_id }: By, id: number, body: Body<'changeScenario'>): Promise<Shown> {
  const name = nameOf(body.name);
  return transaction(db, async (trx) => {
    const was = await lockScenario(trx, id, body.version);
    await renamePlan(trx, id, name);
    await told(trx, { id, actor: employee_id, operation: 'changeScenario', old: { name: was }, new: { name } });
    return planShown(trx, stalenessOf(trx), id);
  });
}

/** Forgets a scenario. Throws as `changeScenario` does. */
export function removeScenario(db: Knex, { employee_id }: By, id: number, version: number | undefined): Promise<void> {
  return transaction(db, async (trx) => {
    const name = await lockScenario(trx, id, version);
    await dropScenario(trx, id);
    await told(trx, { id, actor: employee_id, operation: 'dropScenario', old: { name }, new: null });
  });
}

/** Locks a scenario for a change, and gives its name. */
async function lockScenario(trx: Knex.Transaction, id: number, version: number | undefined): Promise<string> {
  const { kind, name } = await lockRow(trx, 'plans', id, version, () => planShown(trx, stalenessOf(trx), id));
  if (kind !== 'scenario') throw notFound(databaseTexts.notFound);
  return String(name);
}

function nameOf(text: string): string {
  const name = trimmed(text);
  if (name === '') throw invalid({ name: [TEXTS.name_missing] });
  return name;
}

/** Says in the history, and to whoever looks at plans, what became of a scenario. */
async function told(
  trx: Knex.Transaction,
  { id, ...said }: { id: number; actor: string; operation: string; old: object | null; new: object | null },
): Promise<void> {
  const named = (state: object | null): object | null => state && { scenario: id, ...state };
  await recordAudit(trx, { ...said, kind: 'plans', key: String(id), old: named(said.old), new: named(said.new) });
  await announce(trx, { kind: 'schedule', plan: id, entries: [], orders: [] });
}
