import { TICK_MINUTES } from '../../ground/constants.ts';
import {
  CLOSES,
  clockOfMinutes,
  daysBetween,
  endClock,
  endDate,
  formatInstant,
  formatMonthDay,
  type Instant,
  plantClock,
  plantDate,
  plantMinutes,
} from '../../ground/plant-time.ts';
import { type SheetRun, type Stretch, type StretchKind, stretchesOf } from '../../plant/charge-sheet.ts';
import { coolsInFurnace } from '../../plant/hours.ts';

/** Words of the charge sheet, on paper, in the browser and in the workbook. */
export const CHARGE_SHEET = {
  title: '炉チャージ表',
  number: 'チャージ番号',
  furnaces: '熱処理炉',
  facility: '設備',
  process: '処理',
  start: '開始予定',
  latest: '遅くとも',
  retention: '保持',
  end: '出炉予定',
  none: '—',
  weight: '重量',
  volume: '容積',
  chart: '温度と時間',
  chartHint: '昇温時間は装入を含みます',
  degrees: '℃',
  noTreatment: '温度と保持時間の指定がありません',
  members: '装入品',
  membersHint: '重いものから順。装入したら □ に ✓',
  columns: {
    position: '順',
    check: '✓',
    order: '製番-追番',
    product: '製品名',
    material: '材質',
    pieces: '個数',
    unit_weight: '単重 kg',
    weight: '重量 kg',
    size: '外形 m',
    next: '次の工程',
  },
  box: '□',
  total: '合計',
  continued: '次のページへ続きます',
  records: '記録',
  recordsHint: '端末の「今日の作業」で記録した場合は記入不要',
  record: {
    started: '開始時刻',
    held: '保持開始',
    ended: '出炉時刻',
    recorder: '記録計番号',
    measured: '実測温度 ℃',
    defective: '不良個数',
    notes: '特記事項',
    worker: '作業者',
  },
  colon: '：',
  lastTask: '最終工程',
} as const;

const STRETCHES: Record<StretchKind, string> = {
  heating: '昇温',
  holding: '保持',
  furnace_cooling: '炉冷',
  waiting: '出炉待ち',
  cooling: '冷却',
};

/** Between facts of one line. */
export const DOT = '・';

const number = (value: number, digits = 0): string =>
  value.toLocaleString('ja-JP', { minimumFractionDigits: digits, maximumFractionDigits: digits });
/** `4.0 h`. */
export const hours = (value: number): string => `${number(value, 1)} h`;
const shortClock = (clock: string): string => clock.replace(/^0/, '');
/** `8:00`. */
export const clockAt = (minutes: number): string => shortClock(clockOfMinutes(minutes));
/** `11/25(水) 8:00`. */
export const startText = (instant: Instant): string => `${formatMonthDay(plantDate(instant))} ${shortClock(plantClock(instant))}`;
/** `11/25(水) 24:00`: an instant as an end. */
export const endText = (instant: Instant): string => `${formatMonthDay(endDate(instant))} ${shortClock(endClock(instant))}`;

/** `5号焼戻し炉　1台目`; the unit only where there are several. */
export const furnaceText = (run: { facility_name: string; unit: number; units: number }): string =>
  run.units > 1 || run.unit > 0 ? `${run.facility_name}　${run.unit + 1}台目` : run.facility_name;

/** `2.40×1.80×1.40`; empty where no size is known. */
export const sizeText = ({ depth, width, height }: { depth: number | null; width: number | null; height: number | null }): string => {
  const sizes = [depth, width, height].map((size) => size ?? 0);
  return sizes.every((size) => size === 0) ? '' : sizes.map((size) => number(size, 2)).join('×');
};

/** `320-05-05・最大 5,000 kg・2.40×1.80×1.40 m`. */
export function furnaceFacts(run: {
  facility_code: string;
  max_weight: number | null;
  depth: number | null;
  width: number | null;
  height: number | null;
}): string {
  const size = sizeText(run);
  return [run.facility_code, run.max_weight ? `最大 ${number(run.max_weight)} kg` : '', size && `${size} m`]
    .filter((part) => part !== '')
    .join(DOT);
}

/** `焼戻し 620℃`. */
export const processText = ({ task_names, recipe }: { task_names: readonly string[]; recipe: SheetRun['recipe'] }): string =>
  [task_names.join(DOT), recipe.temperature > 0 ? `${number(recipe.temperature)}℃` : ''].join(' ').trim();

/** `保持 4.0 h・冷却 空冷`, in its parts: word and value. */
export function recipeFacts({ recipe }: Pick<SheetRun, 'recipe'>): [string, string][] {
  const facts: [string, string][] = [['保持', hours(recipe.retention_time)]];
  return recipe.cooling_method === '' ? facts : [...facts, ['冷却', recipe.cooling_method]];
}

const LAST_LOADING = CLOSES - TICK_MINUTES;
/** `装入できるのは 15:30 まで`. */
export const loadingText = `装入できるのは ${clockOfMinutes(LAST_LOADING)} まで`;

