import { zipSync } from 'fflate';
import { FILE_TEXTS as TEXTS } from '../../server/domain/texts/files/imports.ts';
import { rawParts } from '../files/raw-workbook.ts';
import { bookWith, changed, GOOD, HEADERS, type HostileFile, parts, SHEET } from './parts.ts';

const CELLS = '<c t="inlineStr"><is><t>02640123</t></is></c><c t="inlineStr"><is><t>01</t></is></c><c s="1"><v>46132</v></c>';
const HEAD = `<row r="1">${HEADERS.map((header) => `<c t="inlineStr"><is><t>${header}</t></is></c>`).join('')}</row>`;
const sheet = (inner: string, { before = '', after = '' } = {}): string =>
  `${before}<worksheet><sheetData>${inner}</sheetData>${after}</worksheet>`;
const rowOf = (attributes: string, cells = CELLS): string => `<row ${attributes}>${cells}</row>`;
const serial = (xml: string): string => `${xml}<c t="inlineStr"><is><t>01</t></is></c><c s="1"><v>46132</v></c>`;
const LAUGHS = `<!DOCTYPE w [<!ENTITY a "ha">${Array.from({ length: 9 }, (_, n) => `<!ENTITY ${'bcdefghij'[n]} "${`&${'abcdefghi'[n]};`.repeat(10)}">`).join('')}]>`;

