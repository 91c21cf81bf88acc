/** Words of the strip above the boards: late orders, conflicts, when planned, the scheduler's messages. */
import { formatMonthDay, type Instant, type PlantDate, plantClock, plantDate } from '../../../server/domain/ground/plant-time.ts';
import { counted } from '../../../server/domain/texts/numbers.ts';

/** `11/22`. */
export const shortDay = (date: PlantDate): string => formatMonthDay(date).replace(/\(.*$/, '');

export const STRIP = {
  label: '遅れ・矛盾・メッセージ',
  previous: '前の遅れへ',
  next: '次の遅れへ',
  steps: '遅れを順に表示',
  cause: '主な原因: ',
  unplanned: '未立案',
  /** The plan has changed, and is being read. */
  reading: '確認しています…',
  failed: '遅れを読み込めませんでした。',
  close: '工程終了を付ける',
  closeHint: 'この工程を終了にして、矛盾をなくします',
  previousConflict: '前の矛盾へ',
  nextConflict: '手で動かした工程・ロック中の工程などの矛盾を順に表示',
  misfits: '変更後の条件に合わず、次の立案で見直される工程を一覧に表示',
  misfitsBeside: '変更後の条件に合わない工程を一覧に表示',
} as const;

/** Said once it was closed: `026X0255-01 外注塗装 を終了にしました。`. */
export const stepClosed = (order: string, task: string): string => `${order} ${task} を終了にしました。`;

/** `遅れ 83件`. */
export const lateOrders = (count: number): string => `遅れ ${counted(count)}件`;
/** `(納期超過 65)`. */
export const overdueOrders = (count: number): string => `(納期超過 ${counted(count)})`;
/** `最大26日`. */
export const worstDays = (days: number): string => `最大${counted(days)}日`;
/** `1/83`; none yet: `−/83`. */
export const stepOf = (at: number | undefined, count: number): string => `${at === undefined ? '−' : counted(at + 1)}/${counted(count)}`;
export const WHY = { show: '理由を見る', hide: '理由を閉じる' } as const;
/** `026X0255 は26日遅れます。`. */
export const lateBy = (serial: string, days: number): string => `${serial} は${counted(days)}日遅れます。`;
/** The main cause with its days, while those are known: `後の納期の仕事 7日`. */
export const causeWithDays = (cause: string, days: number | null): string => (days === null ? cause : `${cause} ${counted(days)}日`);
/** Why an order is late, and what helps: `026X0255 は26日遅れます。主な原因: 着手遅れ。得意先と納期を調整してください。`. */
export const whyLate = (serial: string, days: number, cause: string | null, advice: string | null): string =>
  `${lateBy(serial, days)}${cause ? `${STRIP.cause}${cause}。` : ''}${advice ?? ''}`;
/** The conflict that is shown, and which of how many: `矛盾 1/23 026X0772-02 焼ならし: …`. */
export const whyConflict = (at: number, count: number, spoken: string): string => `矛盾 ${stepOf(at, count)} ${spoken}`;
/** What a screen reader hears of the step: `遅れ 83件中 1件目 026X0255`. */
export const stepSpoken = (at: number, count: number, serial: string): string =>
  `遅れ ${counted(count)}件中 ${counted(at + 1)}件目 ${serial}`;
/** `矛盾 2件`. */
export const conflictCount = (count: number): string => `矛盾 ${counted(count)}件`;
/** `合わない 37件`. */
export const misfitCount = (count: number): string => `合わない ${counted(count)}件`;
/** What a screen reader hears of a conflict that is jumped to. */
export const conflictSpoken = ({
  unique_order,
  task_name,
  sentences,
}: {
  unique_order: string;
  task_name: string;
  sentences: readonly string[];
}): string => `${unique_order} ${task_name} ${sentences.join('')}`;
/** `立案 11/22 08:34`. */
export const plannedAt = (instant: Instant): string => `立案 ${shortDay(plantDate(instant))} ${plantClock(instant)}`;

export const LATE_TABLE = {
  columns: {
    serial_number: '製番',
    product_name: '製品',
    deadline_date: '納期',
    late_days: '遅れ',
    cause: '主な原因',
    remaining_tasks: '残り工程',
    next_start: '次の工程',
  },
  label: '対象の製番',
  more: 'さらに表示',
  file: '納期遅れ',
  unknown: '—',
  remaining: (remaining: number, all: number): string => `${remaining} / ${all}`,
  next: (task: string, start: Instant): string => `${task} ${shortDay(plantDate(start))}〜`,
} as const;

/** `56件を表示`, `56件を閉じる`; where the sentence counts something else than orders, `510製番を表示`. */
export const ordersToggle = (count: number, late: boolean, open: boolean): string =>
  `${counted(count)}${late ? '件' : '製番'}を${open ? '閉じる' : '表示'}`;
/** `1〜100 / 256件`. */
export const shownOf = (shown: number, count: number): string => `1〜${counted(shown)} / ${counted(count)}件`;
