import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { IMPORT_KINDS, type ImportKindName, importKind } from '../../server/domain/files/imports.ts';
import { DomainError } from '../../server/domain/ground/errors.ts';
import { FILE_TEXTS } from '../../server/domain/texts/files/imports.ts';
import { REQUEST_SHEET } from '../../server/domain/texts/outsourcing.ts';
import { decode } from '../../server/files/decode.ts';
import { listSheets, readGrid } from '../../server/files/grid.ts';
import { kindOfFile } from '../../server/files/recognize.ts';
import { writeWorkbook } from '../../server/files/write-sheets.ts';
import { oneSheet, rawParts, rawWorkbook } from './raw-workbook.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const cells = (bytes: Uint8Array, sheet?: string): unknown[][] => readGrid(bytes, { sheet }).rows.map((row) => row.cells);

/** The sentence a file is refused with. */
function refusal(bytes: Uint8Array): string {
  try {
    readGrid(bytes);
  } catch (error) {
    if (error instanceof DomainError) return error.message;
    throw error;
  }
  return 'accepted';
}

describe('a workbook', () => {
  test('gives raw values and marks, never converted by their format', () => {
    const grid = readGrid(
      oneSheet([
        ['見出し', 1.5, true, { date: '2026-04-01' }, { number: 0.0625, format: 'time' }, { number: 1.1, format: 'percent' }],
        [{ error: '#N/A' }, { formula: 'A1', value: 7 }, { formula: 'A1', value: '文字' }, { formula: 'A1' }],
      ]),
    );
    const [time, percent] = [
      { value: 0.0625, mark: 'date' },
      { value: 1.1, mark: 'format', format: { code: '0%', shows: expect.any(Function) } },
    ];
    expect(grid.rows[0]?.cells).toEqual(['見出し', 1.5, true, { value: 46113, mark: 'date' }, time, percent]);
    expect(grid.rows[1]?.cells).toEqual([{ value: '#N/A', mark: 'error' }, 7, '文字', { value: null, mark: 'no_value' }]);
  });

  test('joins the runs of a rich text and leaves its furigana out', () => {
    expect(cells(oneSheet([[{ runs: ['鋳', '造'], furigana: 'チュウゾウ' }, '次']]))).toEqual([['鋳造', '次']]);
  });

  test('reads inline strings, escaped characters and cells without a reference', () => {
    const xml =
      '<c t="inlineStr"><is><r><t>前</t></r><rPh sb="0" eb="1"><t>マエ</t></rPh><r><t>後</t></r></is></c><c><v>3</v></c><c r="D1" t="str"><v>a_x000D_b</v></c>';
    expect(cells(oneSheet([[{ xml }]]))).toEqual([['前後', 3, null, 'a\rb']]);
  });

  test('keeps row numbers, hidden rows and merges, and skips what is empty', () => {
    const grid = readGrid(oneSheet([['a'], [null], [''], ['b', '']], { firstRow: 3, hiddenRows: [6], merges: ['A3:B4'] }));
    expect(grid.rows).toEqual([
      { row: 3, cells: ['a'] },
      { row: 6, cells: ['b'], hidden: true },
    ]);
    expect(grid.merges).toEqual([{ top: 3, bottom: 4, left: 0, right: 1 }]);
  });

  test('with a prefix before each element, or in the strict form, reads the same', () => {
    const parts = rawParts({ sheets: [{ name: 'S', rows: [['x', 2]] }] });
    const prefixed = Object.fromEntries(
      Object.entries(parts).map(([name, part]) => {
        const text = new TextDecoder().decode(part);
        const inner = name.startsWith('xl/w') && name.endsWith('.xml') && !name.includes('rels');
        const strict = text.replaceAll(
          'http://schemas.openxmlformats.org/officeDocument/2006',
          'http://purl.oclc.org/ooxml/officeDocument',
        );
        return [name, strToU8(inner ? strict.replace(/<(\/?)(?!\?)(\w)/g, '<$1x:$2').replace('xmlns=', 'xmlns:x=') : strict)];
      }),
    );
    expect(cells(zipSync(prefixed))).toEqual([['x', 2]]);
  });

  test('is read from the sheet that was asked for, else from the first visible one that is accepted', () => {
    const book = rawWorkbook({
      sheets: [
        { name: '隠し', rows: [['want']], state: 'hidden' },
        { name: '表紙', rows: [['cover']] },
        { name: '本体', rows: [['want', 1]] },
        { name: '控え', rows: [['want', 2]] },
      ],
    });
    const accepts = (rows: { cells: unknown[] }[]): boolean => rows[0]?.cells[0] === 'want';
    expect(readGrid(book, { accepts })).toMatchObject({ sheet: '本体', candidates: ['本体', '控え'] });
    expect(readGrid(book, { accepts: () => false })).toMatchObject({ sheet: '表紙', candidates: [] });
    expect(readGrid(book, { sheet: '隠し' }).rows[0]?.cells).toEqual(['want']);
    expect(listSheets(book).map(({ hidden }) => hidden)).toEqual([true, false, false, false]);
    expect(() => readGrid(book, { sheet: '無い' })).toThrow('シート「無い」が見つかりませんでした。');
  });

  test('written by us is read back as it was, formulas nowhere', async () => {
    const bytes = await writeWorkbook([
      {
        name: '一',
        columns: [{ header: '製番', text: true }, { header: '数' }, { header: '日' }],
        rows: [
          ['=1+1', 2, { date: '2026-04-01' }],
          ['0012', null, null],
        ],
      },
    ]);
    expect(cells(bytes)).toEqual([['製番', '数', '日'], ['=1+1', 2, { value: 46113, mark: 'date' }], ['0012']]);
  });

  test('of many cells is written whole', async () => {
    const rows = Array.from({ length: 11_000 }, (_, index) => [index, `行${index}`]);
    expect(readGrid(await writeWorkbook([{ name: '大', columns: [{ header: 'n' }, { header: 't' }], rows }])).rows.length).toBe(11_001);
  });
});

