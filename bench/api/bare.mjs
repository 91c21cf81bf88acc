import { readFileSync } from 'node:fs';
import express from 'express';
import pg from 'pg';

/**
 * What one would write in an afternoon: Express and a pool, no session, no validation, no headers. `GET|POST|PATCH /NAME/N` runs the
 * statements that the program itself ran for the N-th variant of the call NAME, and answers their rows as JSON. A read's statements go side by
 * side, a write's one after another in its transaction. `node bare.mjs URL STATEMENTS.json CONNECTIONS`; prints its port.
 */
const [url, file, connections] = process.argv.slice(2);
const calls = JSON.parse(readFileSync(file, 'utf8'));
/** A row that stands from the time before must not end the statement that adds it. */
const repeatable = (text) =>
  /^insert(?!.* on conflict )/is.test(text) ? text.replace(/(?= returning |$)/i, ' on conflict do nothing') : text;
for (const variants of Object.values(calls)) for (const statement of variants.flat()) statement.text = repeatable(statement.text);
const asText = (text) => text;
const types = {
  // Days and instants stay texts, as the program has them: making them into objects would only slow this server down.
  getTypeParser: (oid, format) => (oid === 1082 || oid === 1184 ? asText : pg.types.getTypeParser(oid, format)),
};
const pool = new pg.Pool({ connectionString: url, max: Number(connections), types, options: '-c timezone=Asia/Tokyo' });

async function inTransaction(statements) {
  const client = await pool.connect();
  try {
    let rows = [];
    for (const { text, values } of statements) rows = (await client.query(text, values)).rows;
    return rows;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

const app = express();
app.all('/:name/:variant', async (request, response) => {
  const statements = calls[request.params.name][Number(request.params.variant)];
  if (statements.some(({ text }) => /^begin/i.test(text))) {
    response.json(await inTransaction(statements));
    return;
  }
  const results = await Promise.all(statements.map(({ text, values }) => pool.query(text, values)));
  response.json(results.length === 1 ? results[0].rows : results.map(({ rows }) => rows));
});
const server = app.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
