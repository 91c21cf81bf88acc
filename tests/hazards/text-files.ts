import { FILE_TEXTS } from '../../server/domain/texts/files/imports.ts';
import { oneSheet } from '../files/raw-workbook.ts';
import { book, csv, grid, type HazardFile, hazard, joined, order, spellings, utf8 } from './parts.ts';

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
    hazard('H01 A employees 1: UTF-8', utf8(text), { values: TAKASAKI }),
    hazard('H01 A employees 1: UTF-8 with a mark', utf8(`\ufeff${text}`), { values: TAKASAKI }),
    hazard('H01 A employees 1: UTF-16 with tabs', utf16, { values: TAKASAKI }),
    hazard('H01 A employees 1: CP932 with letters of its own', cp932, { values: [{ name: '髙﨑①㈱' }] }),
    hazard(
      'H01 A employees 1: CP932 with the end mark of DOS behind its last row',
      joined(CP932_EMPLOYEE_HEADER, utf8('E0001,pass-word-1,'), CP932_NAME, utf8(',,manager\u001a')),
      { values: [{ employee_id: 'E0001', permission: 'manager' }] },
    ),
    ...['\u001a', '\u001a\r\n'].map(
      (end): HazardFile =>
        hazard(
          `H01 I employees 1: CP932 with the end mark of DOS in a line of its own${end.length > 1 ? ' that is closed' : ''}`,
          joined(cp932, utf8(end)),
          { values: [{ employee_id: 'E0001', permission: 'manager' }], warnings: ['明細でない行1件を読み飛ばしました(行3)。'] },
        ),
    ),
    hazard('H01 F employees 0: bytes of no encoding', broken, { errors: [FILE_TEXTS.encoding(53 + 18 + 1)] }),
    hazard('H02 A tasks 1: half-width header', oneSheet(grid('製品ｺｰﾄﾞ,製品名', '320-3121-060,解枠')), {
      values: [{ task_code: '320-3121-060' }],
    }),
    hazard(
      'H02 A tasks 1: full-width header with spaces and a break',
      oneSheet([
        ['製品　コ−ド', '製品\n名 '],
        ['320-3121-060', '解枠'],
      ]),
    ),
    hazard('H02 A tasks 1: full-width code keeps its spelling', task2('３２０－３１２１−０６０', '解枠'), {
      values: [{ task_code: '３２０－３１２１−０６０' }],
      warnings: ['工程ｺｰﾄﾞの形式(000-0000-000)でない行が1件あります。工程ファイルか確認してください。'],
    }),
    hazard(
      'H02 E castings 2: one code in two widths is one key',
      book('castings', [
        ['S0264', '01', { date: '2026-04-20' }],
        ['Ｓ０２６４', '０１', { date: '2026-04-21' }],
      ]),
      {
        errors: [
          '行3「追番」: 「０１」が重複しています(行2)。「S0264」とは全角・半角、大文字・小文字、または記号の字体だけが違います。違い: 鋳込「2026/04/20(月)」と「2026/04/21(火)」。',
        ],
      },
    ),
    hazard('H03 A outsourcings 1: company and old characters', book('outsourcings', [['G001', '㈱髙木①工業']]), {
      values: [{ name: '㈱髙木①工業' }],
    }),
    hazard('H03 A outsourcings 1: both wave dashes', book('outsourcings', [['G001', '〜大葉～']]), { values: [{ name: '〜大葉～' }] }),
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
      ([one, other]): HazardFile =>
        hazard(
          `H03 E outsourcings 2: ${one} and ${other} of two encodings are one key`,
          utf8(csv('outsourcings', [`${one},北山`, `${other},北野`])),
          {
            errors: [
              `行3「外注ｺｰﾄﾞ」: 「${other}」が重複しています(行2)。「${one}」とは全角・半角、大文字・小文字、または記号の字体だけが違います。違い: 外注名「北山」と「北野」。`,
            ],
          },
        ),
    ),
    ...['\uffff', '\ufffe', '\ufdd0', '\u{1fffe}', '\u{10ffff}', '\u0001', '\u007f', '\u009f'].map(
      (sign): HazardFile =>
        hazard(
          `H23 E outsourcings 2: ${sign.codePointAt(0)?.toString(16)} is refused as in a form`,
          utf8(csv('outsourcings', [`N001,北山${sign}加工`, `N${sign}2,北野`])),
          { errors: ['行2「外注名」: 読めない文字が含まれています。', '行3「外注ｺｰﾄﾞ」: 読めない文字が含まれています。'] },
        ),
    ),
    hazard('H03 A outsourcings 1: half-width kana name', book('outsourcings', [['G001', 'ｵｵﾊﾞ 機械']]), { values: [{ name: 'ｵｵﾊﾞ 機械' }] }),
    hazard('H03 W outsourcings 1: a private character is named', book('outsourcings', [['G001', '大葉\ue000']]), {
      warnings: ['行2「外注名」: 「大葉\ue000」に外字が含まれています。'],
    }),
    hazard(
      'H23 A outsourcings 1: spaces, full-width too, and invisible characters',
      book('outsourcings', [['　G001\u200b ', '\ufeff 大葉機械　']]),
      { values: [{ outsourcing_code: 'G001', name: '大葉機械' }] },
    ),
    hazard('H23 A outsourcings 1: an apostrophe before a code', book('outsourcings', [["'0012", '大葉']]), {
      values: [{ outsourcing_code: '0012' }],
    }),
    ...spellings(
      '"=""0022"""|="0022"|"=""""0022"""""|=""0022""|="0022|=T("0022")|"=T(""0022"")"|="00"&"22"|= "0022" |=0022',
      ' = 0022 |\'="0022"|\'0022|’0022|\'0022\'|\t0022|"\t0022"|\u200c0022',
    ).map(
      (written): HazardFile =>
        hazard(`H23 A outsourcings 1: ${written} means 0022`, utf8(csv('outsourcings', [`${written},"=""北山 ""& ""(株)"""`])), {
          values: [{ outsourcing_code: '0022', name: '北山 (株)' }],
        }),
    ),
    hazard(
      'H23 A castings 2: texts that say so of themselves, as cells of a sheet and in its header, whatever the column holds',
      oneSheet([
        ['="製番"', '="追番"', '="鋳込"'],
        ['="02640123"', "'01", '="2026/04/20"'],
        ['="02640124"', '=T("01")', "'20260420"],
      ]),
      { values: ['02640123', '02640124'].map((serial_number) => ({ serial_number, lot_number: '01', casting_date: '2026-04-20' })) },
    ),
    hazard(
      'H23 A orders 1: numbers and words that say of themselves that they are texts',
      book('orders', [order({ number: '="4"', weight: "'120", material: "'480", status: '="素材"' })]),
      { values: [{ number: 4, weight: 120, material: '480', delivery_status: '素材' }] },
    ),
    hazard('H23 A outsourcings 1: line ends after a value', book('outsourcings', [['G001\r\n', '大葉\r\n']]), {
      values: [{ outsourcing_code: 'G001', name: '大葉' }],
    }),
    hazard('H23 E outsourcings 1: a control character', book('outsourcings', [['G001', '大葉_x0007_']]), {
      errors: ['行2「外注名」: 読めない文字が含まれています。'],
    }),
    hazard('H27 A outsourcings 1: a name like a formula stays a text', utf8(csv('outsourcings', ['G001,=1+1'])), {
      values: [{ name: '=1+1' }],
    }),
    hazard('H27 A outsourcings 1: an exported apostrophe goes', utf8(csv('outsourcings', ["G001,'@大葉"])), {
      values: [{ name: '@大葉' }],
    }),
    hazard('H27 A outsourcings 1: another apostrophe stays', utf8(csv('outsourcings', ["G001,'大葉"])), { values: [{ name: "'大葉" }] }),
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
