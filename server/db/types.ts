import type { Knex } from 'knex';

/** A database or a transaction on it: whoever opens the transaction passes it down. */
export type Db = Knex | Knex.Transaction;
