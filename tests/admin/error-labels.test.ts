import { expect, test } from 'vitest';
import { errorLines } from '../../admin/board/edit/form/task-fields.ts';
import { fieldMapOf } from '../../admin/providers/form-errors.ts';
import { ERROR_DIALOG } from '../../admin/texts/board/board.ts';
import { readDocument } from '../../server/http/router/document.ts';

type Schema = { $ref?: string; allOf?: Schema[]; properties?: Record<string, Schema>; items?: Schema };

type RequestBody = { $ref?: string; content?: Record<string, { schema: Schema }> };

/** Names of all fields of a body, those of its rows too. */
function fieldsOf(schema: Schema | undefined, document: ReturnType<typeof readDocument>): string[] {
  if (!schema) return [];
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1)!;
    return fieldsOf((document.components as { schemas: Record<string, Schema> }).schemas[name], document);
  }
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => [name, ...fieldsOf(inner, document)]);
  return [...own, ...(schema.allOf ?? []).flatMap((part) => fieldsOf(part, document)), ...fieldsOf(schema.items, document)];
}

test('every field that a write of the schedule may refuse has a label in the error dialog', () => {
  const document = readDocument();
  const bodies = Object.entries(document.paths)
    .filter(([path]) => path.startsWith('/api/schedules/'))
    .flatMap(([, item]) => Object.values(item) as { requestBody?: RequestBody }[])
    .map(({ requestBody }) => {
      const name = requestBody?.$ref?.split('/').at(-1);
      const { requestBodies } = document.components as { requestBodies: Record<string, RequestBody> };
      return name ? requestBodies[name] : requestBody;
    });
  const fields = new Set(bodies.flatMap((body) => Object.values(body?.content ?? {}).flatMap(({ schema }) => fieldsOf(schema, document))));
  expect(fields.size).toBeGreaterThan(15);
  expect([...fields].filter((field) => !(field in ERROR_DIALOG.labels))).toEqual([]);
});

test.each<[string, unknown, string[]]>([
  [
    'a line per field: its label and its first message',
    { start_date_date: ['開始日なし', 'x'], version: ['?'] },
    ['工程開始 - 開始日なし', '更新番号 - ?'],
  ],
  ['rows field by field, nothing raw', { moves: [{}, { facility: ['選べません。'] }] }, ['生産設備 - 選べません。']],
  [
    'plain text as that in a list',
    { start_date_date: '開始日なし', facility: ['選べません。'] },
    ['工程開始 - 開始日なし', '生産設備 - 選べません。'],
  ],
  ...[{ error: '立案中です。' }, { version: 3 }, [], null, 'text'].map((body): [string, unknown, string[]] => [
    'nothing of what is no field map',
    body,
    [],
  ]),
])('the error dialog has %s', (_, body, lines) => expect(errorLines(fieldMapOf(body) ?? {})).toEqual(lines));
