import { expect, test } from 'vitest';
import type { CellContext } from '../../server/domain/files/cells/cell-context.ts';
import { convertCell } from '../../server/domain/files/cells/cells.ts';
import type { DateReading } from '../../server/domain/files/cells/dates.ts';
import type { Cell, NumberFormat } from '../../server/domain/files/grid.ts';
import type { CellType, ImportColumn } from '../../server/domain/files/imports.ts';

const COLUMN = { field: 'x', header: 'X', spellings: [], required: false };
/** What a cell of a column is taken for, as JSON, with what is said of it. */
function readBy(type: CellType, more: Partial<ImportColumn>): (cell: Cell) => string {
  const column: ImportColumn = { ...COLUMN, type, ...more };
  return (cell) => {
    const said: string[] = [];
    const told = (text: string): string => text.replace(/「(?!0」)[^」]*」(?=は|を[^指]|に外)/, '…');
    const context: CellContext = {
      ...{
        today: '2026-04-01',
        date1904: false,
        report: (level, text) => said.push(`${{ error: '×', warning: '!' }[level]}${told(text)}`),
      },
      seen: ({ taken, shown }) => said.push(`${taken}=${shown}`),
    };
    return [JSON.stringify(convertCell(cell, column, context)), ...said].join(' ');
  };
}
const shows = (value: number | string, text: string, dressed = false): Cell => ({
  ...{ value, mark: 'format' as const },
  format: { code: '0', shows: () => (text === '?' ? undefined : { text, dressed }) } satisfies NumberFormat,
});
/** Columns with what cells are taken for, as JSON, and what is said; cells of text parted by a bar. */
const READ: [string, (cell: Cell) => string, [string, ...Cell[]][]][] = [
  [
    'a number',
    readBy('number', { min: -2000, max: 2000, scale: 2, units: ['kg', 'm³'] }),
    [
      ['null', ' |－', null, ''],
      ['1234', '1,234'],
      ['1234.56', '1,234.56|0,001,234.56'],
      ['-1234.5', '-1,234.5'],
      ['1000.25', '+1,000.25'],
      [
        'null ×…は数値ではありません。単位はkgです。',
        "12,34|1234,567|1,234,56|1,2345|a1,234|x(5)|(5)x|()|5kgs|kg|5'5|.|1E1234|x5|5x|5.5.5|あ|x1e5|1E5x|5.12x|－－|[5]",
        true,
        false,
      ],
      ['5', "+5|5 kg|５ＫＧ|5M3|'5|5."],
      ['-5', '(5)|▲5'],
      ['-1234', '(1,234)'],
      ['-1000', '△ 1,000'],
      ['0.5', '.5'],
      ['1000', '1E3|1e+3'],
      ['2.5', '25E-1'],
      ['12', '1 2'],
      ['1.23', 1.23],
      ['1 !…を1に丸めました。', '1.005', 1.005],
      ['101', 101.00000000000001],
      ['0', -2.8e-17],
      ['2000', 2000],
      ['-2000', -2000],
      ['null ×…は-2000以上2000以下で指定してください。', 2000.01, -2000.01, 2000.001, 2001, -2001],
      ['null ×…は日付・時刻の書式になっています。数値の書式で入力し直してください。', { value: 5, mark: 'date' }],
      ['null ×数式エラー(#REF!)', { value: '#REF!', mark: 'error' }],
      ['null ×数式の計算結果がありません。Excelで開いて保存し直してください。', { value: null, mark: 'no_value' }],
    ],
  ],
  [
    'a number without limits',
    readBy('number', {}),
    [
      ['0', 0],
      ['null ×…は0以上1000000000以下で指定してください。', -1, 1000000001],
      ['1000000000', 1000000000],
      ['0 !…を0に丸めました。', 1e-7],
      ['0.123457 !…を0.123457に丸めました。', 0.1234567],
      ['123456789.123457', 123456789.1234567],
      ['null ×…は数値ではありません。', '5kg|x'],
    ],
  ],
  [
    'pieces',
    readBy('integer', { min: 1, max: 100, units: ['個', '本'], empty: 1 }),
    [
      ['1', '', 1],
      ['5', '5個|5本', 5.0000000001],
      ['100', 100],
      ['1 ×「0」は1以上の整数を指定してください。', 0],
      ['1 ×…は1以上100以下で指定してください。', 101],
      ['1 ×…は1以上の整数を指定してください。', '5.5|x', 5.4, true],
    ],
  ],
  [
    'days',
    readBy('integer', { units: ['日'], filled: true }),
    [
      ['null ×この項目は必須です。', ''],
      ['5', '5日'],
      ['0', 0],
      ['null ×…は0以上の整数を指定してください。単位は日です。', 'x', -1],
      ['1000000000000', 1000000000000],
    ],
  ],
  [
    'a text',
    readBy('text', { max_length: 4, empty: '' }),
    [
      ['""', '　', '', shows(0, '')],
      ['"𠮷𠮷𠮷𠮷"', '𠮷𠮷𠮷𠮷'],
      ['"abcd"', 'abcd'],
      ['"" ×4文字以内で入力してください。', 'abcde|𠮷𠮷𠮷𠮷𠮷|x#N/A', false],
      ['"ab"', ' ab '],
      ['"" ×数式エラー(#N/A)', '#N/A'],
      ['"a\ufffd" !読めない文字が含まれています。', 'a\ufffd'],
      ['"a\ue000" !…に外字が含まれています。', 'a\ue000'],
      ['"" ×読めない文字が含まれています。', 'a\0b'],
      ['"=x"', "'=x"],
      ['"12"', "'12"],
      ['"\'1a"', "'1a"],
      ['"\'ab"', "'ab"],
      ['"a\\nb"', 'a\r\nb|a\rb'],
      ['"TRUE"', true],
      ['"12.5"', 12.5],
      ['"" ×…は日付に変換されています。文字列の書式で入力し直してください。', { value: 5, mark: 'date' }],
      ['"05" shown=05', shows(5, '05')],
      ['"5"', shows(5, '5')],
      ['"a"', shows('a', 'a様')],
      [
        '"" ×…は表示形式「0」の数値で、表示のとおりには読めません。文字列の書式で入力し直してください。',
        shows(5, '?'),
        shows(5, ''),
        shows(5, '6.00', true),
        shows(5.5, '6'),
      ],
      ['"5" value=5.00', shows(5, '5.00', true)],
      ['"1234" value=¥1,234', shows(1234, '¥1,234', true)],
    ],
  ],
  [
    'a code',
    readBy('code', { max_length: 6, empty: '' }),
    [
      ['""', '-|なし'],
      ['"123"', 123],
      ['"" ×…はコードとして読めません。文字列の書式で入力し直してください。', 1.5],
      ['"" ×…は指数表記です。文字列の書式で入力し直してください。', '1E+5', 1000000000000000, 10000000000000000],
      ['"" ×6文字以内で入力してください。', '1.5e+10'],
      ['"x1E+5"', 'x1E+5'],
      ['"" ×…は日付に変換されています。文字列の書式で入力し直してください。', '1月5日|5-Jan|15-Dec', { value: 46113, mark: 'date' }],
      ['"0022"', "'0022'|’0022"],
      ['"a"', "'a"],
      ['"a b"', 'a\nb|a \r\n b'],
      ['"" ×読めない文字が含まれています。', 'a\ufffd'],
      ['"0022" shown=0022', shows(22, '0022'), shows('22', '0022')],
      ['"22" shown= 22 ', shows('22', ' 22 ')],
      ['"22"', shows(' 22', '22'), shows('22', '?')],
      ['"TRUE"', true],
      ['"FALSE"', false],
    ],
  ],
  [
    'a code that counts its zeros',
    readBy('code', { zeros: true, filled: true }),
    [
      ['null ×この項目は必須です。', null, ''],
      ['"-"', '-'],
      ['"22" value_without_zeros=0022', shows(22, '0022')],
      ['"A22" shown=A22', shows(22, 'A22')],
    ],
  ],
  [
    'a code that points at another',
    readBy('code', { zeros: true, refers: { to: 'tasks', unknown: 'error' } }),
    [['"0022" shown=0022', shows(22, '0022')]],
  ],
  [
    'yes or no',
    readBy('boolean', { empty: false }),
    [
      ['false', '×|未', '', 0, false],
      ['true', '○|済', 1, true],
      ['false ×…は読めません。0または1を指定してください。', '?', 2],
    ],
  ],
  [
    'a closed day',
    readBy('closed_day', {}),
    [
      ['true', '非稼働'],
      ['false', '稼働'],
      ['null ×…は「稼働」または「非稼働」を指定してください。', '?'],
    ],
  ],
  [
    'a cooling',
    readBy('cooling_method', { empty: '空冷' }),
    [
      ['"空冷"', '-', ''],
      ['"炉冷"', ' 炉 冷 '],
      ['"空冷" ×…は空冷・炉冷・水冷・強制空冷のいずれかを指定してください。', '水'],
    ],
  ],
  [
    'weekdays',
    readBy('weekdays', {}),
    [
      ['[]', '-', ''],
      ['["月","金"]', '金月'],
      ['["月","水","金"]', '月・水、金'],
      ['["月","水"]', '月水月'],
      ['["月","火","水"]', '月〜水'],
      ['["水"]', '水〜水'],
      ['[] ×…は読めません。月〜日の曜日(例: 月水金)、平日、毎日のいずれかを指定してください。', '金〜月|月x'],
      ['["月","火","水","木","金"]', '平日'],
      ['["月","火","水","木","金","土","日"]', '毎日'],
      ['["月"]', '月曜日|月曜'],
      ['["日"]', '日'],
    ],
  ],
  [
    'a permission',
    readBy('permission', {}),
    [
      ['"master_admin"', 'マスタ管理者'],
      ['"manager"', 'MANAGER'],
      ['null ×…は読めません。マスタ管理者・生産計画担当・外注担当・一般(閲覧)のいずれかを指定してください。', 'x'],
    ],
  ],
  [
    'a priority',
    readBy('priority', {}),
    [
      ['null', '-', ''],
      ['"rush"', '特急'],
      ['null ×…は読めません。特急・通常・後回しのいずれかを指定してください。', 'express|x'],
      ['"deferred"', '後回し'],
    ],
  ],
  [
    'a secret',
    readBy('secret', { max_length: 4 }),
    [
      ['null', ''],
      ['" a "', ' a '],
      ['null ×4文字以内で入力してください。', 'abcde'],
      ['null ×読めない文字が含まれています。', 'a\0'],
      ['"12"', 12],
      ['null ×…は表示形式「0」の数値で、表示のとおりには読めません。文字列の書式で入力し直してください。', shows(5, '05')],
      ['null ×…は日付に変換されています。文字列の書式で入力し直してください。', { value: 5, mark: 'date' }],
    ],
  ],
];

test.each(READ)('%s is read of each of its cells', (_, read, rows) => {
  for (const [taken, ...cells] of rows)
    for (const cell of cells.flatMap<Cell>((one) => (typeof one === 'string' ? one.split('|') : [one])))
      expect([cell, read(cell)]).toEqual([cell, taken]);
});

test('of a file a day is read once', () => {
  const days = new Map<number | string, DateReading>();
  const heard: string[] = [];
  const context: CellContext = { today: '2026-04-01', date1904: false, report: () => undefined, days, day: (_, date) => heard.push(date) };
  const column = { ...COLUMN, type: 'date' as const };
  expect(['2026/4/2', '2026/4/2', "'2026/4/3"].map((cell) => convertCell(cell, column, context))).toEqual([...heard]);
  expect([heard, [...days.keys()]]).toEqual([
    ...[
      ['2026-04-02', '2026-04-02', '2026-04-03'],
      ['2026/4/2', "'2026/4/3"],
    ],
  ]);
  days.set('2026/4/2', { date: '2026-05-01' });
  expect(convertCell('2026/4/2', column, context)).toBe('2026-05-01');
});
