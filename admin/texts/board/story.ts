/** Words of what a run did, wherever it is told: its report, the card and the pages of a night, 立案の履歴, 指標. */
import type { components } from '../../../server/contract/types.ts';
import { counted } from '../../../server/domain/texts/numbers.ts';
import { PRIORITY_WORDS } from '../../../server/domain/texts/plan/priority.ts';
import { excludedOrders } from '../../../server/domain/texts/plan/run-words.ts';

const UNKNOWN = '—';

/** A figure of the plan before and after a run: `24→19件`; where there was none before it, `19件`. */
export const change = (before: number | null, after: number | null, unit = ''): string =>
  `${before === null ? '' : `${counted(before)}→`}${after === null ? UNKNOWN : `${counted(after)}${unit}`}`;

/** What became of the late orders; null: not kept, or there was no plan before. */
interface Lateness {
  late_before: number | null;
  late_after: number;
  late_days_before: number | null;
  late_days_after: number | null;
}

/** `遅れ 24→19件(合計 512→430日)`, the days late of all these orders together as far as they were kept. */
export function lateSaid({ late_before, late_after, late_days_before, late_days_after }: Lateness): string {
  const days = late_days_before === late_days_after ? null : late_days_before;
  return `遅れ ${change(late_before, late_after, '件')}${late_days_after === null ? '' : `(合計 ${change(days, late_days_after, '日')})`}`;
}

/** The same of a plan that stays as it is: `遅れ 19件(合計 430日)`. */
export const lateNow = (run: Pick<Lateness, 'late_after' | 'late_days_after'>): string =>
  lateSaid({ ...run, late_before: null, late_days_before: null });

/** Whether it became worse: by the days late, as far as those were kept. */
export const isWorse = ({ late_before, late_after, late_days_before, late_days_after }: Lateness): boolean =>
  late_days_before === null || late_days_after === null
    ? late_before !== null && late_after > late_before
    : late_days_after > late_days_before;

/** What a run moved: bars, their orders (null: not counted), and why (null: not counted). */
interface Moves {
  moved: number;
  moved_orders: number | null;
  moved_by: components['schemas']['NullableMovedBy'];
}

/** `動いた製番 57件(308工程)`; where there is little room, `動いた製番 57件`. */
export function movedSaid({ moved, moved_orders }: Pick<Moves, 'moved' | 'moved_orders'>, brief = false): string {
  if (moved_orders === null) return `動いた工程 ${counted(moved)}件`;
  return `動いた製番 ${counted(moved_orders)}件${brief ? '' : `(${counted(moved)}工程)`}`;
}

/** What is not in the plan, each with its number: tasks without a place, and orders that were excluded before. */
export const notPlanned = ({ unplaced, excluded_orders }: { unplaced: number; excluded_orders: number | null }) => [
  { text: `計画できない工程 ${counted(unplaced)}件`, count: unplaced },
  ...(excluded_orders ? [{ text: excludedOrders(excluded_orders), count: excluded_orders }] : []),
];

/** Why bars moved, beside how many of them did. */
const MOVED_BY = {
  unfit: '元の位置に置けない工程と後工程',
  first: '先にした製番',
  room: 'その場所を空けるため',
  plan: '計画を良くするため',
} as const;

/** Why a bar moved, in brief. */
export const MOVE_CAUSES = { ...MOVED_BY, unfit: '元の位置に置けない(後工程も)' } as const;

/** Who moved, and why; empty where none has moved, or where that was not counted. */
export function whyMoved({ moved, moved_by: by }: Pick<Moves, 'moved' | 'moved_by'>): readonly string[] {
  if (moved === 0 || by === null) return [];
  if (by.unfit === moved) return ['元の位置に置けない工程と、その後工程だけが動きました'];
  if (by.plan === moved) return ['元の位置に置けなくなった工程はなく、すべて計画を良くするための移動です'];
  const causes = Object.entries(MOVED_BY).flatMap(([cause, words]) => {
    const count = by[cause as keyof typeof MOVED_BY];
    return count > 0 ? [`${words} ${counted(count)}`] : [];
  });
  return [`内訳: ${causes.join('・')}`];
}

