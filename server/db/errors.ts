import type { Knex } from 'knex';
import { conflict, DomainError, refused, unavailable } from '../domain/ground/errors.ts';
import { databaseTexts } from '../domain/texts/program/database.ts';
import { inTransaction } from './last-word.ts';
import type { Db } from './types.ts';

/** SQLSTATE classes and codes that mean something to a caller. */
const SERIALIZATION = new Set(['40001', '40P01']);
const LOCKED = new Set(['55P03', '55006']);
const GONE = new Set(['57P01', '57P02', '57P03', '57P05', '25P03', '53100', '53200', '53300', '58030']);
const SOCKET = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN']);
const OUT_OF_RANGE = new Set(['22003', '22008', '22P05', '22021']);
/** SQLSTATE of a server that starts up, recovers or shuts down. */
export const CANNOT_CONNECT_NOW = '57P03';
/** The client's words, without a code, for no answer in time and for a closed connection. */
const SILENT =
  /connection timeout|timeout expired|Query read timeout|timeout exceeded when trying to connect|Timeout acquiring a connection|Unable to acquire a connection/i;
const CUT = /Connection terminated|Connection ended|not queryable/i;
const ATTEMPTS = 4;

/** The SQLSTATE (or socket error code) of an error of the database client. */
export function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}

/** Whether the connection was closed, by a proxy or the server, without a word why. */
export const isCut = (error: unknown): boolean =>
  error instanceof Error && codeOf(error) === undefined && CUT.test(error.message) && !SILENT.test(error.message);

const NO_SUCH_DATABASE = '3D000';
/** Whether nothing answers there (yet), or it has no such database (yet); an unknown host may be that of a container still to come. */
export const isAbsent = (error: unknown): boolean => {
  const code = codeOf(error) ?? '';
  return SOCKET.has(code) || code === NO_SUCH_DATABASE || isCut(error);
};

/** The constraint that a statement violated. */
export const constraintOf = (error: unknown): string | undefined => (error as { constraint?: string } | null)?.constraint;
export const UNIQUE_VIOLATION = '23505';
export const FOREIGN_KEY_VIOLATION = '23503';

/**
 * The business error that stands for a database error, which is its cause; a defect, which tells a caller nothing, comes back as it is.
 */
export function toDomainError(error: unknown): unknown {
  if (error instanceof DomainError || !(error instanceof Error)) return error;
  const said = meaningOf(error, codeOf(error));
  return said ? Object.assign(said, { cause: error }) : error;
}

const READ_ONLY = '25006';

/** Whether the database cannot do at present what was asked: it is busy, full, read-only or gone. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error) ?? '';
  const said = toDomainError(error);
  return (
    code === READ_ONLY || (said instanceof DomainError && (said.kind === 'unavailable' || LOCKED.has(code) || SERIALIZATION.has(code)))
  );
}

function meaningOf(error: Error, code: string | undefined): DomainError | undefined {
  if (code === undefined) {
    const isLost = SILENT.test(error.message) || CUT.test(error.message) || error.name === 'KnexTimeoutError';
    return isLost ? unavailable(databaseTexts.unavailable) : undefined;
  }
  if (LOCKED.has(code) || SERIALIZATION.has(code)) return conflict(databaseTexts.busy);
  if (code === '57014') return unavailable(databaseTexts.slow);
  if (code.startsWith('08') || GONE.has(code) || SOCKET.has(code)) return unavailable(databaseTexts.unavailable);
  if (code === UNIQUE_VIOLATION) return conflict(databaseTexts.duplicate);
  if (code === FOREIGN_KEY_VIOLATION) return refused(databaseTexts.inUse);
  return OUT_OF_RANGE.has(code) ? refused(databaseTexts.outOfRange) : undefined;
}

/** How a transaction runs. */
export interface TransactionOptions {
  isolation?: 'repeatable read' | 'serializable';
}

/** Runs `work` in a transaction (a savepoint inside one); serialization failures and deadlocks are tried again, thrice. Throws business errors. */
export async function transaction<Result>(
  db: Db,
  work: (trx: Knex.Transaction) => Promise<Result>,
  options: TransactionOptions = {},
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(db, work, options.isolation ? { isolationLevel: options.isolation } : undefined);
    } catch (error) {
      // Inside another transaction only the outermost can begin anew.
      if (db.isTransaction || attempt === ATTEMPTS || !SERIALIZATION.has(codeOf(error) ?? '')) throw toDomainError(error);
      await new Promise((resolve) => setTimeout(resolve, 10 * attempt * attempt));
    }
  }
}