/** Why the latest start is what it is. */
export function latestText(latest: { serial_number: string; late_already: boolean } | null): string {
  if (!latest) return '納期の決まった製番はありません';
  return latest.late_already ? `過ぎると ${latest.serial_number} の遅れが延びる` : `過ぎると ${latest.serial_number} が納期遅れ`;
}

/** `12:00〜16:00`, `22:00〜翌 4:00`. */
export function retentionText({ retention_from, retention_to }: Pick<SheetRun, 'retention_from' | 'retention_to'>): string {
  const days = daysBetween(plantDate(retention_from), endDate(retention_to));
  const day = days === 0 ? '' : days === 1 ? '翌 ' : `${formatMonthDay(endDate(retention_to))} `;
  return `${shortClock(plantClock(retention_from))}〜${day}${shortClock(endClock(retention_to))}`;
}

/** `620℃ に達してから 4.0 h`. */
export const retentionHint = ({ recipe }: Pick<SheetRun, 'recipe'>): string =>
  recipe.temperature > 0 ? `${number(recipe.temperature)}℃ に達してから ${hours(recipe.retention_time)}` : '';

/** What follows the end: cooling, and when the next process may begin. */
export function endHint(run: SheetRun): string {
  const { cooling_method, cooling_time } = run.recipe;
  if (coolsInFurnace(run.recipe)) return cooling_time > 0 ? `炉冷 ${hours(cooling_time)} を含みます` : '';
  if (plantMinutes(run.released_at) === plantMinutes(run.run_end)) return cooling_method;
  const days = daysBetween(endDate(run.run_end), plantDate(run.released_at));
  const day = days === 0 ? '' : days === 1 ? '翌 ' : `${formatMonthDay(plantDate(run.released_at))} `;
  return `${cooling_method} ${hours(cooling_time)}・次工程は ${day}${shortClock(plantClock(run.released_at))} 以降`;
}

/** `77%`; empty where the furnace has no limit. */
export const shareText = (share: number | null): string => (share === null ? '' : `${number(share)}%`);
/** `3,860`, and ` / 5,000 kg`. */
export const weightText = (load: number, limit: number | null): [string, string] => [
  number(load),
  limit ? ` / ${number(limit)} kg` : ' kg',
];
/** `4.96`, and ` / 6.05 m³`. */
export const volumeText = (load: number, limit: number | null): [string, string] => [
  number(load, 2),
  limit ? ` / ${number(limit, 2)} m³` : ' m³',
];

/** `装入品 5件・23個`. */
export const membersText = (count: number, pieces: number): string => `${CHARGE_SHEET.members} ${number(count)}件・${number(pieces)}個`;
/** `(2/3枚目)`; empty for a run on one page. */
export const partText = (part: number, parts: number): string => (parts > 1 ? `(${part}/${parts}枚目)` : '');

/** `荒加工`, with its facility or the partner it goes to. */
export function nextText(next: { task_name: string; facility_name: string | null; partner_name: string | null } | null): string {
  if (!next) return CHARGE_SHEET.lastTask;
  return [next.task_name, next.partner_name ?? next.facility_name ?? ''].join(' ').trim();
}

/** `昇温 4.0 h`, `620℃ 保持 4.0 h`, `空冷 4.0 h(炉外)`. */
export function stretchText({ kind, from, to }: Stretch, { recipe }: Pick<SheetRun, 'recipe'>): string {
  const length = hours((to - from) / 60);
  if (kind === 'holding') return `${number(recipe.temperature)}℃ ${STRETCHES.holding} ${length}`;
  if (kind === 'cooling') return `${recipe.cooling_method} ${length}(炉外)`;
  return `${STRETCHES[kind]} ${length}`;
}

/** Start and end as the curve marks them. */
export const startMark = (run: SheetRun): string => `${shortClock(plantClock(run.run_start))} 開始`;
export const endMark = (run: SheetRun): string => `${shortClock(endClock(run.run_end))} 出炉`;

/** The curve in words, for those who do not see it. */
export const chartText = (run: SheetRun): string =>
  [startMark(run), ...stretchesOf(run).map((stretch) => stretchText(stretch, run)), endMark(run)].join('、');

/** `立案 2026/11/25(水) 02:38`; empty for a plan that no run made. */
export const plannedText = (instant: Instant | null): string => (instant ? `立案 ${formatInstant(instant)}` : '');
/** `印刷 2026/11/25(水) 07:52`. */
export const printedText = (instant: Instant): string => `印刷 ${formatInstant(instant)}`;
/** `3 / 11 ページ`. */
export const pageText = (page: number, pages: number): string => `${page} / ${pages} ページ`;
/** The foot of a sheet in Excel's codes: file, sheet, page n / N, when it was made. */
export const sheetFooter = (made: Instant): string => `&L&8&F　シート「&A」&C&9&B&P / &N ページ&R&8${printedText(made)}`;
