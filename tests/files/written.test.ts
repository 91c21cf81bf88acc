import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readGrid } from '../../server/files/grid.ts';
import { streamWorkbook } from '../../server/files/stream-workbook.ts';
import { writeWorkbook } from '../../server/files/write-sheets.ts';

const FORMULAS = ['=1+1', '+81', '-5', '@x', '\tx', '\rx', '＝Ａ１'];
const TEXTS = ['026X0001', 'a=b', '01', '部品 <&">', '_x000D_', 'a\u0001b', '二行\n目'];

const partOf = (bytes: Uint8Array, path: string): string => strFromU8(unzipSync(bytes)[path] as Uint8Array);

/** Whether the cell at `at` of the first sheet carries quotePrefix. */
function isQuoted(bytes: Uint8Array, at: string): boolean {
  const cell = new RegExp(`<c r="${at}"[^>]*>`).exec(partOf(bytes, 'xl/worksheets/sheet1.xml'))?.[0] ?? '';
  const rows = /<cellXfs[\s\S]*<\/cellXfs>/.exec(partOf(bytes, 'xl/styles.xml'))?.[0].match(/<xf [^>]*>/g) ?? [];
  return rows[Number(/ s="(\d+)"/.exec(cell)?.[1] ?? 0)]?.includes('quotePrefix="1"') ?? false;
}

describe('what a workbook holds that looks like a formula is quoted, nothing else is', () => {
  const expected = [...FORMULAS.map(() => true), ...TEXTS.map(() => false), false];

  test('in plain sheets, which give back every text as it was', async () => {
    const rows = [...FORMULAS, ...TEXTS].map((text) => [text]);
    const bytes = await writeWorkbook([{ name: '[一覧]', columns: [{ header: '=見出し', text: true }], rows: [...rows, [-5]] }]);
    // A number among texts stays one when its cell is edited.
    expect(partOf(bytes, 'xl/worksheets/sheet1.xml')).toContain(`<c r="A${rows.length + 2}" s="0"><v>-5</v></c>`);
    expect(expected.map((_, at) => isQuoted(bytes, `A${at + 2}`))).toEqual(expected);
    expect(isQuoted(bytes, 'A1')).toBe(true);
    expect(readGrid(bytes).rows.map(({ cells }) => cells[0])).toEqual(['=見出し', ...FORMULAS, ...TEXTS, -5]);
  });

  test('in workbooks that are streamed, beside the style of the cell', async () => {
    const bytes = await streamWorkbook(async (book) => {
      const sheet = book.add('出力', {});
      for (const value of [...FORMULAS, ...TEXTS, -5]) {
        const row = sheet.addRow([value, value]);
        row.getCell(2).style = { font: { bold: true } };
        row.commit();
      }
      sheet.addRow([{ richText: [{ text: '=1' }] }]).commit();
    });
    for (const column of ['A', 'B']) expect(expected.map((_, at) => isQuoted(bytes, `${column}${at + 1}`))).toEqual(expected);
    expect(isQuoted(bytes, `A${expected.length + 1}`)).toBe(true);
  });
});
