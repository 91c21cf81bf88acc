import type { RawCell } from '../files/raw-workbook.ts';
import { book, csv, type HazardFile, hazard, heat, order, task, utf8 } from './parts.ts';

/** Numbers, codes, words. */
export function valueFiles(): HazardFile[] {
  const weight = (what: string, cell: RawCell, kept: number | null): HazardFile =>
    hazard(`H09 A orders 1: ${what}`, book('orders', [order({ weight: cell })]), { values: [{ weight: kept }] });
  const boolean = (cell: string | number | boolean | null, value: boolean): HazardFile =>
    hazard(`H24 A order-tasks 1: 受入 ${cell}`, book('order-tasks', [task({ received: cell, reception: { date: '2026-03-30' } })]), {
      values: [{ received: value }],
    });
  const days = (cell: string, value: string[]): HazardFile =>
    hazard(`H24 A heat-treatments 1: 曜日 ${cell}`, book('heat-treatments', [heat({ days: cell })]), {
      values: [{ work_settings: value }],
    });
  const closed = (cell: string | number, value: boolean): HazardFile =>
    hazard(`H24 A holidays 1: 稼働 ${cell}`, book('holidays', [[{ date: '2026-04-29' }, cell]]), { values: [{ is_holiday: value }] });
  const serials = ['02640123', '02640124', '02640125', '026X0456'];
  return [
    weight('thousands', '1,250', 1250),
    weight('full-width digits and a unit', '１２５０㎏', 1250),
    weight('a unit and spaces', ' 1 250 kg ', 1250),
    weight('a dash is empty', '－', null),
    weight('a word is empty', 'なし', null),
    hazard(
      'H09 E orders 3: negative signs of bookkeepers',
      book('orders', [order({ number: '▲5' }), order({ serial: '02640124', number: '(5)' }), order({ serial: '02640125', number: '△5' })]),
      { errors: ['▲5', '(5)', '△5'].map((text, index) => `行${index + 2}「発注数」: 「${text}」は1以上の整数を指定してください。`) },
    ),
    hazard('H09 E orders 1: another unit is not converted', book('orders', [order({ weight: '1.2t' })]), {
      errors: ['行2「製番_単重量」: 「1.2t」は数値ではありません。単位はkgです。'],
    }),
    hazard('H09 E orders 1: a comma that parts nothing', book('orders', [order({ weight: '1,25' })]), {
      errors: ['行2「製番_単重量」: 「1,25」は数値ではありません。単位はkgです。'],
    }),
    hazard(
      'H10 W orders 5: a zero lost in one order',
      book('orders', [...serials.map((serial) => order({ serial })), order({ serial: 2640130 })]),
      {
        warnings: ['行6「製番」: 「2640130」は先頭の0が失われた可能性があります(02640130)。'],
        repairs: ['6 serial_number 02640130'],
        values: [{}, {}, {}, {}, { serial_number: '2640130' }],
      },
    ),
    hazard('H10 W order-tasks 3: a zero lost in a lot', book('order-tasks', [task(), task({ lot: '02' }), task({ lot: 3 })]), {
      warnings: ['行4「追番」: 「3」は先頭の0が失われた可能性があります(03)。'],
      repairs: ['4 lot_number 03'],
    }),
    hazard(
      'H10 A orders 4: zeros that were kept',
      book(
        'orders',
        serials.map((serial) => order({ serial })),
      ),
      { repairs: [] },
    ),
    hazard(
      'H10 A orders 5: codes of another shape are left alone',
      book(
        'orders',
        [...serials, 'S02640130'].map((serial) => order({ serial })),
      ),
      { repairs: [] },
    ),
    hazard('H11 E tasks 1: a code that became a date', book('tasks', [[{ date: '2026-03-12' }, '解枠']]), {
      errors: ['行2「製品ｺｰﾄﾞ」: 「46093」は日付に変換されています。文字列の書式で入力し直してください。'],
    }),
    hazard('H11 E outsourcings 2: a code that became a date, saved as text', utf8(csv('outsourcings', ['3月12日,大葉', '12-Mar,小松原'])), {
      errors: ['3月12日', '12-Mar'].map(
        (text, index) => `行${index + 2}「外注ｺｰﾄﾞ」: 「${text}」は日付に変換されています。文字列の書式で入力し直してください。`,
      ),
    }),
    hazard(
      'H11 E orders 1: a code in scientific notation',
      utf8(csv('orders', ['1.23E+11,TKH,弁箱,4,120,素材,SC480,2026/5/29,2026/4/20'])),
      { errors: ['行2「製番」: 「1.23E+11」は指数表記です。文字列の書式で入力し直してください。'] },
    ),
    hazard('H11 E order-tasks 1: a time for hours', book('order-tasks', [task({ work: { number: 0.0625, format: 'time' } })]), {
      errors: ['行2「作業時間」: 「0.0625」は日付・時刻の書式になっています。数値の書式で入力し直してください。'],
    }),
    hazard('H11 A outsourcings 1: a number for a code keeps its digits', book('outsourcings', [[123_456_789_012, '大葉']]), {
      values: [{ outsourcing_code: '123456789012' }],
    }),
    hazard('H22 A orders 1: a whole number with a point', book('orders', [order({ number: '3.0' })]), { values: [{ number: 3 }] }),
    hazard(
      'H22 A orders 1: noise of binary fractions',
      book('orders', [order({ weight: 0.300_000_000_000_000_04, number: 2.999_999_999_999_999_6 })]),
      { values: [{ weight: 0.3, number: 3 }] },
    ),
    ...([-2.775_557_561_562_891e-17, '-2.8E-17', 0.000_000_000_3] as const).map(
      (cell): HazardFile =>
        hazard(`H22 A order-tasks 1: residue of nothing: ${cell}`, book('order-tasks', [task({ work: cell, frame: cell })]), {
          values: [{ work_hours: 0, solution_frame_days: 0 }],
        }),
    ),
    { ...weight('residue at the upper end', 99_999_999.000_000_01, 99_999_999), code: 'H22' },
    hazard(
      'H22 A order-tasks 1: residue in a code, in whole numbers and in marks',
      book('order-tasks', [
        task({
          lot: 12.000_000_000_000_002,
          sort: 9.999_999_999_999_998,
          received: 1.000_000_000_000_000_2,
          reception: { date: '2026-03-30' },
        }),
      ]),
      { values: [{ lot_number: '12', task_sort: 10, received: true }] },
    ),
    hazard('H22 E orders 1: a half piece', book('orders', [order({ number: 3.5 })]), {
      errors: ['行2「発注数」: 「3.5」は1以上の整数を指定してください。'],
    }),
    hazard('H22 W orders 1: more decimals than are kept', book('orders', [order({ weight: 1.234_56 })]), {
      values: [{ weight: 1.235 }],
      warnings: ['行2「製番_単重量」: 「1.23456」を1.235に丸めました。'],
    }),
    ...(
      [
        ['○', true],
        ['済', true],
        [1, true],
        [true, true],
        ['TRUE', true],
        ['有', true],
        ['×', false],
        ['未', false],
        [0, false],
        [null, false],
        ['無', false],
      ] as const
    ).map(([cell, value]) => boolean(cell, value)),
    hazard('H24 E order-tasks 1: another word', book('order-tasks', [task({ received: '済み?' })]), {
      errors: ['行2「受入」: 「済み?」は読めません。0または1を指定してください。'],
    }),
    ...['月水金', '月・水・金', '月,水,金', '水 金 月', '月曜 水曜 金曜日'].map((text) => days(text, ['月', '水', '金'])),
    days('月〜金', ['月', '火', '水', '木', '金']),
    days('平日', ['月', '火', '水', '木', '金']),
    days('毎日', ['月', '火', '水', '木', '金', '土', '日']),
    days('', []),
    hazard('H24 E heat-treatments 1: a weekday that is none', book('heat-treatments', [heat({ days: '月祝' })]), {
      errors: ['行2「基本実施曜日」: 「月祝」は読めません。月〜日の曜日(例: 月水金)、平日、毎日のいずれかを指定してください。'],
    }),
    hazard('H24 E heat-treatments 1: a cooling method that is none', book('heat-treatments', [heat({ cooling: '油冷' })]), {
      errors: ['行2「冷却方法」: 「油冷」は空冷・炉冷・水冷・強制空冷のいずれかを指定してください。'],
    }),
    ...(
      [
        ['非稼働', true],
        ['休業', true],
        ['×', true],
        [1, true],
        ['稼働', false],
        ['出勤', false],
        ['○', false],
        [0, false],
      ] as const
    ).map(([cell, value]) => closed(cell, value)),
    hazard('H24 E holidays 1: a day neither open nor closed', book('holidays', [[{ date: '2026-04-29' }, '半日']]), {
      errors: ['行2「稼働/非稼働区分」: 「半日」は「稼働」または「非稼働」を指定してください。'],
    }),
  ];
}
