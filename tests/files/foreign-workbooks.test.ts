import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { FILE_TEXTS } from '../../server/domain/texts/files/imports.ts';
import { listSheets, readGrid, readSheets } from '../../server/files/grid.ts';
import { oneSheet, type RawBook, rawParts, rawWorkbook } from './raw-workbook.ts';

/** Workbooks as other programs write them, which Excel opens. */

const cells = (bytes: Uint8Array): unknown[][] => readGrid(bytes).rows.map((row) => row.cells);
const NO_VALUE = { value: null, mark: 'no_value' };

describe('parts of a workbook', () => {
  const plain: RawBook = { sheets: [{ name: 'S', rows: [['a', { date: '2026-04-01' }]] }] };
  const expected = [['a', { value: 46_113, mark: 'date' }]];
  const renamed = (name: (part: string) => string, target = (text: string): string => text): Uint8Array =>
    zipSync(
      Object.fromEntries(
        Object.entries(rawParts(plain)).map(([part, bytes]) => {
          const text = new TextDecoder().decode(bytes);
          const changed = part.endsWith('.rels') ? text.replace(/Target="([^"]*)"/g, (_, one: string) => `Target="${target(one)}"`) : text;
          return [name(part), new TextEncoder().encode(changed)];
        }),
      ),
    );

  test.each([
    ['in capitals', renamed((part) => part.replace('sharedStrings', 'SharedStrings').replace('worksheets/s', 'Worksheets/S'))],
    ['all in capitals', renamed((part) => part.toUpperCase())],
    [
      'parted by backslashes',
      renamed(
        (part) => part.replaceAll('/', '\\'),
        (target) => target.replaceAll('/', '\\'),
      ),
    ],
    [
      'with a slash or a dot in front',
      renamed(
        (part) => (part.includes('styles') ? `/${part}` : `./${part}`),
        (target) => `./${target}`,
      ),
    ],
    [
      'named from the root',
      renamed(
        (part) => part,
        (target) => `/xl/${target}`.replace('/xl/xl', '/xl'),
      ),
    ],
    [
      'named from the root without a slash',
      renamed(
        (part) => part,
        (target) => `xl/${target}`.replace('xl/xl', 'xl'),
      ),
    ],
    [
      'as addresses',
      renamed(
        (part) => part.replace('sheet1', 'sheet 1'),
        (target) => target.replace('sheet1', 'sheet%201'),
      ),
    ],
    [
      'that no relation names',
      renamed(
        (part) => part,
        (target) => target.replace(/^(?:styles|sharedStrings).xml$/, 'none.xml'),
      ),
    ],
  ])('are found %s', (_, bytes) => expect(cells(bytes)).toEqual(expected));

  test('name their sheets as their codes say', () => {
    const bytes = rawWorkbook({ sheets: [{ name: '_x005F_x0041_', rows: [['a']] }] });
    expect(listSheets(bytes)).toEqual([{ name: '_x0041_', hidden: false }]);
  });
});

describe('an archive with the directory of zip64', () => {
  /** The end record of 64 bits and its locator before the end, all ones in the latter and in the entries. */
  function zip64(bytes: Uint8Array): Uint8Array {
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    const end = bytes.length - 22;
    const [count, directory] = [view.getUint16(end + 10, true), view.getUint32(end + 16, true)];
    const entries: number[] = [];
    for (let at = directory, index = 0; index < count; index += 1) {
      const size = 46 + view.getUint16(at + 28, true);
      const extra = new DataView(new ArrayBuffer(28));
      extra.setUint16(0, 1, true);
      extra.setUint16(2, 24, true);
      for (const [place, field] of [24, 20, 42].entries())
        extra.setBigUint64(4 + place * 8, BigInt(view.getUint32(at + field, true)), true);
      const entry = new DataView(bytes.slice(at, at + size).buffer);
      for (const field of [20, 24, 42]) entry.setUint32(field, 0xffff_ffff, true);
      entry.setUint16(30, 28, true);
      entries.push(...new Uint8Array(entry.buffer), ...new Uint8Array(extra.buffer));
      at += size + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    }
    const last = new DataView(new ArrayBuffer(56 + 20 + 22));
    const long = directory + entries.length;
    last.setUint32(0, 0x06064b50, true);
    last.setBigUint64(32, BigInt(count), true);
    last.setBigUint64(48, BigInt(directory), true);
    last.setUint32(56, 0x07064b50, true);
    last.setBigUint64(64, BigInt(long), true);
    last.setUint32(76, 0x06054b50, true);
    last.setUint16(86, 0xffff, true);
    last.setUint32(92, 0xffff_ffff, true);
    return Uint8Array.from([...bytes.subarray(0, directory), ...entries, ...new Uint8Array(last.buffer)]);
  }

  test('is read, and refused where it lies', () => {
    const bytes = zip64(oneSheet([['a', 1]]));
    expect(cells(bytes)).toEqual([['a', 1]]);
    const lying = bytes.slice();
    new DataView(lying.buffer).setBigUint64(lying.length - 98 + 32, 2_000n, true);
    expect(() => readGrid(lying)).toThrow(FILE_TEXTS.tooMuchContent);
    new DataView(lying.buffer).setBigUint64(lying.length - 42 + 8, 0xffff_ffff_ffffn, true);
    expect(() => readGrid(lying)).toThrow(FILE_TEXTS.damaged);
  });
});

