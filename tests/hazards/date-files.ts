import { serialOf } from '../files/raw-workbook.ts';
import { book, castingOn, type HazardFile, hazard, order, spellings } from './parts.ts';

const NO_DAYS = spellings(
  '00000000|0|00|0000/00/00|0000-00-00|0000.00.00|0000年00月00日|0/0/0|00/00/00|0000-00-00 00:00:00',
  '0000-00-00T00:00:00|  /  /  |/ /|    年  月  日|____/__/__|----/--/--|-|―|－|ー|なし|無し|無|NULL|(null)|\\N|N/A',
  "1900/01/00|1899/12/30|1899-12-30 00:00:00|1899/12/31|00:00:00|　|'00000000",
);
const UNDECIDED = spellings(
  '1753/01/01|1753-01-01 00:00:00.000|1900/01/01|1970-01-01T00:00:00|0001/01/01 0:00:00|1601/01/01',
  '9999/12/31 23:59:59|99991231|9999-01-01|2999/12/31|99999999|未定|調整中|TBD',
);

/** Days as people write them. */
export function dateFiles(): HazardFile[] {
  const good = (
    code: string,
    what: string,
    cell: Parameters<typeof castingOn>[0],
    date: string | null,
    warnings: string[] = [],
  ): HazardFile =>
    hazard(`${code} ${warnings.length > 0 ? 'W' : 'A'} castings 1: ${what}`, castingOn(cell), {
      values: [{ casting_date: date }],
      warnings,
    });
  const bad = (code: string, what: string, cell: Parameters<typeof castingOn>[0], text: string): HazardFile =>
    hazard(`${code} E castings 1: ${what}`, castingOn(cell), { errors: [`行2「鋳込」: ${text}`] });
  const unreadable = (value: string): string => `「${value}」は日付として読めません。`;
  const ambiguous = (value: string): string => `「${value}」は日付として読めません。西暦4桁または元号を付けて入力してください。`;
  const at = '行2「鋳込」: ';
  const old = ['02640123', '02640124', '02640125', '02640126', '02640127', '02640128'].map((serial) => [
    serial,
    '01',
    { date: '2022-04-01' },
  ]);
  return [
    ...['R8.4.1', '令和8年4月1日', 'R08/04/01', '㋿8年4月1日', 'Ｒ８．４．１', '令8-4-1'].map((text) =>
      good('H04', text, text, '2026-04-01'),
    ),
    good('H04', 'first year of an era', '令和元年5月1日', '2019-05-01', [`${at}「令和元年5月1日」は今日から離れた日付です。`]),
    good('H04', 'an earlier era', 'H31.4.30', '2019-04-30', [`${at}「H31.4.30」は今日から離れた日付です。`]),
    good('H04', 'two digits of the year', '26/4/1', '2026-04-01', [`${at}「26/4/1」を2026/04/01(水)として読みました。`]),
    good('H04', 'two digits of the year with dots', '26.12.1', '2026-12-01', [`${at}「26.12.1」を2026/12/01(火)として読みました。`]),
    bad('H04', 'dots without an era', '8.4.1', ambiguous('8.4.1')),
    bad('H04', 'two digits that may be an era year', '08/04/01', ambiguous('08/04/01')),
    bad('H04', 'two digits with dots that may be an era year', '08.04.01', ambiguous('08.04.01')),
    bad('H04', 'a day that its month lacks', '令和8年2月30日', unreadable('令和8年2月30日')),
    ...spellings(
      '2026/4/1|2026-04-01|2026.4.1|20260401|2026年4月1日(水)|２０２６／４／１|2026/04/01 8:30:00|2026-04-01T08:30:00',
      '2026-04-01 00:00:00+09|2026-04-01 00:00:00 +0900|2026-04-01 00:00:00.000 +09:00',
      '2026-04-01 00:00:00 +0900 JST|2026-04-01T00:00:00Z|2026-03-31 15:00:00 UTC|2026-03-31T15:00Z',
      '2026-04-01 08:30:00-05|2026-03-31 11:00:00 PM -0500|20260401T000000+0900|20260331T150000Z|20260401 000000',
      '20260401000000|202604010000|2026-04-01-00.00.00.000000|2026-04-01+09:00|2026/04/01 24:00:00|2026/4/1 0:00',
      '2026年4月1日 0時00分|2026年4月1日0時|2026年4月1日 午後 3時|2026/04/01 12:00:00 AM|2026/04/01 午前 0:00:00',
      '2026/04/01 0:00:00 午前|2026年04月01日（水曜日）|2026年4月1日水曜日|2026/4/1㈬|2026/4/1(水・祝) 9:00|2026/4/1 水|2026年4月1日水',
      '（水）2026/4/1|水曜日 2026/4/1|2026/4/1【水】|2026-04-01 Wed|Wednesday, April 1, 2026|2026‐04‐01|2026−04−01',
      '2026–04–01|２０２６．０４．０１|2026ー04ー01|2026年 4月 1日|西暦2026年4月1日|2026_04_01|2026年(令和8年)4月1日|2026（R8）年4月1日',
      '令和 8年 4月 1日（水）|R8.4.1 0:00:00|2026,4,1|1 Apr 2026|01-APR-2026|Wed, 01 Apr 2026 00:00:00 +0900',
      'Wed Apr 01 2026 00:00:00 GMT+0900 (日本標準時)|Wed Apr  1 00:00:00 JST 2026',
    ).map((text) => good('H05', text, text, '2026-04-01')),
    good('H05', 'eight digits as a number', 20260401, '2026-04-01'),
    good('H05', 'no year', '4月20日', '2026-04-20', [`${at}「4月20日」は年がないため、2026/04/20(月)として読みました。`]),
    good('H05', 'no year, past the turn of the year', '12/20', '2026-12-20', [
      `${at}「12/20」は年がないため、2026/12/20(日)として読みました。`,
    ]),
    bad('H05', 'a thirteenth month', '2026/13/01', unreadable('2026/13/01')),
    bad('H05', 'words', '来週', unreadable('来週')),
    good('H06', 'serial in a number cell', 46113, '2026-04-01'),
    good('H06', 'serial with a time of day', 46113.999, '2026-04-01'),
    good('H06', 'serial in a date cell of a Japanese format', { number: 46113, format: 'kanji' }, '2026-04-01'),
    bad('H06', 'a number that is no day', 12, unreadable('12')),
    hazard('H07 I castings 1: 1904 system', castingOn({ date: '2026-04-20' }, { date1904: true }), {
      values: [{ casting_date: '2026-04-20' }],
      warnings: ['1904年日付システムのファイルです。'],
    }),
    hazard('H07 I castings 1: 1904 serial without a format', castingOn(serialOf('2026-04-20', true), { date1904: true }), {
      values: [{ casting_date: '2026-04-20' }],
      warnings: ['1904年日付システムのファイルです。'],
    }),
    hazard('H07 W castings 6: 1904 file that lost its flag', book('castings', old), {
      warnings: ['日付の多くが3年以上前です。日付システム(1904年)の設定を確認してください。'],
    }),
    good('H08', 'an instant of yesterday in Greenwich', '2026-03-31T15:00:00.000Z', '2026-04-01'),
    good('H08', 'an instant with the plant’s offset', '2026-04-01T00:00:00+09:00', '2026-04-01'),
    hazard(
      'H08 W orders 2: every day at 15:00 of the day before, as Greenwich sees midnight in Japan',
      book('orders', [
        order({ delivery: 46_171.625, casting: '2026-04-19T15:00:00' }),
        order({ serial: '02640124', delivery: null, casting: 46_131.624_999_9 }),
      ]),
      {
        values: [{ delivery_date: '2026-05-29', casting_date: '2026-04-19' }, { casting_date: '2026-04-19' }],
        warnings: [
          '日付がすべて「15:00」付きです。日本時間の0:00を世界標準時で書き出したファイルの可能性があります。時刻を除いて読むため、1日早い日付になります(例: 2026/05/29(金))。',
        ],
      },
    ),
    hazard('H08 A orders 1: one day among others at 15:00', book('orders', [order({ delivery: 46_171.625 })]), {
      values: [{ delivery_date: '2026-05-29' }],
    }),
    good('H08', 'a serial one second before midnight', 46113.999_99, '2026-04-01'),
    good('H08', 'a serial that noise keeps from its day', 46_112.999_999_999_9, '2026-04-01'),
    hazard(
      'H26 A orders 2: the zeroth day',
      book('orders', [order({ delivery: 0 }), order({ serial: '02640124', delivery: '1900-01-00' })]),
      { values: [{ delivery_date: null }, { delivery_date: null }] },
    ),
    hazard(
      `H26 A orders ${NO_DAYS.length}: spellings of no day`,
      book(
        'orders',
        NO_DAYS.map((delivery, at) => order({ serial: `0264${at + 1000}`, delivery })),
      ),
      { values: NO_DAYS.map(() => ({ delivery_date: null })) },
    ),
    ...UNDECIDED.map(
      (delivery): HazardFile =>
        hazard(`H26 I orders 1: ${delivery} is what a system writes for none`, book('orders', [order({ delivery })]), {
          values: [{ delivery_date: null }],
          warnings: [`行2「製番_製作納期」: 「${delivery}」は未定の日付とみなし、空にしました。`],
        }),
    ),
    ...['00000000', '0000-00-00', '/  /', 'なし', '未定', '1753/01/01'].map((text) =>
      bad('H26', `${text} where a day is needed`, text, 'この項目は必須です。'),
    ),
    hazard('H26 I orders 1: 9999/12/31 is undecided', book('orders', [order({ delivery: '9999/12/31' })]), {
      values: [{ delivery_date: null }],
      warnings: ['行2「製番_製作納期」: 「9999/12/31」は未定の日付とみなし、空にしました。'],
    }),
    hazard('H26 I orders 1: its serial too', book('orders', [order({ delivery: 2_958_465 })]), {
      values: [{ delivery_date: null }],
      warnings: ['行2「製番_製作納期」: 「2958465」は未定の日付とみなし、空にしました。'],
    }),
    hazard('H26 I orders 1: 2099/12/31 is undecided', book('orders', [order({ delivery: { date: '2099-12-31' } })]), {
      values: [{ delivery_date: null }],
    }),
    hazard('H26 W orders 1: a year far off', book('orders', [order({ delivery: '2062/05/29' })]), {
      values: [{ delivery_date: '2062-05-29' }],
      warnings: ['行2「製番_製作納期」: 「2062/05/29」は今日から離れた日付です。'],
    }),
    bad('H26', 'undecided where a day is needed', '9999/12/31', 'この項目は必須です。'),
  ];
}
