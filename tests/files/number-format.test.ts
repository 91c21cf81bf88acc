import { describe, expect, test } from 'vitest';
import { dressOf, showing } from '../../server/files/xlsx/number-format.ts';

/** As Excel and LibreOffice show them; undefined where only the program can tell. */
const SHOWN: readonly (readonly [code: string, value: number | string, text: string | undefined])[] = [
  ['00000000', 2_710_202, '02710202'],
  ['"G"000', 101, 'G101'],
  ['"G"000', 12_345, 'G12345'],
  ['000"-"00', 12_345, '123-45'],
  ['000\\-00', 12_345, '123-45'],
  ['0000-00', 1_234_567, '12345-67'],
  ['00\\A00', 1_234, '12A34'],
  ['#-#-#', 12, '-1-2'],
  ['"No."0', 5, 'No.5'],
  ['\u7b2c0\u53f7', 5, '\u7b2c5\u53f7'],
  ['P000', 5, 'P005'],
  ['[Red]000', 5, '005'],
  ['[\u8d64]000;-000', 5, '005'],
  ['_(000_)', 5, '005'],
  ['* 000', 5, '005'],
  ['???', 5, '5'],
  ['#', 0, ''],
  ['0;-0;;@', 0, ''],
  ['000;-000;"\u306a\u3057"', 0, '\u306a\u3057'],
  ['[<=999]000;[<=9999]000\\-00;000\\-0000', 1_640_012, '164-0012'],
  ['[<=999]000;[<=9999]000\\-00;000\\-0000', 1_234, '012-34'],
  ['[>100]"\u5927"0;"\u5c0f"0', 50, '\u5c0f50'],
  ['"G"General', 5, 'G5'],
  ['G/\u6a19\u6e96', 5, '5'],
  ['"G"@', 101, '101'],
  ['"G"@', '101', 'G101'],
  ['0;0;0;"T-"@', '12', 'T-12'],
  ['#,##0', 1_234_567, '1,234,567'],
  ['[$\u00a5-411]#,##0', 1_234, '\u00a51,234'],
  ['_ * #,##0_ ;_ * -#,##0_ ;_ * "-"_ ;_ @_ ', 1_234, '1,234'],
  ['0.00', 101, '101.00'],
  ['0.0#', 1.5, '1.5'],
  ['0%', 1, undefined],
  ['0.00E+00', 12, undefined],
  ['# ?/?', 12, undefined],
  ['[DBNum1]0', 12, undefined],
  ['0,', 12_000, undefined],
  ['G000', 5, undefined],
  ['*00', 5, undefined],
  [';;;', 5, undefined],
  ['000', -5, undefined],
];

test.each(SHOWN)('%s shows %s as %s', (code, value, text) => {
  expect(showing(code)(value)?.text).toBe(text);
});

describe('a cell', () => {
  const cell = (id: number, code: string | undefined, value: number | string) =>
    dressOf(id, new Map(code === undefined ? [] : [[String(id), code]]))?.(value) ?? value;

  test('bears its format where that may show something else', () => {
    for (const [id, code] of [
      [0, undefined],
      [49, undefined],
      [200, 'General'],
      [201, 'G/標準'],
    ] as const)
      expect(cell(id, code, 101)).toBe(101);
    expect(cell(3, undefined, 1_234)).toMatchObject({ value: 1_234, mark: 'format', format: { code: '#,##0' } });
    expect(cell(200, '"G"@', '101')).toMatchObject({ value: '101', mark: 'format' });
    expect(cell(200, '"G"000', '北山')).toBe('北山');
  });

  test('of a date bears its own', () => {
    for (const code of ['yyyy/mm/dd', '[$-411]ggge"年"m"月"d"日"', 'yyyy/mm/dd;@', 'h:mm', '[h]:mm', 'mm:ss.0', 'aaa'])
      expect(cell(200, code, 46_113)).toEqual({ value: 46_113, mark: 'date' });
    expect(cell(14, undefined, 46_113)).toEqual({ value: 46_113, mark: 'date' });
    for (const code of ['0"時間"', '"日"0', '0.0"h"', '#,##0\\d']) expect(cell(200, code, 3)).not.toMatchObject({ mark: 'date' });
  });
});