/** Workbooks whose parts are not what they seem. */
export function hostileWorkbooks(): HostileFile[] {
  const file = (what: string, said: string | null, rows: number, make: () => Uint8Array, more: { large?: true } = {}): HostileFile => ({
    what,
    said,
    rows,
    make,
    ...more,
  });
  const damaged = (what: string, make: () => Uint8Array): HostileFile => file(what, TEXTS.damaged, 0, make);
  const taken = (what: string, make: () => Uint8Array): HostileFile => file(what, null, 1, make);
  const tooWide = (what: string, make: () => Uint8Array): HostileFile => file(what, TEXTS.tooManyColumns(200), 0, make);
  const other = (what: string, make: () => Uint8Array): HostileFile => file(what, TEXTS.notWorkbook, 0, make);
  const withSheet = (xml: string) => () => bookWith({ [SHEET]: xml });
  const ofRows = (rows: string, around = {}) => withSheet(sheet(HEAD + rows, around));
  const inFirst = (xml: string): (() => Uint8Array) => ofRows(rowOf('r="2"', serial(xml)));
  const sheets =
    (count: number, more: object = {}) =>
    () =>
      zipSync(rawParts({ sheets: Array.from({ length: count }, (_, n) => ({ name: `S${n}`, rows: [HEADERS, GOOD], ...more })) }));
  return [
    damaged('a DOCTYPE in the sheet', ofRows(rowOf('r="2"'), { before: '<!DOCTYPE worksheet>' })),
    damaged('a DOCTYPE in the book', () => changed('xl/workbook.xml', (text) => text.replace('<workbook', '<!DOCTYPE workbook><workbook'))),
    damaged('a DOCTYPE in the shared strings', () => changed('xl/sharedStrings.xml', (text) => text.replace('<sst', '<!DOCTYPE sst><sst'))),
    damaged('a DOCTYPE in the styles', () => changed('xl/styles.xml', (text) => text.replace('<styleSheet', '<!DOCTYPE x><styleSheet'))),
    damaged('a DOCTYPE in the relations', () =>
      changed('_rels/.rels', (text) => text.replace('<Relationships', '<!DOCTYPE x><Relationships')),
    ),
    damaged('a billion laughs', ofRows(rowOf('r="2"', serial('<c t="inlineStr"><is><t>&j;</t></is></c>')), { before: LAUGHS })),
    damaged('an entity from outside', ofRows(rowOf('r="2"'), { before: '<!DOCTYPE w [<!ENTITY x SYSTEM "file:///etc/passwd">]>' })),
    damaged('an entity that nobody knows', inFirst('<c t="inlineStr"><is><t>&x;</t></is></c>')),
    damaged('an element that is not closed', withSheet('<worksheet><sheetData><row>')),
    damaged('elements closed in disorder', withSheet('<worksheet><sheetData><row></sheetData></row></worksheet>')),
    damaged('a part that is no UTF-8', () => bookWith({ [SHEET]: new Uint8Array([0x3c, 0x77, 0xff, 0x3e]) })),
    damaged('a NUL in the XML', inFirst('<c t="inlineStr"><is><t>a\u0000b</t></is></c>')),
    damaged('a number that is none', inFirst('<c><v>12a</v></c>')),
    damaged('a shared string that is not there', inFirst('<c t="s"><v>9999</v></c>')),
    damaged('a shared string before the first', inFirst('<c t="s"><v>-1</v></c>')),
    damaged('a shared string between two', inFirst('<c t="s"><v>0.5</v></c>')),
    other('no book', () => zipSync(Object.fromEntries(Object.entries(parts()).filter(([name]) => name !== 'xl/workbook.xml')))),
    other('no sheet', () => zipSync(Object.fromEntries(Object.entries(parts()).filter(([name]) => name !== SHEET)))),
    other('no relations of the book', () =>
      zipSync(Object.fromEntries(Object.entries(parts()).filter(([name]) => name !== 'xl/_rels/workbook.xml.rels'))),
    ),
    other('a sheet out of the archive', () =>
      changed('xl/_rels/workbook.xml.rels', (text) => text.replace('worksheets/sheet1.xml', '../../../../etc/passwd')),
    ),
    other('a sheet of another server', () =>
      changed('xl/_rels/workbook.xml.rels', (text) =>
        text.replace('Target="worksheets/sheet1.xml"', 'Target="http://127.0.0.1:1/x" TargetMode="External"'),
      ),
    ),
    file('a book that is its own sheet', TEXTS.empty, 0, () =>
      changed('xl/_rels/workbook.xml.rels', (text) => text.replace('worksheets/sheet1.xml', 'workbook.xml')),
    ),
    file('401 sheets', TEXTS.tooMuchContent, 0, sheets(401)),
    file('20,000 sheets of one part', TEXTS.tooMuchContent, 0, () =>
      changed('xl/workbook.xml', (text) => {
        const one = /<sheet [^>]*>/.exec(text)?.[0] ?? '';
        return text.replace(one, Array.from({ length: 20_000 }, (_, at) => one.replace(/name="[^"]*"/, `name="S${at}"`)).join(''));
      }),
    ),
    file('hidden sheets alone', TEXTS.empty, 0, sheets(1, { state: 'hidden' })),
    file('very hidden sheets alone', TEXTS.empty, 0, sheets(2, { state: 'veryHidden' })),
    taken('a sheet beside a hidden one that is not read', () =>
      zipSync(
        rawParts({
          sheets: [
            { name: 'H', rows: [HEADERS, GOOD, GOOD], state: 'hidden' },
            { name: 'S', rows: [HEADERS, GOOD] },
          ],
        }),
      ),
    ),
    tooWide('201 columns', () => zipSync(parts([Array.from({ length: 201 }, () => 1)]))),
    tooWide('a cell in the last column of all', ofRows('<row r="2"><c r="XFD2"><v>1</v></c></row>')),
    tooWide('a cell beyond the last column of all', ofRows('<row r="2"><c r="ZZZZZZ2"><v>1</v></c></row>')),
    damaged('a cell of no column', ofRows('<row r="2"><c r="2"><v>1</v></c></row>')),
    damaged('a row 0', ofRows(rowOf('r="0"'))),
    damaged('a row below zero', ofRows(rowOf('r="-5"'))),
    damaged('a row that is no number', ofRows(rowOf('r="x"'))),
    damaged('a row beyond the last', ofRows(rowOf('r="99999999999"'))),
    damaged('two rows of one number', ofRows(rowOf('r="2"') + rowOf('r="2"', CELLS.replace('0123', '0124')))),
    damaged('rows in falling order', ofRows(rowOf('r="9"') + rowOf('r="3"', CELLS.replace('0123', '0124')))),
    file('a merge over the whole sheet', '結合セル(A1:XFD1048576)の値は先頭の行だけに入ります。', 1, () =>
      zipSync(parts([GOOD], { merges: ['A1:XFD1048576'] })),
    ),
    taken('a merge in reverse', () => zipSync(parts([GOOD], { merges: ['C3:A1'] }))),
    taken('a merge of nothing', () => zipSync(parts([GOOD], { merges: ['nothing', '', 'A1'] }))),
    file(
      'merges that overlap',
      '結合セル(A1:B2)の値は先頭の行だけに入ります。 / 結合セル(B2:C3)の値は先頭の行だけに入ります。 / 結合セル(A2:C9)の値は先頭の行だけに入ります。',
      1,
      () => zipSync(parts([GOOD], { merges: ['A1:B2', 'B2:C3', 'A2:C9'] })),
    ),
    taken('50,000 merges', () => zipSync(parts([GOOD], { merges: Array.from({ length: 50_000 }, (_, n) => `E${n + 5}:F${n + 5}`) }))),
    taken('furigana beside a number', () => zipSync(parts([[{ runs: ['0264', '0123'], furigana: 'ゼロ' }, '01', { date: '2026-04-20' }]]))),
    file(
      'errors in cells',
      '行2「鋳込」: 数式エラー(#REF!) / 行3「鋳込」: 数式エラー(#DIV/0!) / 行4「鋳込」: 数式エラー(#N/A) / 行5「鋳込」: 数式エラー(#NAME?) / 行6「鋳込」: 数式エラー(#NULL!) / 行7「鋳込」: 数式エラー(#NUM!) / 行8「鋳込」: 数式エラー(#VALUE!)',
      7,
      () =>
        zipSync(
          parts(['#REF!', '#DIV/0!', '#N/A', '#NAME?', '#NULL!', '#NUM!', '#VALUE!'].map((error, n) => [`0264012${n}`, '01', { error }])),
        ),
    ),
    taken('shared formulas with their values', inFirst('<c t="str"><f t="shared" ref="A2:A9" si="0">X1</f><v>02640123</v></c>')),
    file(
      'a shared formula without a value',
      '行2「製番」: 数式の計算結果がありません。Excelで開いて保存し直してください。',
      1,
      inFirst('<c><f t="shared" si="0"/></c>'),
    ),
    taken('a formula that calls a program', inFirst(`<c t="str"><f>cmd|' /c calc'!A0</f><v>02640123</v></c>`)),
    taken('a text that is a formula', inFirst(`<c t="inlineStr"><is><t>=cmd|' /c calc'!A0</t></is></c>`)),
    damaged('a number of 309 digits', inFirst(`<c><v>${'9'.repeat(309)}</v></c>`)),
    taken('a serial with a broken fraction', inFirst('<c><v>2640123.0000000001</v></c>')),
    file(
      'a date of the year 9999',
      '行2「鋳込」: この項目は必須です。 / 行2「鋳込」: 「2958465」は未定の日付とみなし、空にしました。',
      1,
      ofRows(rowOf('r="2"', CELLS.replace('46132', '2958465'))),
    ),
    file('the day that never was', '行2「鋳込」: 「60」は日付として読めません。', 1, ofRows(rowOf('r="2"', CELLS.replace('46132', '60')))),
    file('a day below zero', '行2「鋳込」: 「-1」は日付として読めません。', 1, ofRows(rowOf('r="2"', CELLS.replace('46132', '-1')))),
    file(
      'a text of 100,000 letters',
      '行2「製番」: 100文字以内で入力してください。',
      1,
      inFirst(`<c t="inlineStr"><is><t>${'ab1'.repeat(33_334)}</t></is></c>`),
    ),
    file(
      'escaped control characters',
      '行2「製番」: 読めない文字が含まれています。',
      1,
      inFirst('<c t="inlineStr"><is><t>_x0000_0264_x001B_0123</t></is></c>'),
    ),
    taken('a script for a name', inFirst('<c t="inlineStr"><is><t>&lt;script&gt;alert(1)&lt;/script&gt;</t></is></c>')),
    taken('a kind of cell that nobody knows', inFirst('<c t="zz"><v>02640123</v></c>')),
    taken('elements nested 20,000 deep', ofRows(rowOf('r="2"'), { after: '<a>'.repeat(20_000) + '</a>'.repeat(20_000) })),
    taken('a comment of 900 kB', ofRows(rowOf('r="2"'), { after: `<!--${'x'.repeat(900_000)}-->` })),
    taken('an attribute of 900 kB', ofRows(rowOf(`r="2" x="${'x'.repeat(900_000)}"`))),
    taken('a sheet in UTF-16', () =>
      bookWith({ [SHEET]: new Uint8Array(Buffer.from(`\ufeff${sheet(HEAD + rowOf('r="2"'))}`, 'utf16le')) }),
    ),
    file('200,001 rows', TEXTS.tooManyRows(200_000), 0, () => zipSync(parts(Array.from({ length: 200_001 }, () => ['1', 2, 3]))), {
      large: true,
    }),
    taken('a sheet named like a path', () => zipSync(rawParts({ sheets: [{ name: '../../x', rows: [HEADERS, GOOD] }] }))),
  ];
}
