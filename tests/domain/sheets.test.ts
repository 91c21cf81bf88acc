import { describe, expect, test } from 'vitest';
import {
  type Cell,
  cellValue,
  type Grid,
  type GridRow,
  gridOfRows,
  isBlank,
  type Merge,
  markOf,
  plainCell,
  shownIn,
} from '../../server/domain/files/grid.ts';
import { IMPORT_KINDS, type ImportKindName, importKind } from '../../server/domain/files/imports.ts';
import {
  filledWidth,
  findLayout,
  holdsAnyHeaders,
  holdsHeaders,
  kindOfGrid,
  knownHeaders,
  rangeName,
} from '../../server/domain/files/layout.ts';
import { type JudgeOptions, toRows } from '../../server/domain/files/rows.ts';

const HEADS: Partial<Record<ImportKindName, string>> = {
  castings: '製番,追番,鋳込',
  employees: '社員ID,パスワード,氏名,フリガナ,権限',
  facilities: '設備ｺｰﾄﾞ,設備名,工程名,工程ｺｰﾄﾞ,設備数,最大重量',
  outsourcings: '外注ｺｰﾄﾞ,外注名',
};
/** Rows in one text, cells parted by commas, `#` before a number; `9:` before a row gives it that number, `~` hides it. */
function gridOf(rows: readonly (string | Cell[])[], more: Partial<Grid> = {}): Grid {
  let last = 0;
  const read = (row: string | Cell[]): GridRow => {
    const [, number, hidden, text = ''] = typeof row === 'string' ? (/^(?:(\d+):)?(~?)(.*)$/s.exec(row) ?? []) : [];
    last = number ? Number(number) : last + 1;
    const cells =
      typeof row === 'string'
        ? text.split(',').map((cell) => (cell === '' ? null : cell.startsWith('#') ? Number(cell.slice(1)) : cell))
        : row;
    return { row: last, cells, ...(hidden && { hidden: true }) };
  };
  return { format: 'xlsx', sheet: '', candidates: [], date1904: false, merges: [], rows: rows.map(read), ...more };
}
/** The rows with what they hold, `!` before a bad one; what is said, `×` before an error; what is proposed, joined and hidden. */
function judged(
  kind: ImportKindName,
  rows: readonly (string | Cell[])[],
  more: Partial<Grid> = {},
  options: Partial<JudgeOptions> = {},
): string[] {
  const head = HEADS[kind];
  const found = toRows(importKind(kind)!, gridOf(head ? [head, ...rows] : rows, more), { today: '2026-04-01', ...options });
  expect([found.error_count, found.warning_count]).toEqual([found.errors.length, found.warnings.length]);
  const held = found.rows.map(
    ({ row, bad, values }) =>
      `${bad ? '!' : ''}${row} ${Object.values(values)
        .map((value) => value ?? '')
        .join('|')}`,
  );
  const proposed = found.repairs.map(({ row, field, from, to }) => `${row} ${field} ${from}→${to}`);
  const marks = [...found.joined_rows.map(({ row, same_as }) => `${row}=${same_as}`), ...found.hidden_rows.map((row) => `~${row}`)];
  return [
    ...[held, found.errors.map(({ text, also }) => `×${text}${also ? ` +${also.join()}` : ''}`), found.warnings.map(({ text }) => text)],
    ...[proposed, marks, found.refused ? ['refused'] : []],
  ].flatMap((part) => (part.length > 0 ? [part.join(' / ')] : []));
}
const shows = (value: number, text: string): Cell => ({
  value,
  mark: 'format',
  format: { code: '0', shows: () => ({ text, dressed: false }) },
});
const merge = (top: number, bottom: number, left: number, right = left): Merge => ({ top, bottom, left, right });
const A = '2026/4/6';
const B = '2026/4/7';