describe('references of cells', () => {
  const row = (xml: string, number = ' r="1"'): Uint8Array =>
    rawWorkbook({
      sheets: [],
      parts: {
        'xl/workbook.xml': '<workbook><sheets><sheet name="S" id="rId1"/></sheets></workbook>',
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row${number}>${xml}</row></sheetData><mergeCells><mergeCell ref="b3:$C$5"/></mergeCells></worksheet>`,
      },
    });

  test.each([
    ['small letters', '<c r="a1"><v>1</v></c><c r="c1"><v>3</v></c>'],
    ['dollar signs', '<c r="$A$1"><v>1</v></c><c r="$C1"><v>3</v></c>'],
    ['none', '<c><v>1</v></c><c/><c><v>3</v></c>'],
    ['some only', '<c r="A1"><v>1</v></c><c/><c><v>3</v></c>'],
    ['another order', '<c r="C1"><v>3</v></c><c r="A1"><v>1</v></c>'],
  ])('may have %s', (_, xml) => {
    const grid = readGrid(row(xml));
    expect(grid.rows).toEqual([{ row: 1, cells: [1, null, 3] }]);
    expect(grid.merges).toEqual([{ left: 1, right: 2, top: 3, bottom: 5 }]);
  });

  test('say where a row without a number stands', () => {
    expect(readGrid(row('<c r="a7"><v>1</v></c>', '')).rows).toEqual([{ row: 7, cells: [1] }]);
  });

  test.each(['R1C1', '1A', 'A1:B1', ''])('that are none (%s) are no guess', (r) => {
    expect(() => readGrid(row(`<c r="${r}"><v>1</v></c>`))).toThrow(FILE_TEXTS.damaged);
  });
});

describe('formulas that nobody computed', () => {
  const asks = 'calcId="124519" fullCalcOnLoad="1"';
  const book = (rows: readonly (readonly string[])[], calc: string | undefined = asks): unknown[][] =>
    cells(
      rawWorkbook({
        sheets: [{ name: 'S', rows: rows.map((xml) => xml.map((one) => ({ xml: one }))) }],
        ...(calc === undefined ? {} : { calc }),
      }),
    );
  const zero = (r: string) => `<c r="${r}"><f>B1*30</f><v>0</v></c>`;

  test.each([
    ['zero', '<f>B1</f><v>0</v>', ''],
    ['zero with decimals', '<f>B1</f><v>0.0</v>', ''],
    ['an empty text', '<f>B1</f><v></v>', ' t="str"'],
    ['an empty value', '<f>B1</f><v/>', ''],
    ['blanks', '<f>B1</f><v> </v>', ''],
    ['nothing', '<f>B1</f>', ''],
    ['a shared formula', '<f t="shared" si="0"/><v>0</v>', ''],
    ['a formula of an array', '<f t="array" ref="A1">B1</f><v>0</v>', ''],
  ])('have no value: %s', (_, xml, type) => {
    expect(book([[`<c r="A1"${type}>${xml}</c>`, '<c r="B1"><v>4</v></c>']])).toEqual([[NO_VALUE, 4]]);
  });

  test('have none where no program says that it computes', () => expect(book([[zero('A1')]], undefined)).toEqual([[NO_VALUE]]));

  test('have their zeros where somebody computed: in the column, or in a workbook that does not ask for it', () => {
    const other = '<c r="A2"><f>B2*30</f><v>60</v></c>';
    expect(book([[zero('A1')], [other]])).toEqual([[0], [60]]);
    expect(book([[zero('A1')]], 'calcId="191029"')).toEqual([[0]]);
    expect(book([[zero('A1'), '<c r="B1"><f>C1</f><v>3</v></c>']])).toEqual([[NO_VALUE, 3]]);
  });

  test('leave blanks that were computed', () => {
    expect(book([['<c r="A1" t="str"><f>IF(C1="","",C1)</f><v></v></c>', '<c r="B1"><f>C1</f><v>3</v></c>']])).toEqual([[null, 3]]);
  });

  test('leave the other cells of an array without one as well', () => {
    const array = (value: string) => [
      ['<c r="A1"><v>1</v></c>', `<c r="B1"><f t="array" ref="B1:B3">A1:A3*2</f>${value}</c>`],
      ['<c r="A2"><v>2</v></c>', value === '' ? '' : '<c r="B2"><v>0</v></c>'],
      ['<c r="A3"><v>3</v></c>'],
    ];
    expect(book(array('<v>0</v>')).slice(0, 2)).toEqual([
      [1, NO_VALUE],
      [2, NO_VALUE],
    ]);
    expect(book(array(''), 'calcId="1"')).toEqual([
      [1, NO_VALUE],
      [2, NO_VALUE],
      [3, NO_VALUE],
    ]);
  });
});

test('what is no number is an error of its cell, not of the file', () => {
  const xml = ['NaN', '-INF', 'Infinity'].map((value, at) => `<c r="${'ABC'[at]}1"><v>${value}</v></c>`).join('');
  expect(cells(oneSheet([[{ xml }]]))).toEqual([[1, 2, 3].map(() => ({ value: '#NUM!', mark: 'error' }))]);
});

test('a day in words (t="d") bears the mark of a date, computed or not', () => {
  const xml = '<c r="A1" t="d"><v>2026-03-12T00:00:00</v></c><c r="B1" t="d"><f>TODAY()</f><v>2026-03-12</v></c>';
  expect(cells(oneSheet([[{ xml }]]))).toEqual([
    [
      { value: '2026-03-12T00:00:00', mark: 'date' },
      { value: '2026-03-12', mark: 'date' },
    ],
  ]);
});

test('all sheets of a file are read as a reader sees them: codes with the zeros of their format, numbers as numbers', () => {
  const [lot, code, count, percent] = [
    { value: 1, code: '00' },
    { value: 101, code: '"G"000' },
    { value: 1_234, code: '#,##0.00' },
    { value: 0.5, code: '0%' },
  ];
  expect(readSheets(oneSheet([[lot, code, count, percent, '北山']]), 9)[0]?.rows[0]?.cells).toEqual(['01', 'G101', 1_234, 0.5, '北山']);
});
