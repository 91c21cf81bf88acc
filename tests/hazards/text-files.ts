import { FILE_TEXTS } from '../../server/domain/texts/files/imports.ts';
import { oneSheet } from '../files/raw-workbook.ts';
import { book, csv, type HazardFile, joined, order, utf8 } from './parts.ts';

/** Encodings, widths, characters. */
const employee = 'E0001,pass-word-1,髙﨑 一郎,タカサキ,manager';
const CP932_NAME = new Uint8Array([0xfb, 0xfc, 0xfa, 0xb1, 0x87, 0x40, 0x87, 0x8a]); // 髙﨑①㈱
/** Japanese headers in CP932 would need a table; ASCII letters and these bytes are enough, the header is UTF-16 elsewhere. */
const TAKASAKI = [{ employee_id: 'E0001', name: '髙﨑 一郎' }];

export function textFiles(): HazardFile[] {
  const text = csv('employees', [employee]);
  const kind = 'employees' as const;
  const utf16 = joined(new Uint8Array([0xff, 0xfe]), new Uint8Array(Buffer.from(text.replaceAll(',', '\t'), 'utf16le')));
  const broken = joined(utf8(csv(kind, [])), utf8('E0002,pass-word-1,'), new Uint8Array([0xff, 0xff]), utf8(',x,manager\r\n'));
  const cp932 = joined(CP932_EMPLOYEE_HEADER, utf8('E0001,pass-word-1,'), CP932_NAME, utf8(',,manager\r\n'));
  const task2 = (code: string, name: string): Uint8Array =>
    oneSheet([
      ['製品コード', '製品名'],
      [code, name],
    ]);
  return [
    { code: 'H01', what: 'UTF-8', kind, verdict: 'A', bytes: utf8(text), values: TAKASAKI, rows: 1 },
    { code: 'H01', what: 'UTF-8 with a mark', kind, verdict: 'A', bytes: utf8(`\ufeff${text}`), values: TAKASAKI, rows: 1 },
    { code: 'H01', what: 'UTF-16 with tabs', kind, verdict: 'A', bytes: utf16, values: TAKASAKI, rows: 1 },
    { code: 'H01', what: 'CP932 with letters of its own', kind, verdict: 'A', bytes: cp932, values: [{ name: '髙﨑①㈱' }], rows: 1 },
    {
      code: 'H01',
      what: 'CP932 with the end mark of DOS behind its last row',
      kind,
      verdict: 'A',
      bytes: joined(CP932_EMPLOYEE_HEADER, utf8('E0001,pass-word-1,'), CP932_NAME, utf8(',,manager\u001a')),
      values: [{ employee_id: 'E0001', permission: 'manager' }],
      rows: 1,
    },
    ...['\u001a', '\u001a\r\n'].map(
      (end): HazardFile => ({
        code: 'H01',
        what: `CP932 with the end mark of DOS in a line of its own${end.length > 1 ? ' that is closed' : ''}`,
        kind,
        verdict: 'I',
        bytes: joined(cp932, utf8(end)),
        values: [{ employee_id: 'E0001', permission: 'manager' }],
        warnings: ['明細でない行1件を読み飛ばしました(行3)。'],
        rows: 1,
      }),
    ),
    { code: 'H01', what: 'bytes of no encoding', kind, verdict: 'F', bytes: broken, errors: [FILE_TEXTS.encoding(53 + 18 + 1)], rows: 0 },
    {
      code: 'H02',
      what: 'half-width header',
      kind: 'tasks',
      verdict: 'A',
      bytes: oneSheet([
        ['製品ｺｰﾄﾞ', '製品名'],
        ['320-3121-060', '解枠'],
      ]),
      values: [{ task_code: '320-3121-060' }],
      rows: 1,
    },
    {
      code: 'H02',
      what: 'full-width header with spaces and a break',
      kind: 'tasks',
      verdict: 'A',
      bytes: oneSheet([
        ['製品　コ−ド', '製品\n名 '],
        ['320-3121-060', '解枠'],
      ]),
      rows: 1,
    },
    {
      code: 'H02',
      what: 'full-width code keeps its spelling',
      kind: 'tasks',
      verdict: 'A',
      bytes: task2('３２０－３１２１−０６０', '解枠'),
      values: [{ task_code: '３２０－３１２１−０６０' }],
      rows: 1,
      warnings: ['工程ｺｰﾄﾞの形式(000-0000-000)でない行が1件あります。工程ファイルか確認してください。'],
    },
    {
      code: 'H02',
      what: 'one code in two widths is one key',
      kind: 'castings',
      verdict: 'E',
      bytes: book('castings', [
        ['S0264', '01', { date: '2026-04-20' }],
        ['Ｓ０２６４', '０１', { date: '2026-04-21' }],
      ]),
      errors: [
        '行3「追番」: 「０１」が重複しています(行2)。「S0264」とは全角・半角、大文字・小文字、または記号の字体だけが違います。違い: 鋳込「2026/04/20(月)」と「2026/04/21(火)」。',
      ],
      rows: 2,
    },
    {
      code: 'H03',
      what: 'company and old characters',
      kind: 'outsourcings',
      verdict: 'A',
      bytes: book('outsourcings', [['G001', '㈱髙木①工業']]),
      values: [{ name: '㈱髙木①工業' }],
      rows: 1,
    },
    {
      code: 'H03',
      what: 'both wave dashes',
      kind: 'outsourcings',
      verdict: 'A',
      bytes: book('outsourcings', [['G001', '〜大葉～']]),
      values: [{ name: '〜大葉～' }],
      rows: 1,
    },
    ...[
      ['WD〜01', 'WD～01'],
      ['WD−01', 'WD－01'],
      ['WD‖01', 'WD∥01'],
      ['WD—01', 'WD―01'],
      ['WD‐01', 'WD-01'],
      ['WD¢£¬01', 'WD￠￡￢01'],
      ['WD¦01', 'WD￤01'],
      ['WD¥01', 'WD\\01'],
      ['WD‾01', 'WD￣01'],
      ['WD·01', 'WD・01'],
      ['ﾛｰﾗ01', 'ロ−ラ01'],
    ].map(
      ([one, other]): HazardFile => ({
        code: 'H03',
        what: `${one} and ${other} of two encodings are one key`,
        kind: 'outsourcings',
        verdict: 'E',
        bytes: utf8(csv('outsourcings', [`${one},北山`, `${other},北野`])),
        errors: [
          `行3「外注ｺｰﾄﾞ」: 「${other}」が重複しています(行2)。「${one}」とは全角・半角、大文字・小文字、または記号の字体だけが違います。違い: 外注名「北山」と「北野」。`,
        ],
        rows: 2,
      }),
    ),
    ...['\uffff', '\ufffe', '\ufdd0', '\u{1fffe}', '\u{10ffff}', '\u0001', '\u007f', '\u009f'].map(
      (sign): HazardFile => ({
        code: 'H23',
        what: `${sign.codePointAt(0)?.toString(16)} is refused as in a form`,
        kind: 'outsourcings',
        verdict: 'E',
        bytes: utf8(csv('outsourcings', [`N001,北山${sign}加工`, `N${sign}2,北野`])),
        errors: ['行2「外注名」: 読めない文字が含まれています。', '行3「外注ｺｰﾄﾞ」: 読めない文字が含まれています。'],
        rows: 2,
      }),
    ),
    {
      code: 'H03',
      what: 'half-width kana name',
      kind: 'outsourcings',
      verdict: 'A',
      bytes: book('outsourcings', [['G001', 'ｵｵﾊﾞ 機械']]),
      values: [{ name: 'ｵｵﾊﾞ 機械' }],
      rows: 1,
    },
    {
      code: 'H03',
      what: 'a private character is named',
      kind: 'outsourcings',
      verdict: 'W',
      bytes: book('outsourcings', [['G001', '大葉\ue000']]),
      warnings: ['行2「外注名」: 「大葉\ue000」に外字が含まれています。'],
      rows: 1,
    },
    {
      code: 'H23',
      what: 'spaces, full-width too, and invisible characters',
      kind: 'outsourcings',
      verdict: 'A',
      bytes: book('outsourcings', [['　G001\u200b ', '\ufeff 大葉機械　']]),
      values: [{ outsourcing_code: 'G001', name: '大葉機械' }],
      rows: 1,
    },
    {
      code: 'H23',
      what: 'an apostrophe before a code',
      kind: 'outsourcings',
      verdict: 'A',
      bytes: book('outsourcings', [["'0012", '大葉']]),
      values: [{ outsourcing_code: '0012' }],
      rows: 1,
    },
    ...[
      '"=""0022"""',
      '="0022"',
      '"=""""0022"""""',
      '=""0022""',
      '="0022',
      '=T("0022")',
      '"=T(""0022"")"',
      '="00"&"22"',
      '= "0022" ',
      '=0022',
      ' = 0022 ',
      '\'="0022"',
      "'0022",
      '’0022',
      "'0022'",
      '\t0022',
      '"\t0022"',
      '\u200c0022',
    ].map(
      (written): HazardFile => ({
        code: 'H23',
        what: `${written} means 0022`,
        kind: 'outsourcings',
        verdict: 'A',
        bytes: utf8(csv('outsourcings', [`${written},"=""北山 ""& ""(株)"""`])),
        values: [{ outsourcing_code: '0022', name: '北山 (株)' }],
        rows: 1,
      }),
    ),
    {
      code: 'H23',
      what: 'texts that say so of themselves, as cells of a sheet and in its header, whatever the column holds',
      kind: 'castings',
      verdict: 'A',
      bytes: oneSheet([
        ['="製番"', '="追番"', '="鋳込"'],
        ['="02640123"', "'01", '="2026/04/20"'],
        ['="02640124"', '=T("01")', "'20260420"],
      ]),
      values: ['02640123', '02640124'].map((serial_number) => ({ serial_number, lot_number: '01', casting_date: '2026-04-20' })),
      rows: 2,
    },
    {
      code: 'H23',
      what: 'numbers and words that say of themselves that they are texts',
      kind: 'orders',
      verdict: 'A',
      bytes: book('orders', [order({ number: '="4"', weight: "'120", material: "'480", status: '="素材"' })]),
      values: [{ number: 4, weight: 120, material: '480', delivery_status: '素材' }],
      rows: 1,
    },
    {
      code: 'H23',
      what: 'line ends after a value',
      kind: 'outsourcings',
      verdict: 'A',
      bytes: book('outsourcings', [['G001\r\n', '大葉\r\n']]),
      values: [{ outsourcing_code: 'G001', name: '大葉' }],
      rows: 1,
    },
    {
      code: 'H23',
      what: 'a control character',
      kind: 'outsourcings',
      verdict: 'E',
      bytes: book('outsourcings', [['G001', '大葉_x0007_']]),
      errors: ['行2「外注名」: 読めない文字が含まれています。'],
      rows: 1,
    },
    {
      code: 'H27',
      what: 'a name like a formula stays a text',
      kind: 'outsourcings',
      verdict: 'A',
      bytes: utf8(csv('outsourcings', ['G001,=1+1'])),
      values: [{ name: '=1+1' }],
      rows: 1,
    },
    {
      code: 'H27',
      what: 'an exported apostrophe goes',
      kind: 'outsourcings',
      verdict: 'A',
      bytes: utf8(csv('outsourcings', ["G001,'@大葉"])),
      values: [{ name: '@大葉' }],
      rows: 1,
    },
    {
      code: 'H27',
      what: 'another apostrophe stays',
      kind: 'outsourcings',
      verdict: 'A',
      bytes: utf8(csv('outsourcings', ["G001,'大葉"])),
      values: [{ name: "'大葉" }],
      rows: 1,
    },
  ];
}

/** `社員ID,パスワード,氏名,フリガナ,権限` in CP932. */
const CP932_EMPLOYEE_HEADER = new Uint8Array([
  ...[0x8e, 0xd0, 0x88, 0xf5, 0x49, 0x44, 0x2c],
  ...[0x83, 0x70, 0x83, 0x58, 0x83, 0x8f, 0x81, 0x5b, 0x83, 0x68, 0x2c],
  ...[0x8e, 0x81, 0x96, 0xbc, 0x2c],
  ...[0x83, 0x74, 0x83, 0x8a, 0x83, 0x4b, 0x83, 0x69, 0x2c],
  ...[0x8c, 0xa0, 0x8c, 0xc0, 0x0d, 0x0a],
]);
