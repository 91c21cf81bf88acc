import { createHash, randomBytes, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Knex } from 'knex';
import type { Attempt, Body, CurrentUser, Success } from '../../contract/handlers.ts';
import { recordAudit } from '../../db/audit.ts';
import { transaction } from '../../db/errors.ts';
import { insertRow, lockRow, updateRow } from '../../db/table.ts';
import type { Db } from '../../db/types.ts';
import { invalid, notFound, unauthorized } from '../../domain/ground/errors.ts';
import { codeKey, trimmed } from '../../domain/ground/fold.ts';
import { type Clock, epochMs, type Instant, toInstant } from '../../domain/ground/plant-time.ts';
import { databaseTexts } from '../../domain/texts/program/database.ts';
import { TERMINALS } from '../../domain/texts/program/terminals.ts';
import {
  activeFacilities,
  deleteTerminal,
  hasName,
  pairedWith,
  type TerminalRow,
  terminalOf,
  touchTerminal,
  useCode,
  writeCode,
} from './terminals.store.ts';

export { heldTokens, listTerminals } from './terminals.store.ts';

type Own = Success<'getOwnTerminal'>;

const CODE_MS = 10 * 60_000;
/** Two codes that are good at the same time are never the same. */
const TRIES = 20;
const NOTED_MS = 60_000;
const PREFIX = 'terminal.';

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');
const ownOf = ({ id, name, facilities, workers }: TerminalRow): Own => ({ id, name, facilities, workers });
/** As the history keeps it. */
const traced = ({ name, facilities, workers }: TerminalRow): object => ({
  name,
  facility_names: facilities.map((place) => place.name),
  workers,
});

interface By {
  actor: string;
}

/** Adds a terminal. Throws field errors. */
export async function addTerminal(db: Knex, form: Body<'createTerminal'>, { actor }: By): Promise<TerminalRow> {
  return transaction(db, async (trx) => {
    const values = await judged(trx, form, undefined);
    const { id } = await insertRow(trx, 'terminals', values);
    const made = await shown(trx, id);
    await recordAudit(trx, { actor, operation: 'createTerminal', kind: 'terminals', key: made.name, old: null, new: traced(made) });
    return made;
  });
}

/** Another name, other facilities. Throws field errors, not found, a conflict where somebody was first. */
export async function changeTerminal(
  db: Knex,
  id: number,
  { version, ...form }: Body<'updateTerminal'>,
  { actor }: By,
): Promise<TerminalRow> {
  return transaction(db, async (trx) => {
    await lockRow(trx, 'terminals', id, version, () => terminalOf(trx, id));
    const before = await shown(trx, id);
    await updateRow(trx, 'terminals', id, await judged(trx, form, id));
    const after = await shown(trx, id);
    await recordAudit(trx, {
      actor,
      operation: 'updateTerminal',
      kind: 'terminals',
      key: after.name,
      old: traced(before),
      new: traced(after),
    });
    return after;
  });
}

/** Cuts a terminal off: its next call is refused. Throws not found, a conflict where somebody was first. */
export async function removeTerminal(db: Knex, id: number, version: number | undefined, { actor }: By): Promise<void> {
  await transaction(db, async (trx) => {
    await lockRow(trx, 'terminals', id, version, () => terminalOf(trx, id));
    const before = await shown(trx, id);
    await deleteTerminal(trx, id);
    await recordAudit(trx, { actor, operation: 'deleteTerminal', kind: 'terminals', key: before.name, old: traced(before), new: null });
  });
}

/** A code that pairs a device with the terminal, once, within ten minutes. Throws not found. */
export async function newCode(
  db: Knex,
  id: number,
  { actor, clock }: By & { clock: Clock },
): Promise<{ code: string; expires_at: Instant }> {
  const until = clock() + CODE_MS;
  return transaction(db, async (trx) => {
    await lockRow(trx, 'terminals', id, undefined);
    const { name } = await shown(trx, id);
    for (let tried = 0; tried < TRIES; tried++) {
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      if (!(await writeCode(trx, id, hashOf(code), until))) continue;
      const made = { code_until: toInstant(until) };
      await recordAudit(trx, { actor, operation: 'createTerminalCode', kind: 'terminals', key: name, old: null, new: made });
      return { code, expires_at: toInstant(until) };
    }
    throw new Error('no free code was found');
  });
}