describe('a file that was harmed', () => {
  test('is refused when it is cut off, or a bit of a value has flipped', () => {
    const whole = oneSheet(Array.from({ length: 50 }, (_, row) => [`値${row}`, row]));
    expect(refusal(whole.subarray(0, whole.length - 30))).toBe(FILE_TEXTS.damaged);
    expect(refusal(whole.subarray(0, 200))).toBe(FILE_TEXTS.damaged);
    for (let at = 40; at < whole.length; at += 97) {
      const flipped = whole.slice();
      flipped[at] = (flipped[at] as number) ^ 0x10;
      const said = refusal(flipped);
      // A flip in a name nobody reads or in a time stamp does no harm; a changed value must never pass.
      if (said === 'accepted') expect(readGrid(flipped).rows).toEqual(readGrid(whole).rows);
    }
  });
});

describe('a CSV file', () => {
  test.each(['cp932', 'euc-jp', 'iso-2022-jp'] as const)('in %s keeps every control character that a browser keeps', (encoding) => {
    // Of ISO-2022-JP, three are its own.
    const own = encoding === 'iso-2022-jp' ? [0x0e, 0x0f, 0x1b] : [];
    const codes = [...Array.from({ length: 32 }, (_, code) => code), 0x7f].filter((code) => !own.includes(code));
    expect(decode(encoding, new Uint8Array(codes))).toBe(String.fromCharCode(...codes));
    const none = [...own, ...Array.from({ length: 32 }, (_, at) => 0x80 + at)];
    expect(none.filter((code) => decode(encoding, new Uint8Array([code])) !== undefined)).toEqual([]);
  });

  test('of letters that only a browser or only Node knows is in neither of that encoding', () => {
    expect(decode('cp932', hex('b1802c'))).toBeUndefined();
    expect(['8ee0', '8ff3a1', '9ab0'].filter((code) => decode('euc-jp', hex(code)) !== undefined)).toEqual([]);
    expect(decode('euc-jp', hex('8eb18fb0a1ada5'))).toBe('ｱ丂⑤');
    expect(decode('iso-2022-jp', hex('1b2849310a1b2842'))).toBeUndefined();
  });

  const partner = [
    ['外注ｺｰﾄﾞ', '外注名'],
    ['K001', '北山加工'],
  ];
  const lines = (parts: string, rows: string[][] = partner): string => rows.map((row) => `${row.join(parts)}\r\n`).join('');
  const hex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'hex'));

  test.each([
    ['euc-jp', hex('b3b0c3ed8eba8eb08ec48ede2cb3b0c3edccbe0d0a4b3030312ccbccbbb3b2c3b9a90d0a')],
    ['cp932', hex('8a4f928dbab0c4de2c8a4f928d96bc0d0a4b3030312c966b8e5289c18d480d0a')],
    ['iso-2022-jp', hex('1b24423330436d1b28493a30445e1b28422c1b24423330436d4c3e1b28420d0a4b3030312c1b24424b4c3b33324339291b28420d0a')],
    ['utf-16le', new Uint8Array(Buffer.from(lines(','), 'utf16le'))],
    ['utf-16be', new Uint8Array(Buffer.from(lines('\t'), 'utf16le').swap16())],
  ])('of few rows in %s is read by its headers', (encoding, bytes) => {
    expect(readGrid(bytes)).toMatchObject({ encoding, rows: partner.map((row) => ({ cells: row })) });
  });

  test.each([
    ['tabs under a title with commas', `外注一覧, 本社, 第1課\r\n2027年4月1日\r\n${lines('\t')}`],
    ['semicolons under a title', `外注一覧\r\n\r\n${lines(';')}`],
    ['semicolons of which a line says so', `sep=;\r\n${lines(';')}`],
    ['bars', lines('|')],
    ['commas under a title with tabs', `外注一覧\t本社\t第1課\r\n${lines(',')}`],
    ['blanks around quotes', '"外注ｺｰﾄﾞ","外注名"\r\n "K001" ,\u3000"北山加工" \t\r\n'],
    ['a mark of order before a quote in the middle', `"外注ｺｰﾄﾞ",外注名\r\n\ufeff"K001",北山加工\r\n`],
    ['single quotes', "'外注ｺｰﾄﾞ','外注名'\r\n'K001','北山加工'\r\n"],
    ['lone carriage returns', lines(',').replaceAll('\r\n', '\r')],
    ['carriage returns before line ends', lines(',').replaceAll('\r\n', '\r\r\n')],
    ['end marks of DOS that touch a row', `${lines(',').replace('\nK', '\n\u001aK').trimEnd()}\u001a`],
  ])('is read with %s', (_, text) => {
    expect(cells(utf8(text)).slice(-2)).toEqual(partner);
  });

  test.each([
    ['2"パイプ', '2"パイプ'],
    ['"北山 "本店" 加工"', '北山 "本店" 加工'],
    ['"北山 \\"本店\\" 加工"', '北山 "本店" 加工'],
    ['"北山 ""本店"""', '北山 "本店"'],
    ['"1,5\n2"', '1,5\n2'],
    ['""', ''],
    ['="0022"', '="0022"'],
  ])('reads the quotes of %s', (written, meant) => {
    expect(cells(utf8(`外注ｺｰﾄﾞ,外注名\r\nK1,${written}\r\nK2,b\r\n`)).slice(1)).toEqual([
      ['K1', meant],
      ['K2', 'b'],
    ]);
  });

  test.each(['K1,"北山\r\nK2,"北野"\r\n', 'K1,"北山\r\nK2,北野\r\n', '"K1,"北山"\r\n"K2","北野"\r\n', 'K1,"北山"本店\r\n"K2","北野"\r\n'])(
    'names the row whose quote is not closed: %s',
    (text) => {
      expect(refusal(utf8(`外注ｺｰﾄﾞ,外注名\r\nK0,b\r\n${text}`))).toBe(FILE_TEXTS.csvQuote(3));
    },
  );

  test('keeps quoted commas and line breaks, numbers rows by record, counts empty lines', () => {
    const grid = readGrid(utf8('a,b\r\n"1,5","x\r\ny"\r\n\r\n,\r\n2,3\r\n'));
    expect(grid.rows).toEqual([
      { row: 1, cells: ['a', 'b'] },
      { row: 2, cells: ['1,5', 'x\r\ny'] },
      { row: 5, cells: ['2', '3'] },
    ]);
  });

  test('keeps the number of cells of each row for the judge', () => {
    expect(cells(utf8('a,b\n1\n1,2,3\n'))).toEqual([['a', 'b'], ['1'], ['1', '2', '3']]);
  });
});

