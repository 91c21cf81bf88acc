import type { Knex } from 'knex';
import type { Body, Success } from '../../contract/handlers.ts';
import { recordAudit } from '../../db/audit.ts';
import { transaction } from '../../db/errors.ts';
import { announce } from '../../db/events.ts';
import { lockRow } from '../../db/table.ts';
import { MOST_SCENARIOS } from '../../domain/ground/constants.ts';
import { conflict, invalid, notFound } from '../../domain/ground/errors.ts';
import { trimmed } from '../../domain/ground/fold.ts';
import { plantDate } from '../../domain/ground/plant-time.ts';
import { premisesText } from '../../domain/texts/plan/premises.ts';
import { SCENARIO_TEXTS as TEXTS } from '../../domain/texts/plan/scenarios.ts';
import { SCHEDULE_TEXTS } from '../../domain/texts/plan/schedule.ts';
import { databaseTexts } from '../../domain/texts/program/database.ts';
import { namedPlan } from '../plan/plan.service.ts';
import {
  addScenario,
  countPlans,
  dropScenario,
  idlestScenario,
  keepPremises,
  lockBase,
  premisesOf,
  renamePlan,
} from '../plan/publish.service.ts';
import { keptPremises } from '../premises/premises.service.ts';
import { askForScenario, cancelForScenario, isScenarioPending } from '../runs/ask/scenario-runs.service.ts';
import { stalenessOf } from '../runs/story/stale.service.ts';
import { planShown } from '../schedule/plans/plans.service.ts';

type Shown = Success<'getPlan'>;

/** Who changes scenarios. */
interface By {
  employee_id: string;
}

/** Who asks for premises, and when. */
interface Asking extends By {
  now_ms: number;
}

/**
 * Copies a plan as it stands, the published one where none is named, into a scenario: edited like the plan, it never touches it. Throws not found, and a conflict where
 * nothing was planned yet or there are too many.
 */
export const createScenario = (db: Knex, by: Asking, body: Body<'createScenario'>): Promise<Shown> =>
  transaction(db, (trx) => makeScenario(trx, by, body));

/** The same in the caller's transaction. */
export async function makeScenario(trx: Knex.Transaction, { employee_id, now_ms }: Asking, body: Body<'createScenario'>): Promise<Shown> {
  const name = nameOf(body.name);
  const base = await lockBase(trx, body.base ?? undefined);
  if (!base) throw notFound(databaseTexts.notFound);
  if (base.published_at === null) throw conflict(TEXTS.nothing_planned);
  await makeRoom(trx, employee_id, body.anyway);
  const asked = body.premises && (await keptPremises(trx, body.premises, plantDate(now_ms)));
  const id = await addScenario(trx, base, { name, author: employee_id });
  if (asked) await keepPremises(trx, id, asked);
  const premises = await premisesOf(trx, id);
  const made = { name, base: (await namedPlan(trx, base.id))?.name, premises: textOf(premises) };
  await told(trx, { id, actor: employee_id, operation: 'createScenario', old: null, new: made });
  return scenarioShown(trx, id);
}

/** One goes for each that is more than there may be: the one that nobody has looked at for longest, after that was said. Throws a conflict. */
async function makeRoom(trx: Knex.Transaction, employee_id: string, anyway = false): Promise<void> {
  if ((await countPlans(trx, 'scenario')) < MOST_SCENARIOS) return;
  const idlest = await idlestScenario(trx);
  if (!idlest || !anyway) throw conflict(TEXTS.full(MOST_SCENARIOS, idlest?.name), idlest && { id: idlest.id, name: idlest.name });
  await dropScenario(trx, idlest.id);
  await told(trx, { id: idlest.id, actor: employee_id, operation: 'dropScenario', old: { name: idlest.name }, new: null });
}

/** Changes name and premises of a scenario. Throws not found, and a conflict where somebody has changed it since, or it is being planned on its premises. */
export function changeScenario(db: Knex, { employee_id, now_ms }: Asking, id: number, body: Body<'changeScenario'>): Promise<Shown> {
  const name = body.name === undefined ? undefined : nameOf(body.name);
  return transaction(db, async (trx) => {
    const was = await lockScenario(trx, id, body.version);
    const before = await premisesOf(trx, id);
    if (body.premises && (await isScenarioPending(trx, id))) throw conflict(SCHEDULE_TEXTS.pending);
    const premises = body.premises ? await keptPremises(trx, body.premises, plantDate(now_ms)) : before;
    await renamePlan(trx, id, name ?? was);
    if (body.premises) await keepPremises(trx, id, premises);
    const [old, now] = [
      { name: was, premises: textOf(before) },
      { name: name ?? was, premises: textOf(premises) },
    ];
    await told(trx, { id, actor: employee_id, operation: 'changeScenario', old, new: now });
    return planShown(trx, stalenessOf(trx), id);
  });
}

/** A scenario as lists of plans show it. */
export const scenarioShown = (trx: Knex.Transaction, id: number): Promise<Shown> => planShown(trx, stalenessOf(trx), id);

/** Premises in one sentence, for the history. */
const textOf = (premises: readonly { text: string }[]): string => premisesText(premises.map(({ text }) => text));

/** Asks for a scenario to be planned on its premises. Throws not found. */
export const planScenario = (db: Knex, by: By, id: number, seconds: number | undefined): Promise<Shown> =>
  transaction(db, (trx) => planMade(trx, by, id, seconds));

/** The same in the caller's transaction. */
export async function planMade(trx: Knex.Transaction, { employee_id }: By, id: number, seconds?: number): Promise<Shown> {
  await lockScenario(trx, id, undefined);
  await askForScenario(trx, id, seconds, employee_id);
  return scenarioShown(trx, id);
}

/** Stops the planning of a scenario. Throws not found. */
export function cancelScenario(db: Knex, id: number): Promise<Shown> {
  return transaction(db, async (trx) => {
    await lockScenario(trx, id, undefined);
    await cancelForScenario(trx, id);
    return planShown(trx, stalenessOf(trx), id);
  });
}

/** Forgets a scenario. Throws as `changeScenario` does. */
export function removeScenario(db: Knex, { employee_id }: By, id: number, version: number | undefined): Promise<void> {
  return transaction(db, async (trx) => {
    const name = await lockScenario(trx, id, version);
    await cancelForScenario(trx, id);
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
  await announce(trx, { kind: 'scenario', plan: id });
}
