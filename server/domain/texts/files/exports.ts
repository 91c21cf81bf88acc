import { WEEKDAYS } from '../../ground/constants.ts';
import { beginningOf } from '../../ground/cut.ts';
import { plainFileName } from '../../ground/fold.ts';
import {
  daysBetween,
  endClock,
  endDate,
  formatDate,
  formatInstant,
  formatMonthDay,
  type Instant,
  type PlantDate,
  plantClock,
  plantDate,
} from '../../ground/plant-time.ts';

/** The kinds of workbooks as people call them. */
export const EXPORT_LABELS = { schedules: '通常', outsourcing: '外注', charges: '炉チャージ表' } as const;

const shortDay = (date: PlantDate): string => `${Number(date.slice(5, 7))}/${Number(date.slice(8))}`;
/** A name as part of a file's: as long as footers and folders take it, and without what no file's name may hold. */
const inFileName = (name: string): string => plainFileName(beginningOf(name.replace(/[\\/:*?"<>|]/g, ''), 60));
const compact = (date: PlantDate): string => date.replaceAll('-', '');

/** Sentences and file names of exports. */
export const EXPORT_TEXTS = {
  failed: 'ファイルを作成できませんでした。もう一度出力してください。',
  noCharges: (day: PlantDate, next: PlantDate | undefined): string =>
    `${formatMonthDay(day)}に始まる炉の運転はありません。${next === undefined ? '' : `次は${formatMonthDay(next)}にあります。`}`,
  chargesFile: (from: PlantDate): string => `炉チャージ表_${compact(from)}.xlsx`,
  outsourcingFile: (from: PlantDate, partner?: string): string =>
    `${partner === undefined ? '外注依頼書' : `外注_${inFileName(partner)}`}_${compact(from)}.xlsx`,
  /** The file of a plan that is not the published one names it. */
  ofPlan: (file: string, name: string): string => file.replace(/(?=\.xlsx$)/, `_${inFileName(name)}`),
  schedulesFile: (from: PlantDate): string => `生産計画_通常_${compact(from)}.xlsx`,
} as const;

/** The sheet with every task, one row each. */
export const EXPORT_LIST = {
  sheet: '一覧',
  /** By column, in their order. */
  headers: {
    serial_number: '製番',
    lot_number: '追番',
    product_name: '製品名',
    customer_name: '得意先',
    material: '材質',
    quantity: '数量',
    deadline_date: '納期',
    task_name: '工程',
    facility_name: '設備',
    start: '開始',
    end: '終了',
    remarks: '備考',
  },
} as const;

/** Groups of facilities, a sheet each, in the order of the sheets. */
export const FACILITY_GROUPS = {
  heat: '熱処理炉',
  finishing: '鋳仕上げ',
  machining: '機械加工',
  inspection: '検査・出荷',
  outsourced: '外注',
  others: 'その他',
} as const;
export type FacilityGroup = keyof typeof FACILITY_GROUPS;

const numbered = (value: number): string => value.toLocaleString('ja-JP', { maximumFractionDigits: 1 });
const [OPEN, SHUT] = ['前', '後'];

/** The words of the Gantt sheets. */
export const EXPORT_GANTT = {
  title: '生産計画表',
  system: '生産計画立案システム',
  columns: ['製番', '追番', '製品名', '納期', '数量', '工程'],
  group: (name: string): string => `設備グループ ${name}`,
  period: (from: PlantDate, to: PlantDate): string => `期間 ${formatDate(from)}〜${formatDate(to)}`,
  made: (planned: Instant | null, printed: Instant): string =>
    `${planned ? `立案 ${formatInstant(planned)}　` : ''}印刷 ${formatInstant(printed)}`,
  counts: (tasks: number, late: number): string => `この期間 ${numbered(tasks)}件・うち遅れ ${numbered(late)}件`,
  block: (from: PlantDate, to: PlantDate, tasks: number): string =>
    `▶ ${formatMonthDay(from)}〜${formatMonthDay(to)}　${numbered(tasks)}件`,
  month: (year: number, month: number): string => `${year}年${month}月`,
  day: (day: number, weekday: number): string => `${day}${WEEKDAYS[weekday]}`,
  halves: [OPEN, SHUT] as const,
  scale: `1マス=半日(${OPEN} 0〜12時・${SHUT} 12〜24時)`,
  legend: {
    normal: '計画',
    locked: 'ロック中',
    late: '納期遅れ',
    finished: '受入済み',
    outsourced: '外注',
    saturday: '土曜休み',
    holiday: '日曜・祝日',
    closed: '設備停止(保守)',
    deadline: '納期',
    run: '炉チャージ',
  },
  deadline: '▼',
  locked: 'ロック',
  finished: '完了',
  late: (days: number): string => `遅れ${numbered(days)}日`,
  continued: '続き',
  noFacility: '設備なし',
  noPartner: '外注先未定',
  facility: (code: string, units: number, kg: number | null, sizes: readonly (number | null)[]): string =>
    [
      code,
      [
        `${numbered(units)}台`,
        kg ? `最大 ${numbered(kg)} kg` : '',
        sizes.every(Boolean) ? `${sizes.map((size) => numbered(size ?? 0)).join('×')} m` : '',
      ]
        .filter(Boolean)
        .join('・'),
    ].join('　'),
  run: (from: string, recipe: readonly string[], temperature: number, hours: number, cooling: string): string =>
    `${from}　${recipe.join('・')} ${numbered(temperature)}℃ ${numbered(hours)} h ${cooling}`,
  between: (from: Instant, to: Instant): string => {
    const days = daysBetween(plantDate(from), endDate(to));
    const end = days === 0 ? '' : days === 1 ? '翌' : `${shortDay(endDate(to))} `;
    return `${shortDay(plantDate(from))} ${plantClock(from)}〜${end}${endClock(to)}`;
  },
  load: (kg: number, max: number | null): string => `${numbered(Math.round(kg))} kg${max ? ` ${Math.round((kg / max) * 100)}%` : ''}`,
  members: (tasks: number, pieces: number): string => `${numbered(tasks)}件 ${numbered(pieces)}個`,
} as const;

/** What stands in 備考 of the list. */
export const EXPORT_REMARKS = (marks: readonly string[]): string => marks.filter((mark) => mark !== '').join('・');