describe('what a file is', () => {
  const headersOf = (kind: ImportKindName): string[] => (importKind(kind)?.columns ?? []).map(({ header }) => header);
  const renamed = (kind: ImportKindName, header: string, to: string[]) => headersOf(kind).flatMap((one) => (one === header ? to : [one]));
  const orders = renamed('orders', '製番_製品ｺｰﾄﾞ', ['製品コード']);
  test.each<[string, string[], ImportKindName | undefined]>([
    ...IMPORT_KINDS.map(({ name }): [string, string[], ImportKindName] => [`${name} with all headers`, headersOf(name), name]),
    ['orders of which a header holds 製品コード, which processes call theirs', orders, 'orders'],
    ['products with a header that is nearly theirs', ['製品コード', '製品名', '得意先'], 'products'],
    ['facilities without their numbers', renamed('facilities', '設備数', []), 'facilities'],
    ['orders without a column', renamed('orders', '製番_材質名', []), 'orders'],
    ['processes, and something beside', ['工程コード', '工程名', '備考', '単価'], 'tasks'],
    ['an answered sheet of a partner', Object.values(REQUEST_SHEET.headers), undefined],
    ['a list of people', ['氏名', '住所', '電話'], undefined],
    ['nothing', ['a', 'b'], undefined],
  ])('%s', (_, headers, kind) => {
    expect(kindOfFile('x.xlsx', oneSheet([headers, headers.map(() => '1')]))).toBe(kind);
  });

  test('a text file parted by semicolons is the kind of its headers', () => {
    expect(kindOfFile('x.csv', utf8('製番;追番;鋳込\r\n1;01;2026/04/20\r\n'))).toBe('castings');
  });
});
