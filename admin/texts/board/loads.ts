/** Words of the facility calendar as a load view. */
import { formatDate, formatMonthDay, type PlantDate } from '../../../server/domain/ground/plant-time.ts';
import { counted } from '../../../server/domain/texts/numbers.ts';

export const LOADS = {
  facility: '設備',
  rate: '稼働率',
  rateHint:
    'いまの計画が使う割合です(計画した時間 ÷ 稼働できる時間、炉は装入量 ÷ 上限と、品物がある時間の割合を並べ、高いほうで並べます)。指標の設備負荷は、納期に間に合わせるのに必要な時間の割合で、別の数字です。',
  tasks: '件数',
  tasksHint: '稼働率と同じ期間の工程のうち、検索条件に合う件数です。',
  neck: 'ネック',
  stopped: '停止中',
  stop: '故障・停止',
  stopOf: (name: string): string => `${name} の故障・停止`,
  resumeOf: (name: string): string => `${name} を再開`,
  stopUnit: '対象',
  stopWhole: '設備全体',
  stopReason: '理由',
  resumesOn: '再開予定日(この日から使えます)',
  resumesOnHint: '前日までを休止として立案します。空欄のとき、または予定日を過ぎたときは、使えるものとして立案します。',
  stopCancel: 'キャンセル',
  neckHint: '稼働率95%以上',
  view: '行に表示するもの',
  views: { load: '負荷', bars: 'バー' },
  order: '並び',
  orders: { facility_code: '設備コード', '-load': '稼働率' },
  period: '稼働率の期間',
  periods: { month: '1か月', fortnight: '2週間' },
  previous: '前の1か月',
  next: '次の1か月',
  range: '表示する期間',
  pick: 'カレンダーから選ぶ',
  legend: {
    label: '負荷の凡例',
    calm: '80%未満',
    near: '80〜100%',
    over: '100%超',
    line: '稼働できる時間(100%)',
    furnace: '炉は装入量(kg・m³)の割合',
    closed: '休業',
  },
  load: '負荷',
  bars: '工程',
  misfits: '超過',
  none: 'なし',
  closed: '休業',
  allWork: '絞り込みに関わらず、未完了の全工程の負荷です。',
  why: { added: '手で追加', moved: '手で移動', locked: '固定' },
} as const;

const UNITS = { hours: 'h', kg: 'kg', m3: 'm³', runs: '回' } as const;
type LoadUnitWord = keyof typeof UNITS;

/** `97%`. */
export const percentText = (rate: number): string => `${Math.round(rate * 100)}%`;
/** `装入量 62% ・ 炉に品物がある時間 97%`: of a furnace. */
export const occupiedText = (rate: number, occupied: number): string =>
  `装入量 ${percentText(rate)} ・ 炉に品物がある時間 ${percentText(occupied)}`;
/** Names beside each other. */
export const namesText = (names: readonly string[]): string => names.join('・');

/** `16.8h`, `4,120kg`. */
export const amountText = (amount: number, unit: LoadUnitWord): string =>
  `${amount.toLocaleString('ja-JP', { maximumFractionDigits: unit === 'kg' ? 0 : unit === 'm3' ? 2 : 1 })}${UNITS[unit]}`;
/** `105%(16.8h / 16h)`. */
export const loadText = (load: number, open: number, unit: LoadUnitWord): string =>
  `${open > 0 ? percentText(load / open) : '—'}(${amountText(load, unit)} / ${amountText(open, unit)})`;
/** `14件(うち納期遅れ 3件)`. */
export const barsText = (count: number, late: number): string => `${count}件${late > 0 ? `(うち納期遅れ ${late}件)` : ''}`;
/** `026X0816-02 最終検査(手で移動)`. */
export const misfitText = (bar: { unique_order: string; task_name: string; why: keyof typeof LOADS.why | null }): string =>
  `${bar.unique_order} ${bar.task_name}${bar.why ? `(${LOADS.why[bar.why]})` : ''}`;
/** `ほか3件`. */
export const moreText = (count: number): string => `ほか${count}件`;
/** `検査場 11/26(木) 午後`. */
export const halfTitle = (facility: string, date: PlantDate, afternoon: boolean): string =>
  `${facility} ${formatMonthDay(date)} ${afternoon ? '午後' : '午前'}`;
/** What a screen reader hears of a row. */
export function rowLabel(row: { name: string; rate: string; count: number; over: readonly string[]; open: boolean }): string {
  const over = row.over.length > 0 ? ` 超過 ${row.over.join('、')}` : '';
  return `${row.name} 稼働率 ${row.rate} ${counted(row.count)}件${over} ${row.open ? 'たたむ' : '開く'}`;
}
/** `11/26(木)午後`. */
export const halfText = (date: PlantDate, afternoon: boolean): string => `${formatMonthDay(date)}${afternoon ? '午後' : '午前'}`;
/** `2026/11/22`. */
export const dateText = (date: PlantDate): string => formatDate(date).slice(0, -3);
/** `(日) 〜 12/21(月)`, behind the first day of the range. */
export const rangeEnd = (from: PlantDate, to: PlantDate): string => `${formatDate(from).slice(-3)} 〜 ${formatMonthDay(to)}`;
/** `1台目 上限 5,000kg`. */
export const unitLane = (unit: number, limit: string | null): string => `${unit}台目${limit ? ` 上限 ${limit}` : ''}`;
/** `2台`. */
export const unitsText = (units: number): string => `${counted(units)}台`;
/** `680℃×4h`. */
export const recipeText = (temperature: number, hours: number): string => `${counted(temperature)}℃×${hours}h`;
/** `680℃`. */
export const temperatureText = (temperature: number): string => `${counted(temperature)}℃`;
/** `5ロット`. */
export const lotsText = (lots: number): string => `${lots}ロット`;
/** `680℃ × 4h、空冷`. */
export const treatmentText = (temperature: number, hours: number, cooling: string): string =>
  `${counted(temperature)}℃ × ${hours}h、${cooling}`;
/** `装入 4,120kg / 5,000kg(82%)`. */
export const chargeText = (load: string, limit: string | null, share: number | null): string =>
  `装入 ${load}${limit ? ` / ${limit}` : ''}${share === null ? '' : `(${Math.round(share)}%)`}`;
/** `5号焼戻し炉 1台目 11/24(火) 08:00 〜 11/25(水) 12:00`. */
export const runTitle = (name: string, unit: number, from: string, to: string): string => `${name} ${unit}台目 ${from} 〜 ${to}`;
/** Which of the lots of a furnace run is to be opened. */
export const LOTS_OF_RUN = {
  title: '炉チャージのロット',
  drawn: '行を引くと、そのロットだけを動かせます。',
  close: '閉じる',
  columns: { order: '製番', product: '製品', weight: '重量', late: '遅れ' },
} as const;
