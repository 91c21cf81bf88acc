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

test('rows are said field by field, nothing raw', () => {
  expect(errorLines({ moves: [{}, { facility: ['この工程を行えない設備です。'] }] })).toEqual(['生産設備 - この工程を行えない設備です。']);
});

test('a field message as plain text is told as one in a list is; an answer that is no field map is none', () => {
  const lines = (body: unknown) => errorLines(fieldMapOf(body) ?? {});
  expect(lines({ start_date_date: '開始日を設定して下さい。', facility: ['選べません。'] })).toEqual([
    '工程開始 - 開始日を設定して下さい。',
    '生産設備 - 選べません。',
  ]);
  for (const body of [{ error: '立案中です。' }, { version: 3 }, [], null, 'text']) expect(lines(body)).toEqual([]);
});