test.each<[string, () => string[], string[]]>([
  [
    'codes shorter than most that begin with 0',
    () => judged('outsourcings', ['0101,a', '0102,b', '00103,c', '44,d', 'X1,e', '1,f', '12345,g']),
    [
      '2 0101|a / 3 0102|b / 4 00103|c / 5 44|d / 6 X1|e / 7 1|f / 8 12345|g',
      '行5「外注ｺｰﾄﾞ」: 「44」は先頭の0が失われた可能性があります(0044)。 / 行7「外注ｺｰﾄﾞ」: 「1」は先頭の0が失われた可能性があります(0001)。',
      '5 outsourcing_code 44→0044 / 7 outsourcing_code 1→0001',
    ],
  ],
  [
    'codes of digits shorter than most',
    () => judged('outsourcings', ['1234,a', '1235,b', '44,c', '44,c', 'ABCDE,d', 'ABCDF,e', 'ABCDG,f', '12,g']),
    [
      '2 1234|a / 3 1235|b / 4 44|c / 6 ABCDE|d / 7 ABCDF|e / 8 ABCDG|f / 9 12|g',
      '同じ内容の行が1件あり、1件として取り込みます(行5)。 / 行4「外注ｺｰﾄﾞ」: 「44」は先頭の0が失われた可能性があります(0044)。 / 行9「外注ｺｰﾄﾞ」: 「12」は先頭の0が失われた可能性があります(0012)。',
      '4 outsourcing_code 44→0044 / 5 outsourcing_code 44→0044 / 9 outsourcing_code 12→0012',
      '5=4',
    ],
  ],
  ['codes of one length', () => judged('outsourcings', ['1234,a', '0235,b']), ['2 1234|a / 3 0235|b']],
  [
    'one code in two spellings',
    () => judged('castings', [`A,001,${A}`, `A,1,${B}`, `B,1,${A}`, `B,01,${A}`, `C,2,${A}`]),
    [
      '2 A|001|2026-04-06 / 3 A|1|2026-04-07 / 4 B|1|2026-04-06 / 5 B|01|2026-04-06 / 6 C|2|2026-04-06',
      '行3「追番」: 「1」は先頭の0が失われた可能性があります(001)。 / 行4「追番」: 「1」は先頭の0が失われた可能性があります(01)。 / 行6「追番」: 「2」は先頭の0が失われた可能性があります(002)。',
      '3 lot_number 1→001 / 4 lot_number 1→01 / 6 lot_number 2→002',
    ],
  ],
  [
    'what a format shows',
    () =>
      judged('outsourcings', [
        [shows(44, '0044'), 'a'],
        ['123', 'b'],
        [shows(7, '007'), 'c'],
      ]),
    [
      '2 44|a / 3 123|b / 4 7|c',
      '行2「外注ｺｰﾄﾞ」: 「44」は先頭の0が失われた可能性があります(0044)。 / 行3「外注ｺｰﾄﾞ」: 「123」は先頭の0が失われた可能性があります(0123)。 / 行4「外注ｺｰﾄﾞ」: 「7」は先頭の0が失われた可能性があります(007)。',
      '2 outsourcing_code 44→0044 / 3 outsourcing_code 123→0123 / 4 outsourcing_code 7→007',
    ],
  ],
  [
    'zeros that are given back, kept, and no zeros',
    () =>
      judged(
        'outsourcings',
        ['0101,a', '0102,b', '44,c', '45,d', '46,e'],
        {},
        {
          repairs: [
            { row: 4, field: 'outsourcing_code', from: '44', to: '0044' },
            { row: 5, field: 'outsourcing_code', from: '45', to: '45' },
            { row: 6, field: 'outsourcing_code', from: '46', to: '9946' },
          ],
        },
      ),
    [
      '2 0101|a / 3 0102|b / 4 0044|c / 5 45|d / 6 46|e',
      '行6「外注ｺｰﾄﾞ」: 「46」は先頭の0が失われた可能性があります(0046)。',
      '6 outsourcing_code 46→0046',
    ],
  ],
  [
    'rows taken out, hidden and far below',
    () => judged('outsourcings', ['0101,a', '~0102,b', '9:0103,c', '0104,d'], {}, { skip_rows: new Set([10]) }),
    ['2 0101|a / 3 0102|b / 9 0103|c', '途中の空行5件を読み飛ばしました。 / 非表示の行が1件あります。取り込み対象に含まれています。', '~3'],
  ],
  [
    'the same row again, and another of its key',
    () => judged('castings', [`A,01,${A}`, `A,01,${A}`, `a,０１,${A}`, `B,01,${A}`, `B,01,${B}`, `Ｂ,01,${B}`, `,01,${A}`, `,01,${A}`]),
    [
      '!2 A|01|2026-04-06 / !4 a|０１|2026-04-06 / !5 B|01|2026-04-06 / !6 B|01|2026-04-07 / !7 Ｂ|01|2026-04-07 / !8 |01|2026-04-06 / !9 |01|2026-04-06',
      '×行4「追番」: 「０１」が重複しています(行2)。「A」とは全角・半角、大文字・小文字、または記号の字体だけが違います。 +2 / ×行6「追番」: 「01」が重複しています(行5)。違い: 鋳込「2026/04/06(月)」と「2026/04/07(火)」。 +5 / ×行7「追番」: 「01」が重複しています(行5)。「B」とは全角・半角、大文字・小文字、または記号の字体だけが違います。違い: 鋳込「2026/04/06(月)」と「2026/04/07(火)」。 +5 / ×行8「製番」: この項目は必須です。 / ×行9「製番」: この項目は必須です。',
      '同じ内容の行が1件あり、1件として取り込みます(行3)。',
      '3=2',
    ],
  ],
  [
    'a secret in a double',
    () => judged('employees', ['E1,x,山田,ヤマダ,管理者', 'E1,y,山田,ヤマタ,manager', 'E2,z,,ア,manager']),
    [
      '!2 E1|x|山田|ヤマダ| / !3 E1|y|山田|ヤマタ|manager / !4 E2|z||ア|manager',
      '×行2「権限」: 「管理者」は読めません。マスタ管理者・生産計画担当・外注担当・一般(閲覧)のいずれかを指定してください。 / ×行3「社員ID」: 「E1」が重複しています(行2)。違い: パスワード、フリガナ「ヤマダ」と「ヤマタ」。 +2 / ×行4「氏名」: この項目は必須です。',
    ],
  ],
  [
    'an owner that disagrees',
    () => judged('facilities', ['F1,炉,焼,T1,2,100', 'F1,炉,焼,T2,3,100', 'f1,窯,焼,T3,2,', ',炉,焼,T1,1,']),
    [
      '2 F1|炉|焼|T1|2|100 / !3 F1|炉|焼|T2|3|100 / !4 f1|窯|焼|T3|2|100 / !5 |炉|焼|T1|1|',
      '×行3「設備ｺｰﾄﾞ」: 「F1」の内容が行2と異なります(設備数「2」と「3」)。 / ×行4「設備ｺｰﾄﾞ」: 「f1」の内容が行2と異なります(設備名「炉」と「窯」)。 / ×行5「設備ｺｰﾄﾞ」: この項目は必須です。',
      '「最大重量」の空欄1行分を、同じ設備ｺｰﾄﾞの上の行の値で補いました。',
    ],
  ],
  [
    'blanks that mean the row above',
    () =>
      judged('facilities', [
        'F1,炉,焼,T1,2,100',
        'F1,,焼,T2,,',
        'F2,窯,焼,T1,1,',
        'F1,,焼,T3,,',
        ',釜,焼,T4,1,',
        ',,焼,T5,,',
        'F3,,焼,T4,,',
      ]),
    [
      '2 F1|炉|焼|T1|2|100 / 3 F1|炉|焼|T2|2|100 / 4 F2|窯|焼|T1|1| / 5 F1|炉|焼|T3|2|100 / !6 |釜|焼|T4|1| / !7 ||焼|T5|| / !8 F3||焼|T4||',
      '×行6「設備ｺｰﾄﾞ」: この項目は必須です。 / ×行7「設備ｺｰﾄﾞ」: この項目は必須です。 / ×行7「設備名」: この項目は必須です。 / ×行7「設備数」: この項目は必須です。 / ×行8「設備名」: この項目は必須です。 / ×行8「設備数」: この項目は必須です。',
      '「設備名」の空欄2行分を、同じ設備ｺｰﾄﾞの上の行の値で補いました。 / 「設備数」の空欄2行分を、同じ設備ｺｰﾄﾞの上の行の値で補いました。 / 「最大重量」の空欄2行分を、同じ設備ｺｰﾄﾞの上の行の値で補いました。',
    ],
  ],
  [
    'of CSV, and a row that is too short',
    () => judged('facilities', ['F1,炉,焼,T1,2,100', 'F1,,焼,T2,,', 'F1,,焼'], { format: 'csv' }),
    [
      '2 F1|炉|焼|T1|2|100 / 3 F1|炉|焼|T2|2|100 / !4 ',
      '×「行4」のサイズはヘッダのサイズと一致していません。',
      '「設備名」の空欄2行分を、同じ設備ｺｰﾄﾞの上の行の値で補いました。 / 「設備数」の空欄1行分を、同じ設備ｺｰﾄﾞの上の行の値で補いました。 / 「最大重量」の空欄1行分を、同じ設備ｺｰﾄﾞの上の行の値で補いました。',
    ],
  ],
  [
    'a row that is too long',
    () => judged('outsourcings', ['0101,a,,', '0102,b,x']),
    ['2 0101|a / !3 ', '×「行3」のサイズはヘッダのサイズと一致していません。'],
  ],
  [
    'merges of a key and of what is owned',
    () =>
      judged('facilities', ['F1,炉,焼,T1,2,100', ',,焼,T2,,', 'F2,窯,焼,T1,1,', ',,焼,T2,,'], {
        merges: [merge(4, 5, 0), merge(4, 5, 1), merge(4, 5, 4), merge(2, 3, 0), merge(2, 3, 1), merge(2, 3, 4), merge(2, 3, 5)],
      }),
    [
      '2 F1|炉|焼|T1|2|100 / 3 F1|炉|焼|T2|2|100 / 4 F2|窯|焼|T1|1| / 5 F2|窯|焼|T2|1|',
      '「設備ｺｰﾄﾞ」の結合セル2行分を、上の行の値で補いました。 / 「設備名」の結合セル2行分を、上の行の値で補いました。 / 「設備数」の結合セル2行分を、上の行の値で補いました。 / 「最大重量」の結合セル1行分を、上の行の値で補いました。',
    ],
  ],
  [
    'merges of what is each row’s own',
    () =>
      judged('castings', [`A,01,${A}`, 'A,02,', 'A,03,', `B,01,${A}`, `B,02,${B}`], {
        merges: [merge(2, 4, 2), merge(5, 6, 2), merge(2, 3, 7), merge(1, 2, 2)],
      }),
    [
      '2 A|01|2026-04-06 / !3 A|02| / !4 A|03| / 5 B|01|2026-04-06 / 6 B|02|2026-04-07',
      '×行3〜4「鋳込」: 結合セル(C2:C4)のため空です。結合を解除し、各行に入力してください。 +4',
      '結合セル(C5:C6、C1:C2)の値は先頭の行だけに入ります。',
    ],
  ],
  [
    'merges over several columns',
    () =>
      judged('outsourcings', ['0101,a', '0102,b', '0103,c', '0104,d'], {
        merges: [merge(2, 2, 0, 1), merge(3, 3, 0, 1), merge(4, 5, 1, 2)],
      }),
    [
      '2 0101|a / 3 0102|b / 4 0103|c / 5 0104|d',
      '結合セル(A2:B2、A3:B3)の値は先頭の行だけに入ります。 / 結合セル(B4:C5)の値は先頭の行だけに入ります。',
    ],
  ],
  [
    'parts that name their whole once',
    () =>
      judged('order-tasks', [
        '製番,追番,手配,工程順,工程ｺｰﾄﾞ,工程名,外注ｺｰﾄﾞ,手配先名,段取時間,作業時間,解枠LT,受入,最終受入日,発注数,受入数',
        'S1,01,内作,#10,T1,x',
        ',,内作,#20,T2,x',
        ',02,内作,#10,T1,x',
        ',,内作,#20,T2,x',
        ',,,,,備考',
        'S2,,内作,#10,T1,x',
        ',,内作,#20,T2,x',
      ]),
    [
      '2 S1|01|内作|10|T1|x|||0|0|0|false||0|0 / 3 S1|01|内作|20|T2|x|||0|0|0|false||0|0 / 4 S1|02|内作|10|T1|x|||0|0|0|false||0|0 / 5 S1|02|内作|20|T2|x|||0|0|0|false||0|0 / !6 |||||備考|||0|0|0|false||0|0 / 7 S2||内作|10|T1|x|||0|0|0|false||0|0 / 8 S2||内作|20|T2|x|||0|0|0|false||0|0',
      '×行6「製番」: この項目は必須です。 / ×行6「工程順」: この項目は必須です。 / ×行6「工程ｺｰﾄﾞ」: この項目は必須です。',
      '「製番」の空欄4行分を、上の行の値で補いました。 / 「追番」の空欄2行分を、上の行の値で補いました。',
    ],
  ],
  [
    'a title above, and several sheets',
    () => judged('holidays', ['休日カレンダー', '3:日付,稼働区分', '2026/4/1,非稼働'], { sheet: 'S', candidates: ['S', 'T'] }),
    ['4 2026-04-01|true', '取り込めるシートが複数あります。「S」を読みました(ほか: T)。 / 行3を見出しとして読みました。'],
  ],
  [
    'days that lie years back, from 1904',
    () => judged('castings', ['A,01,2019/4/6', 'A,02,2019/4/7', `A,03,${A}`, 'A,04,2019/4/7', 'A,05,2019/4/7', 'A,06,2019/4/7']),
    [
      '2 A|01|2019-04-06 / 3 A|02|2019-04-07 / 4 A|03|2026-04-06 / 5 A|04|2019-04-07 / 6 A|05|2019-04-07 / 7 A|06|2019-04-07',
      '日付の多くが3年以上前です。日付システム(1904年)の設定を確認してください。 / 行2「鋳込」: 「2019/4/6」は今日から離れた日付です。 / 行3「鋳込」: 「2019/4/7」は今日から離れた日付です。 / 行5「鋳込」: 「2019/4/7」は今日から離れた日付です。 / 行6「鋳込」: 「2019/4/7」は今日から離れた日付です。 / 行7「鋳込」: 「2019/4/7」は今日から離れた日付です。',
    ],
  ],
  [
    'a file that counts from 1904',
    () => judged('castings', ['A,01,#44651'], { date1904: true }),
    ['2 A|01|2026-04-01', '1904年日付システムのファイルです。'],
  ],
  [
    'days at 15:00',
    () => judged('castings', [`A,01,${A} 15:00`, 'A,02,#46113.625']),
    [
      '2 A|01|2026-04-06 / 3 A|02|2026-04-01',
      '日付がすべて「15:00」付きです。日本時間の0:00を世界標準時で書き出したファイルの可能性があります。時刻を除いて読むため、1日早い日付になります(例: 2026/04/06(月))。',
    ],
  ],
  ['days at 15:00 and others', () => judged('castings', [`A,01,${A} 15:00`, `A,02,${A}`]), ['2 A|01|2026-04-06 / 3 A|02|2026-04-06']],
  ['nothing below the header', () => judged('outsourcings', []), ['×取り込む行がありません。', 'refused']],
  [
    'sums, lines, headers and blank rows',
    () => judged('castings', [`A,01,${A}`, '製番,追番,鋳込', '4:', '合計,,#1', '以上,,', `8:B,01,${A}`, '追番,製番,鋳込']),
    [
      '2 A|01|2026-04-06 / !4 || / 8 B|01|2026-04-06',
      '×行9から列の並びが見出し(行1)と異なります。行9から下を別のファイルに分けてください。 / ×行4「製番」: この項目は必須です。 / ×行4「鋳込」: この項目は必須です。',
      '途中の空行1件を読み飛ばしました。 / 合計行1件を読み飛ばしました(行5)。 / 見出しの繰り返し1件を読み飛ばしました(行3)。 / 明細でない行1件を読み飛ばしました(行6)。',
    ],
  ],
  [
    'a kind of its own',
    () => judged('holidays', ['日付,稼働区分', '2026/4/1,非稼働', '2026/4/1,稼働']),
    [
      '!2 2026-04-01|true / !3 2026-04-01|false',
      '×行3「日付」: 「2026-04-01」が重複しています(行2)。違い: 稼働/非稼働区分「非稼働」と「稼働」。 +2',
    ],
  ],
  [
    'a column twice, and one that is missing but nearly there',
    () => judged('holidays', ['日付,年月日,日付,稼働の区分', '2026/4/1']),
    ['×「日付」の列が2つ以上あります。1つにしてください。 / ×「稼働/非稼働区分」の列が見つかりませんでした。', 'refused'],
  ],
  [
    'no row at all',
    () => judged('holidays', []),
    ['×「日付」の列が見つかりませんでした。 / ×「稼働/非稼働区分」の列が見つかりませんでした。', 'refused'],
  ],
  [
    'blanks beside merges, above and below them',
    () => judged('castings', ['A,01,', `B,01,${A}`, 'B,02,', 'B,03,', 'B,04,'], { merges: [merge(3, 4, 2, 3), merge(3, 5, 4, 5)] }),
    [
      '!2 A|01| / 3 B|01|2026-04-06 / !4 B|02| / !5 B|03| / !6 B|04|',
      '×行2「鋳込」: この項目は必須です。 / ×行4「鋳込」: 結合セル(C3:D4)のため空です。結合を解除し、各行に入力してください。 + / ×行5「鋳込」: この項目は必須です。 / ×行6「鋳込」: この項目は必須です。',
    ],
  ],
  [
    'parts in rows that say nothing else, and in a file without their whole',
    () => [...judged('castings', ['A,01,', ',02,', ',,', `,,${A}`, `B,,${A}`, `,,${B}`]), ...judged('outsourcings', ['A,a', ',b'])],
    [
      '!2 A|01| / !3 |02| / !4 || / !5 ||2026-04-06 / 6 B||2026-04-06 / !7 ||2026-04-07',
      '×行2「鋳込」: この項目は必須です。 / ×行3「製番」: この項目は必須です。 / ×行3「鋳込」: この項目は必須です。 / ×行4「製番」: この項目は必須です。 / ×行4「鋳込」: この項目は必須です。 / ×行5「製番」: この項目は必須です。 / ×行7「製番」: この項目は必須です。',
      '2 A|a / !3 |b',
      '×行3「外注ｺｰﾄﾞ」: この項目は必須です。',
    ],
  ],
  [
    'products in rows of their processes',
    () =>
      judged('products', [
        '製品ｺｰﾄﾞ,製品名,得意先名,工程ｺｰﾄﾞ,容積',
        'P1,弁,甲,320-3123-010,#1',
        'P1,,,320-3123-020,',
        'P1,,,320-3123-010,',
        'P2,胴,,,',
        'p2,,,,',
      ]),
    [
      '2 P1|弁|甲|320-3123-010|1 / 3 P1|弁|甲|320-3123-020|1 / !5 P2|胴||| / !6 p2|胴|||',
      '×行6「製品ｺｰﾄﾞ」: 「p2」が重複しています(行5)。「P2」とは全角・半角、大文字・小文字、または記号の字体だけが違います。 +5',
      '「製品名」の空欄3行分を、同じ製品ｺｰﾄﾞの上の行の値で補いました。 / 「得意先名」の空欄2行分を、同じ製品ｺｰﾄﾞの上の行の値で補いました。 / 「容積」の空欄2行分を、同じ製品ｺｰﾄﾞの上の行の値で補いました。 / 同じ内容の行が1件あり、1件として取り込みます(行4)。',
      '4=2',
    ],
  ],
  [
    'sums, labels and lines that programs write, by words and by figures',
    () =>
      judged('castings', [
        `A,01,${A}`,
        '合計：,,#12',
        '4月分 総合計(税込),,#5',
        '総計,12件,',
        '#100,合計,',
        '合計名,,x',
        '----,====,',
        'Page 2,,',
        `B,02,${A}`,
      ]),
    [
      '2 A|01|2026-04-06 / !6 100|合計| / !7 合計名|| / 10 B|02|2026-04-06',
      '×行6「鋳込」: この項目は必須です。 / ×行7「鋳込」: 「x」は日付として読めません。',
      '合計行3件を読み飛ばしました(行3、4、5)。 / 明細でない行2件を読み飛ばしました(行8、9)。',
    ],
  ],
  [
    'weekdays that differ, in the words of a treatment',
    () =>
      judged('heat-treatments', [
        '製品ｺｰﾄﾞ,工程,設備コード,解枠時間,温度,保持時間,冷却方法,冷却時間,基本実施曜日,待ち日数',
        'P,焼鈍,,#0,#900,#4,空冷,#8,月水,#1',
        'P,焼鈍,,#0,#900.123,#4,空冷,#8,水月,#1',
        'P,焼鈍,,#0,#900,#4,空冷,#8,水・月,#1',
        'P,焼鈍,,#0,#900,#4,空冷,#8,金,#1',
      ]),
    [
      '!2 P|焼鈍||0|900|4|空冷|8|月,水|1 / !3 P|焼鈍||0|900.12|4|空冷|8|月,水|1 / !4 P|焼鈍||0|900|4|空冷|8|月,水|1 / !5 P|焼鈍||0|900|4|空冷|8|金|1',
      '×行3「製品ｺｰﾄﾞ」: 「P」が重複しています(行2)。違い: 温度「900」と「900.12」。 +2 / ×行4「製品ｺｰﾄﾞ」: 「P」が重複しています(行2)。 +2 / ×行5「製品ｺｰﾄﾞ」: 「P」が重複しています(行2)。違い: 基本実施曜日「月・水」と「金」。 +2',
      '行3「温度」: 「900.123」を900.12に丸めました。',
    ],
  ],
  [
    'priorities that differ',
    () =>
      judged('orders', [
        '製番,製番_製品ｺｰﾄﾞ,製品名,発注数,製番_単重量,製番_納入状態,製番_材質名,製番_製作納期,納期,優先度',
        `S,P,x,#1,#1,,,${B},${A},特急`,
        `S,P,x,#1,#1,,,${B},${A},`,
      ]),
    [
      '!2 S|P|x|1|1|||2026-04-07|2026-04-06|rush / !3 S|P|x|1|1|||2026-04-07|2026-04-06|',
      '×行3「製番」: 「S」が重複しています(行2)。違い: 優先度「特急」と「空欄」。 +2',
    ],
  ],
])('a sheet with %s', (_, found, said) => {
  expect(found()).toEqual(said);
});

