import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { endOf } from '../../server/domain/ground/cut.ts';
import { readGrid } from '../../server/files/grid.ts';
import { streamWorkbook } from '../../server/files/stream-workbook.ts';
import { sheetNamer, workbookText } from '../../server/files/workbook-text.ts';
import { writeWorkbook } from '../../server/files/write-sheets.ts';
import { libreOffice } from '../support/libre-office.ts';

const FORMULAS = ['=1+1', '+81', '-5', '@x', '\tx', '\rx', '＝Ａ１'];
const TEXTS = ['026X0001', 'a=b', '01', '部品 <&">', '_x000D_', 'a\u0001b', '二行\n目'];
/** What XML does not take, what reads as a code of it, and what programs confuse with either. */
const ODD = [
  ...['a\uffffb', 'a\ufffeb', 'a\u0000b', 'a\u000bb', 'a\u0085b', 'a\r\nb', 'a\rb'],
  ...['_x0041_', '_x005F_x0041_', '__x0041__x0042_', '_X0041_', '_x004_', '_x41_', '_x\uffff_'],
  ...['𠮷野家', '\u{1ffff}', '\ufdd0', '葛\u{e0100}', "a'b", '&amp;', ']]>'],
];

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

describe('texts of every kind', () => {
  const plain = () => writeWorkbook([{ name: 'S', columns: [{ header: 'h' }, { header: 'r' }], rows: ODD.map((text) => [text, text]) }]);
  const streamed = () =>
    streamWorkbook(async (book) => {
      const sheet = book.add('S', { headerFooter: { oddFooter: `&L${ODD[0]}` } });
      sheet.addRow(['h', 'r']).commit();
      for (const text of ODD) {
        const row = sheet.addRow([text, { richText: [{ text }] }]);
        // A merged cell shows the text of its first.
        sheet.mergeCells(`A${row.number}:A${row.number}`);
        row.commit();
      }
      const row = sheet.addRow(['_x0041_']);
      sheet.mergeCells(`A${row.number}:B${row.number}`);
      row.commit();
    });

  test('come back as they were, whichever writer wrote them', async () => {
    const both = ODD.map((text) => [text, text]);
    expect(readGrid(await plain()).rows.map(({ cells }) => cells)).toEqual([['h', 'r'], ...both]);
    const { rows } = readGrid(await streamed());
    expect(rows.slice(1, -1).map(({ cells }) => cells)).toEqual(both);
    expect(rows.at(-1)?.cells[0]).toBe('_x0041_');
    expect(partOf(await streamed(), 'xl/worksheets/sheet1.xml')).toContain('<oddFooter>&amp;La_xFFFF_b</oddFooter>');
  });

  const office = libreOffice();
  test.runIf(office)('stand in LibreOffice, none of the workbooks cut off', async () => {
    const books = await office!.read(await plain(), await streamed());
    for (const rows of books)
      expect(rows.map(([text]) => text).slice(0, ODD.length + 1)).toEqual(['h', ...ODD.map((text) => text.replace('\r\n', '\n'))]);
  });
});

test('a text that is longer than a cell takes is cut at a whole character, half of one is none', () => {
  expect(workbookText('𠮷'.repeat(20_000))).toBe('𠮷'.repeat(16_383));
  expect(['a\ud800b', '\udc00a', 'a\ud83d'].map(workbookText)).toEqual(['a\ufffdb', '\ufffda', 'a\ufffd']);
});

test('sheets bear names that Excel takes, each its own, cut between characters', () => {
  const nameOf = sheetNamer('無名');
  expect(nameOf('[a]:b*c?d/e\\f')).toBe('a  b c d e f');
  expect(nameOf("'x'\uffff_x0041_")).toBe('x   x0041_');
  expect(nameOf('')).toBe('無名');
  expect(nameOf("''")).toBe('無名(2)');
  expect(nameOf('History')).toBe('History(2)');
  expect(nameOf(`${'あ'.repeat(30)}𠮷野`)).toBe('あ'.repeat(30));
  expect(nameOf(`${'あ'.repeat(30)}い`)).toBe(`${'あ'.repeat(30)}い`);
  expect(nameOf(`${'あ'.repeat(30)}いう`)).toBe(`${'あ'.repeat(28)}(2)`);
  expect(sheetNamer('炉', endOf)(`𠮷${'1'.repeat(30)}`, ' (2)')).toBe(`${'1'.repeat(27)} (2)`);
});
