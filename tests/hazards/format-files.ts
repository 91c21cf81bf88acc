import { type RawCell, rawWorkbook } from '../files/raw-workbook.ts';
import { book, type HazardFile, hazard, headersOf, order, task } from './parts.ts';

/** Values that their number format shows otherwise, and formulas. */
export function formatFiles(): HazardFile[] {
  const partner = (what: string, cell: RawCell, more: Partial<HazardFile>): HazardFile => ({
    ...hazard(`H11 W outsourcings 1: ${what}`, book('outsourcings', [[cell, '北山加工']])),
    ...more,
  });
  const seen = (format: string, value: string, shown: string): string[] => [
    `「外注ｺｰﾄﾞ」の1行分は、表示形式「${format}」により「${value}」が「${shown}」のように表示されています。表示のとおりに読みました。`,
  ];
  const asShown = (code: string, value: number | string, shown: string): HazardFile =>
    partner(
      `${value} shown as ${shown}`,
      { value, code },
      { values: [{ outsourcing_code: shown }], warnings: seen(code, String(value), shown) },
    );
  const dressed = (code: string, value: number, shown: string): HazardFile =>
    partner(
      `${value} dressed as ${shown}`,
      { value, code },
      {
        values: [{ outsourcing_code: String(value) }],
        warnings: [
          `「外注ｺｰﾄﾞ」の1行分は、表示形式「${code}」により「${shown}」のように表示されています。表示ではなく「${value}」のように数値を読みました。`,
        ],
      },
    );
  const untold = (code: string, value: number): HazardFile =>
    partner(
      `${value} under ${code}`,
      { value, code },
      {
        verdict: 'E',
        errors: [
          `行2「外注ｺｰﾄﾞ」: 「${value}」は表示形式「${code}」の数値で、表示のとおりには読めません。文字列の書式で入力し直してください。`,
        ],
      },
    );
  const zeros = { value: 2_640_130, code: '00000000' };
  return [
    ...[
      asShown('"G"000', 101, 'G101'),
      asShown('000"-"00', 12_345, '123-45'),
      asShown('[Red]\\K0000', 12, 'K0012'),
      asShown('"G"@', '101', 'G101'),
    ],
    ...[dressed('#,##0', 12_345, '12,345'), dressed('0.00', 101, '101.00'), dressed('[$¥-411]#,##0', 1_234, '¥1,234')],
    ...[
      untold('0%', 3),
      untold('0.00E+00', 12_345),
      untold(';;;', 7),
      untold('#,##0"号"', 1_234),
      untold('[DBNum1]0', 12),
      untold('0,', 12_000),
    ],
    ...['General', 'G/標準', '@', '0', '[Red]0_ '].map((code) =>
      partner(`a plain number under ${code}`, { value: 101, code }, { verdict: 'A', values: [{ outsourcing_code: '101' }] }),
    ),
    partner(
      'zeros that a format shows',
      { value: 5, code: '000' },
      {
        code: 'H10',
        values: [{ outsourcing_code: '5' }],
        warnings: ['行2「外注ｺｰﾄﾞ」: 「5」は先頭の0が失われた可能性があります(005)。'],
        repairs: ['2 outsourcing_code 005'],
      },
    ),
    hazard(
      'H10 W order-tasks 2: zeros that a format shows, where the file is judged alone and where another table is asked',
      book('order-tasks', [task({ serial: zeros, lot: { value: 1, code: '00' } }), task({ serial: zeros, lot: 2, sort: 20 })]),
      { values: [{ serial_number: '02640130', lot_number: '1' }], repairs: ['2 lot_number 01', '3 lot_number 02'] },
    ),
    hazard(
      'H11 W order-tasks 1: a name with a word of honour, a nothing that is hidden, a number in a name',
      book('order-tasks', [
        task().map((cell, at) =>
          at === 6
            ? { value: 0, code: '0;-0;;@' }
            : at === 7
              ? { value: '北山', code: '@"様"' }
              : at === 2
                ? { value: 3, code: '0"班"' }
                : cell,
        ),
      ]),
      {
        values: [{ outsourcing_code: '', order_name: '北山', arrangement: '3班' }],
        warnings: ['「手配」の1行分は、表示形式「0"班"」により「3」が「3班」のように表示されています。表示のとおりに読みました。'],
      },
    ),
    hazard(
      'H09 A orders 1: formats of numbers, which stay numbers',
      book('orders', [order({ number: { value: 4, code: '0"個"' }, weight: { value: 1_250.5, code: '#,##0.0"kg"' } })]),
      { values: [{ number: 4, weight: 1_250.5 }] },
    ),
    partner(
      'a day in words in a code',
      { xml: '<c r="A2" t="d"><v>2026-03-12T00:00:00</v></c>' },
      {
        verdict: 'E',
        errors: ['行2「外注ｺｰﾄﾞ」: 「2026-03-12T00:00:00」は日付に変換されています。文字列の書式で入力し直してください。'],
      },
    ),
    hazard(
      'H11 E employees 2: passwords that a format shows otherwise are told without them',
      book('employees', [
        ['9001', { value: 1_234, code: '00000000' }, '山田', '', '一般'],
        ['9002', { date: '2026-04-01' }, '川口', '', '一般'],
      ]),
      {
        errors: [
          '行2「パスワード」: 「●●●●」は表示形式「00000000」の数値で、表示のとおりには読めません。文字列の書式で入力し直してください。',
          '行3「パスワード」: 「●●●●」は日付に変換されています。文字列の書式で入力し直してください。',
        ],
      },
    ),
    hazard(
      'H18 E orders 1: formulas that nobody computed',
      rawWorkbook({
        calc: 'fullCalcOnLoad="1"',
        sheets: [
          {
            name: 'S',
            rows: [headersOf('orders'), order({ weight: { formula: 'D2*30', value: 0 }, delivery: { formula: 'I2+46', value: 0 } })],
          },
        ],
      }),
      {
        errors: ['製番_単重量', '製番_製作納期'].map(
          (header) => `行2「${header}」: 数式の計算結果がありません。Excelで開いて保存し直してください。`,
        ),
      },
    ),
  ];
}