describe('the header of a file', () => {
  const heads = (kind: (typeof IMPORT_KINDS)[number], wanted = kind.columns.filter(({ required }) => required)) =>
    gridOf(['見出し', wanted.map(({ header }) => header), wanted.map(() => '1')]);

  test.each(IMPORT_KINDS.map((kind) => [kind.label, kind] as const))(
    'of %s is found where all of its columns stand, or most of them, and refused as that of another',
    (_, kind) => {
      const wanted = kind.columns.filter(({ required }) => required);
      const whole = heads(kind);
      expect([kindOfGrid(whole)?.name, holdsHeaders(kind, whole.rows), holdsAnyHeaders(whole.rows)]).toEqual([kind.name, true, true]);
      expect(findLayout(kind, whole)).toMatchObject({ header: 1, errors: [], width: wanted.length });
      expect(
        findLayout(kind, heads(kind, wanted.toReversed()))
          .columns.map(({ at }) => at)
          .toSorted(),
      ).toEqual(wanted.map((_, at) => at).toSorted());
      expect(knownHeaders(whole.rows)).toEqual({ count: expect.any(Number), whole: true });
      expect(knownHeaders(whole.rows).count).toBeGreaterThanOrEqual(wanted.length);
      for (const lost of wanted) {
        const rest = wanted.filter((column) => column !== lost);
        const { errors } = findLayout(kind, heads(kind, rest));
        expect(errors.join()).toContain(rest.length > 0 && errors[0]?.includes('ではなく') ? kind.label : lost.header);
        if (rest.length >= 4) expect(kindOfGrid(heads(kind, rest))?.name).toBe(kind.name);
      }
      for (const other of IMPORT_KINDS.filter((one) => one !== kind)) {
        const { errors, columns } = findLayout(other, whole);
        if (errors.some((text) => text.includes(kind.label))) expect(columns).toEqual([]);
      }
    },
  );

  test('may stand in two rows, merged over both', () => {
    const rows = ['日付,区分,', ',稼働区分,備考', '2026/4/1,非稼働,x'];
    expect(judged('holidays', rows, { merges: [merge(1, 2, 0)] })).toEqual(['3 2026-04-01|true', '行1〜2を見出しとして読みました。']);
  });

  test.each([
    ['castings', '製番,追番,鋳込'],
    ['castings', '製番,追番,鋳込の日'],
    [undefined, '製番,追番の,鋳込の'],
    [undefined, '製番,追番,x'],
    [undefined, '日付,x'],
    ['holidays', '日付,稼働区分,製番'],
    [undefined, 'x,y'],
    [undefined, ''],
    ['facilities', '設備ｺｰﾄﾞ,設備名,工程名,設備数,x'],
    [undefined, '設備ｺｰﾄﾞ,設備名,工程名,x,y'],
    ['facilities', '設備ｺｰﾄﾞ,設備名,工程名,工程ｺｰﾄﾞ,設備数,最大重量,奥行'],
  ])('is meant for %s: %s', (kind, head) => {
    expect(kindOfGrid(gridOf([head]))?.name).toBe(kind);
    expect(holdsAnyHeaders(gridOf([head]).rows)).toBe(kind !== undefined);
  });

  test('stands in the first twenty rows of a sheet, or is its first row wherever that is', () => {
    const found = (...rows: string[]) => findLayout(importKind('holidays')!, gridOf(rows)).errors.length === 0;
    expect([found('x', '20:日付,稼働区分'), found('x', '21:日付,稼働区分'), found('40:日付,稼働区分')]).toEqual([true, false, true]);
    expect(found(...Array(20).fill('x'), '日付,稼働区分')).toBe(false);
  });

  test('is one row where cells are merged otherwise than over it and the row above', () => {
    const rows = ['日付,区分', ',稼働区分'];
    const found = (above: string[], ...merges: Merge[]) =>
      findLayout(importKind('holidays')!, gridOf([...above, ...rows], { merges })).errors.length === 0;
    expect([found([], merge(1, 2, 0)), found(['x'], merge(2, 3, 0)), found([], merge(1, 2, 0), merge(1, 1, 1))]).toEqual([
      true,
      true,
      true,
    ]);
    expect([
      found([]),
      found([], merge(1, 2, 0, 1)),
      found([], merge(1, 1, 0)),
      found(['x'], merge(1, 3, 0)),
      found([], merge(1, 2, 1)),
    ]).toEqual([...[false, false, false, false, false]]);
    const far = gridOf(['日付,区分', '3:,稼働区分'], { merges: [merge(1, 3, 0)] });
    expect(findLayout(importKind('holidays')!, far).errors).toHaveLength(1);
    expect(findLayout(importKind('holidays')!, gridOf(['日付,区分,x,y', ',稼働区分'], { merges: [merge(1, 2, 0)] }))).toMatchObject({
      width: 2,
      rows: 2,
    });
  });

  test('of another kind refuses a file; where as much of its own stands there, what it lacks is said as well', () => {
    const errors = (kind: ImportKindName, ...rows: string[]) => findLayout(importKind(kind)!, gridOf(rows)).errors;
    expect(errors('castings', '日付,稼働区分')).toEqual(['休日のファイルのようです。鋳込みのファイルを選んでください。']);
    expect(errors('tasks', '設備ｺｰﾄﾞ,設備名,工程名,工程ｺｰﾄﾞ,設備数,最大重量')).toEqual([
      '設備のファイルのようです。工程のファイルを選んでください。',
    ]);
    expect(errors('holidays', '工程ｺｰﾄﾞ,工程名,日付')).toEqual(['工程のファイルのようです。休日のファイルを選んでください。']);
    expect(errors('holidays', '工程ｺｰﾄﾞ,工程名', '日付,x')).toEqual(['工程のファイルのようです。休日のファイルを選んでください。']);
    expect(errors('holidays', '工程ｺｰﾄﾞ,工程名,日付,区分')).toEqual([
      '工程のファイルのようです。休日のファイルを選んでください。',
      '「稼働/非稼働区分」の列が見つかりませんでした。「区分」はありますが「稼働/非稼働区分」ですか。見出しを「稼働/非稼働区分」にしてください。',
    ]);
  });

  test('names ranges as spreadsheets do, and is as wide as what is filled', () => {
    expect([merge(1, 2, 0, 1), merge(3, 3, 25, 26), merge(9, 10, 51, 52), merge(1, 1, 701, 702)].map(rangeName)).toEqual([
      'A1:B2',
      'Z3:AA3',
      'AZ9:BA10',
      'ZZ1:AAA1',
    ]);
    expect([filledWidth([]), filledWidth([null, '　', '']), filledWidth([null, 'x', ' ', null])]).toEqual([0, 0, 2]);
  });
});

