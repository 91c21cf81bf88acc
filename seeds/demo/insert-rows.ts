import type { Knex } from 'knex';

const CHUNK_ROWS = 10_000;

/** Runs `insert … select … from rows` over the rows; `columns` types them as in a table, `n` keeps their order. */
export async function insertRows(trx: Knex.Transaction, columns: string, insert: string, rows: readonly object[]): Promise<void> {
  for (let from = 0; from < rows.length; from += CHUNK_ROWS) {
    const chunk = rows.slice(from, from + CHUNK_ROWS).map((row, n) => ({ ...row, n }));
    const source = `with rows as (select * from jsonb_to_recordset(?::jsonb) as r(n integer, ${columns}))`;
    await trx.raw(`${source} ${insert}`, [JSON.stringify(chunk)]);
  }
}
