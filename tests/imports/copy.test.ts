import { expect, test } from 'vitest';
import { copyFrom } from '../../server/db/backup/copy.ts';
import { ownDatabase } from '../support/database.ts';
import { importer } from './support.ts';

const database = ownDatabase();

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test('texts of every kind travel unchanged', async () => {
  const names = [
    'a\tb',
    'back\\slash',
    '\\N',
    '\\.',
    'line\nbreak',
    '"quoted", comma',
    '{braces}',
    '髙﨑①㈱〜',
    '𠮷野家',
    "it's",
    '%_',
    'é',
  ];
  const run = importer(database.knex);
  const answer = await run.rows(
    'outsourcings',
    names.map((name, index) => ({ outsourcing_code: `G${index}`, name })),
  );
  expect(answer).toMatchObject({ errors: [], warnings: [], imported: names.length });
  expect(await database.knex('outsourcings').orderBy('id').pluck('name')).toEqual(names);
});

test('pieces that fail call the copy off, and the transaction can be left as usual', async () => {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield bytes('T1\tT1\tone\n');
    throw new Error('the thread died');
  }
  const copied = database.knex.transaction((trx) => copyFrom(trx, 'copy tasks (task_code, code_key, task_name) from stdin', pieces()));
  await expect(copied).rejects.toThrow('the thread died');
  expect(await database.knex('tasks')).toEqual([]);
});

test('what the database refuses is thrown, and the connection goes on', async () => {
  const many = Array.from({ length: 200 }, (_, index) => bytes(`T${index % 2}\tT${index % 2}\t${'x'.repeat(10_000)}\n`));
  await expect(
    database.knex.transaction((trx) => copyFrom(trx, 'copy tasks (task_code, code_key, task_name) from stdin', many)),
  ).rejects.toMatchObject({ code: '23505' });
  expect(await database.knex('tasks')).toEqual([]);
  await database.knex.transaction((trx) =>
    copyFrom(trx, 'copy tasks (task_code, code_key, task_name) from stdin', [bytes('T1\tT1\tone\n')]),
  );
  expect(await database.knex('tasks').pluck('task_code')).toEqual(['T1']);
});