interface MovesOfNight extends Pick<Moves, 'moved_by'> {
  count: number;
  far_count: number;
  locked_count: number;
  first_plan: boolean;
}

/** What is told of the moved bars beside their number: how many went far, and why they moved; or that none moved. */
export function movesSaid({ count, far_count, locked_count, moved_by, first_plan }: MovesOfNight): readonly string[] {
  if (count === 0) return [first_plan ? '最初の計画のため、動いた工程はありません。' : '動いた工程はありません。'];
  const far = `3日以上動いた工程 ${counted(far_count)}件・ロック中 ${counted(locked_count)}件は動かず`;
  return [far, ...whyMoved({ moved: count, moved_by })];
}

/** What of a bar is another, but for its start; undefined: not known. */
type Otherwise = 'facility' | 'end' | 'charge' | undefined;
const OTHERWISE = { facility: '設備変更', end: '終了変更', charge: 'チャージ変更' } as const;

/** `+1日`, `−半日`; of a bar that starts when it did, what else is another. `start`: it starts in the same half day, but not then. */
export function shiftText(halfDays: number, otherwise: Otherwise | 'start'): string {
  if (halfDays === 0) return otherwise === 'start' ? '時刻変更' : otherwise === undefined ? '時刻・設備' : OTHERWISE[otherwise];
  const days = Math.abs(halfDays) / 2;
  const whole = Math.trunc(days);
  const amount = whole === 0 ? '半日' : days === whole ? `${counted(whole)}日` : `${counted(whole)}日半`;
  return `${halfDays > 0 ? '+' : '−'}${amount}`;
}

/** How a bar stands in another plan, by what that is called in brief: `公開中では −47日`. */
export const inPlan = (plan: string, moved: string): string => `${plan}では ${moved}`;

/** How many orders end on an earlier day and how many on a later one; nothing where none does, or where that was not counted. */
export function shifted({ earlier_count, later_count }: { earlier_count: number | null; later_count: number | null }): readonly string[] {
  if (earlier_count === null || later_count === null || earlier_count + later_count === 0) return [];
  return [`完了が早まる製番 ${counted(earlier_count)}件・遅くなる製番 ${counted(later_count)}件`];
}

/** What became of late rush orders, and how many orders pay for it: `特急2製番の遅れ 12→3日、遅れが増えた製番 4件`; nothing where none is or was late. */
export function rushSaid({ rush_count, rush_days_before, rush_days_after, later_late_count }: Rush): readonly string[] {
  if (!rush_count) return [];
  const days = `${PRIORITY_WORDS.rush}${counted(rush_count)}製番の遅れ ${change(rush_days_before, rush_days_after, '日')}`;
  return [`${days}、遅れが増えた製番 ${counted(later_late_count ?? 0)}件`];
}
/** Late rush orders before and after, and orders that are later; null: not counted. */
type Rush = Record<'rush_count' | 'rush_days_before' | 'rush_days_after' | 'later_late_count', number | null>;

/** Says of a run that it left the plan as it is: nothing had changed, or nothing better was found; of any other nothing. */
export function staysSaid({ unchanged, moved, late_before, late_after, newly_late_count, alternatives }: Found): string | undefined {
  if (unchanged) return '変更がないため、計画はそのままです。';
  const days = alternatives.find(({ published }) => published)?.late_days ?? 0;
  const isBest = alternatives.every(({ late_days }) => late_days >= days);
  const same = isBest && moved === 0 && late_before === late_after && newly_late_count === 0;
  return same ? '今より良い計画が見つからないため、計画はそのままです。' : undefined;
}
interface Found extends Pick<Lateness, 'late_before' | 'late_after'> {
  unchanged: boolean;
  moved: number;
  newly_late_count: number;
  alternatives: readonly { published: boolean; late_days: number }[];
}

/** `26日`. */
export const daysText = (days: number): string => `${counted(days)}日`;
/** The rest of what is told only in part: `ほか51件`. */
export const othersText = (count: number): string => `ほか${counted(count)}件`;

/** `026X0255-02`. */
export const lotName = ({ serial_number, lot_number }: { serial_number: string; lot_number: string }): string =>
  lot_number === '' ? serial_number : `${serial_number}-${lot_number}`;
