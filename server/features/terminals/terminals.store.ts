import { bound } from '../../db/bound.ts';
import type { PageBounds } from '../../db/list.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/types.ts';
import { type Instant, toInstant } from '../../domain/ground/plant-time.ts';

/** A facility of a terminal. */
interface Place {
  id: number;
  name: string;
}

/** A terminal as people see it. */
export interface TerminalRow {
  id: number;
  name: string;
  facilities: Place[];
  workers: string[];
  paired_at: Instant | null;
  seen_at: Instant | null;
  version: number;
}

const SHOWN = `t.id, t.name, t.workers, t.paired_at, t.seen_at, t.version,
  coalesce((select json_agg(json_build_object('id', f.id, 'name', f.facility_name) order by f.facility_code, f.id)
    from facilities f where f.id = any(t.facility_ids) and f.active), '[]') as facilities`;

/** A page of the terminals by name, and how many there are. */
export async function listTerminals(db: Db, { limit, offset }: PageBounds): Promise<{ count: number; rows: TerminalRow[] }> {
  const [{ rows }, counted] = await Promise.all([
    db.raw(`select ${SHOWN} from terminals t order by t.name_key, t.id limit ? offset ?`, [limit, offset]),
    db('terminals').count({ count: '*' }).first(),
  ]);
  return { count: Number(counted?.count ?? 0), rows };
}

/** The terminal; undefined where there is none. */
export async function terminalOf(db: Db, id: number): Promise<TerminalRow | undefined> {
  const { rows } = await db.raw(`select ${SHOWN} from terminals t where t.id = ?`, [id]);
  return rows[0];
}

/** Those of these facilities that are there and active. */
export const activeFacilities = (db: Db, ids: readonly number[]): Promise<number[]> =>
  db('facilities')
    .whereIn('id', [...ids])
    .where({ active: true })
    .pluck('id');

/** Whether another terminal has the name. */
export const hasName = async (db: Db, name_key: string, except: number | undefined): Promise<boolean> => {
  const query = db('terminals').where({ name_key });
  return (await (except === undefined ? query : query.whereNot({ id: except })).first('id')) !== undefined;
};

/** Removes a terminal. */
export const deleteTerminal = async (trx: Db, id: number): Promise<void> => {
  await trx('terminals').where({ id }).delete();
};

/** Keeps a code of a terminal in the place of its former one; false where another terminal has the same. */
export async function writeCode(trx: Db, id: number, code_hash: string, untilMs: number): Promise<boolean> {
  const { rowCount } = (await trx.raw(
    `update terminals set code_hash = :code_hash, code_until = :until::timestamptz
     where id = :id and not exists (select 1 from terminals other where other.code_hash = :code_hash and other.id <> :id)`,
    { id, code_hash, until: toInstant(untilMs) },
  )) as { rowCount: number };
  return rowCount === 1;
}

/** Uses a code up for this token: the id of its terminal, undefined where the code is void. What the terminal was paired with before is cut off. */
export async function useCode(
  trx: Db,
  code_hash: string,
  token: { token_id: string; token_hash: string; nowMs: number },
): Promise<number | undefined> {
  const { nowMs, ...named } = token;
  const { rows } = await trx.raw(
    `update terminals set code_hash = null, code_until = null, token_id = :token_id::uuid, token_hash = :token_hash, paired_at = :now::timestamptz,
       seen_at = :now::timestamptz, version = version + 1
     where code_hash = :code_hash and code_until > :now::timestamptz returning id`,
    { ...named, code_hash, now: toInstant(nowMs) },
  );
  return rows[0]?.id;
}

/** A terminal as its own calls need it. */
export interface PairedTerminal {
  id: number;
  name: string;
  facility_ids: number[];
  token_hash: string;
  seen_at: Instant;
}

/** The terminal of a token. */
export async function pairedWith(db: Db, tokenId: string): Promise<PairedTerminal | undefined> {
  const { rows } = await prepared<PairedTerminal>(
    db,
    'select id, name, facility_ids, token_hash, seen_at from terminals where token_id = ?::uuid',
    [tokenId],
  );
  return rows[0];
}

/** Notes that a terminal has called. */
export const touchTerminal = async (db: Db, id: number, nowMs: number): Promise<void> => {
  await db('terminals')
    .where({ id })
    .update({ seen_at: toInstant(nowMs) });
};

/** Those of these tokens that terminals hold. */
export async function heldTokens(db: Db, tokenIds: readonly string[]): Promise<string[]> {
  const { rows } = await db.raw('select token_id from terminals where token_id = any(?::uuid[])', bound([tokenIds]));
  return rows.map(({ token_id }: { token_id: string }) => token_id);
}