describe('a cell', () => {
  test.each([
    ['="0022"', '0022'],
    ['\'=T("0022")', '0022'],
    [' = CONCAT( "00" & "22" ) ', '0022'],
    ['="a""b"', 'a"b'],
    ['=""0022""', '0022'],
    ['="0022', '0022'],
    ['=0022', '0022'],
    ['=', '='],
    ['=A1', '=A1'],
    ['x="1"', 'x="1"'],
    ['    ="1"', '1'],
    ['     ="1"', '     ="1"'],
    ['="1"x', '="1"x'],
    ['0022', '0022'],
  ])('%s is meant as %s', (cell, meant) => expect(plainCell(cell)).toBe(meant));

  test('is blank where a reader sees nothing, and has a value and a mark', () => {
    const error: Cell = { value: null, mark: 'error' };
    const none: Cell = { value: null, mark: 'no_value' };
    const date: Cell = { value: ' ', mark: 'date' };
    const cells: (Cell | undefined)[] = [undefined, null, '', ' ', '　', '\u007f', '~', 'a ', 0, false, error, none, date, shows(1, '')];
    expect(cells.map(isBlank)).toEqual([true, true, true, true, true, false, false, false, false, false, false, false, true, false]);
    expect([undefined, null, 'a', date].map(cellValue)).toEqual([null, null, 'a', ' ']);
    expect([undefined, null, 'a', 1, date].map(markOf)).toEqual([undefined, undefined, undefined, undefined, 'date']);
    const dressed: Cell = { value: 5, mark: 'format', format: { code: '0', shows: () => ({ text: '5.0', dressed: true }) } };
    const untold: Cell = { value: 5, mark: 'format', format: { code: '0', shows: () => undefined } };
    expect([null, 'a', error, shows(5, '05'), shows(5, '5'), dressed, untold].map(shownIn)).toEqual([null, 'a', error, '05', 5, 5, 5]);
  });

  test('of rows as JSON is what it holds; each row has its number, or its place below a header', () => {
    const rows = [
      { row: 7, b: ['月', '火'] },
      { a: 'x', b: ['月', 1], c: 1 },
      { row: 0, a: null, b: { c: 1 } },
      { row: 1.5, a: false },
      { row: '9', a: 3 },
    ];
    const grid = gridOfRows(rows, ['d', 'a', 'b']);
    expect(grid).toMatchObject({ format: 'rows', sheet: '', candidates: [], date1904: false, merges: [] });
    expect(grid.rows.map(({ row, cells }) => [row, ...cells])).toEqual([
      ...[
        [1, 'a', 'b'],
        [7, null, '月,火'],
        [3, 'x', '["月",1]'],
        [4, null, '{"c":1}'],
        [5, false, null],
        [6, 3, null],
      ],
    ]);
  });
});