/** Pairs the calling device by a code, and gives its token. Throws field errors, the same for every code that is not good. */
export async function pair(
  db: Knex,
  typed: string,
  { attempt, clock }: { attempt: Attempt; clock: Clock },
): Promise<{ token: string; terminal: Own }> {
  const secret = randomBytes(32).toString('base64url');
  const token_id = randomUUID();
  const found = await transaction(db, async (trx) => {
    const id = await useCode(trx, hashOf(digitsOf(typed)), { token_id, token_hash: hashOf(secret), nowMs: clock() });
    if (id === undefined) return undefined;
    const paired = await shown(trx, id);
    const { name, paired_at } = paired;
    await recordAudit(trx, { actor: name, operation: 'pairTerminal', kind: 'terminals', key: name, old: null, new: { paired_at } });
    return paired;
  });
  if (!found) {
    await attempt.fail();
    throw invalid({ code: [TERMINALS.codeDead] });
  }
  return { token: `${PREFIX}${token_id}.${secret}`, terminal: ownOf(found) };
}

/** The six digits of a code, however it was typed. */
export const digitsOf = (typed: string): string => codeKey(typed).replace(/\D/g, '');

/** Whether a token is one of a terminal. */
export const isOfTerminal = (token: string): boolean => token.startsWith(PREFIX);

/** The terminal of a token as who calls. Throws unauthorized once it is cut off. */
export async function resolveTerminal(db: Db, token: string, clock: Clock): Promise<CurrentUser> {
  const [, tokenId = '', secret = ''] = token.split('.');
  const known = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(tokenId) ? await pairedWith(db, tokenId) : undefined;
  if (!known || !timingSafeEqual(Buffer.from(known.token_hash), Buffer.from(hashOf(secret)))) throw unauthorized(TERMINALS.cutOff);
  const now = clock();
  if (now - epochMs(known.seen_at) > NOTED_MS) await touchTerminal(db, known.id, now);
  return {
    // No employee has such an id: what counts calls by person counts those of a terminal apart.
    id: -known.id,
    employee_id: known.name,
    name: known.name,
    name_furigana: '',
    // Of people's roles the one that only reads; the guard asks for what the contract gives terminals.
    permission: 'manager',
    jti: tokenId,
    token_expires_at: Number.MAX_SAFE_INTEGER,
    terminal: { facilities: known.facility_ids },
  };
}

/** What a terminal is told of itself. Throws unauthorized once it is cut off. */
export async function ownTerminal(db: Db, { id }: CurrentUser): Promise<Own> {
  const row = await terminalOf(db, -id);
  if (!row) throw unauthorized(TERMINALS.cutOff);
  return ownOf(row);
}

async function shown(db: Db, id: number): Promise<TerminalRow> {
  const row = await terminalOf(db, id);
  if (!row) throw notFound(databaseTexts.notFound);
  return row;
}

/** Names as they were typed, each once. */
const namesOf = (typed: readonly string[]): string[] => [...new Set(typed.map(trimmed).filter((name) => name !== ''))];

/** The columns of what was given. Throws field errors. */
async function judged(
  trx: Db,
  form: { name?: string; facility_ids?: number[]; workers?: string[] },
  id: number | undefined,
): Promise<Record<string, unknown>> {
  const name = form.name === undefined ? undefined : trimmed(form.name);
  const facilities = form.facility_ids && (await activeFacilities(trx, form.facility_ids));
  const key = name === undefined ? undefined : codeKey(name);
  if (name === '') throw invalid({ name: [TERMINALS.required] });
  if (key !== undefined && (await hasName(trx, key, id))) throw invalid({ name: [TERMINALS.nameTaken] });
  if (facilities && facilities.length < new Set(form.facility_ids).size) throw invalid({ facility_ids: [TERMINALS.facilityUnknown] });
  return {
    ...(name === undefined ? {} : { name, name_key: key }),
    ...(facilities ? { facility_ids: facilities } : {}),
    ...(form.workers ? { workers: namesOf(form.workers) } : {}),
  };
}
