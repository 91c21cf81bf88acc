/** Words in the drawing of the boards. */
import { MOVES_AT_ONCE } from '../../../server/domain/ground/constants.ts';
import { endDate, formatMonthDay, type PlantDate } from '../../../server/domain/ground/plant-time.ts';
import type { Sign } from '../../board/chart/paint/signs.ts';
import type { Zoom } from '../../board/chart/scene/blocks.ts';

export const CHART = {
  today: '今日',
  zoom: '表示の単位',
  zooms: { half_day: '半日', day: '日', week: '週' } satisfies Record<Zoom, string>,
  mates: '同じ炉チャージ',
  conflict: '矛盾',
  partner: '外注先',
  previous: '前工程終了',
} as const;

/** A bar that the search does not find, shown because its facility is taken. */
export const UNMATCHED = {
  name: '条件外',
  hint: '検索条件の対象外の工程です。設備は使われています。',
  show: '条件外の工程も表示',
  explained: '検索条件に合わなくても設備を使っている未完了の工程を、灰色で表示します。',
} as const;
/** `条件外 2ロット`. */
export const unmatchedLots = (lots: number): string => `${UNMATCHED.name} ${lots}ロット`;
/** Why a bar stays where it is, and what to do instead. */
export const STAYS = {
  role: '工程を動かせるのは、生産計画担当とマスタ管理者です。',
  pending: '立案中のため動かせません。立案が終わると動かせます。',
  elsewhere: '公開中の計画ではないため動かせません。',
  finished: '終了した工程は動かせません。',
  locked: 'ロックされています。ロックを解除すると動かせます。',
  cannot: 'この設備ではできないため、元の位置に戻しました。',
  past: '現在より前には動かせません。これから始まる工程は、今の半日からあとに置けます。',
  same: '元の位置と同じため、変更はありません。',
  shortest: 'これより短くできません。',
  unmatched: '検索条件の対象外の工程は動かせません。検索条件を変えて表示すると動かせます。',
  most: `一度に選択できるのは${MOVES_AT_ONCE}工程までです。`,
  together: '選んだ工程をまとめて動かせるのは、日程だけです。設備は1工程ずつ変更できます。',
  near: '動いていません。バーは1日分より大きく引くと動き、そのまま戻すと半日の移動もできます。',
} as const;

/** What the signs of the legend mean. */
export const SIGNS = { furnace: '炉', outsourced: '外注', conflict: CHART.conflict } as const satisfies Partial<Record<Sign, string>>;

/** `出荷 12/7(月)`: when all of an order will be through. */
export const shippingLine = (date: PlantDate): string => `出荷 ${formatMonthDay(date)}`;
/** `納期 11/11(水) 出荷予定 12/7(月)`; a day that is not known is left out. */
export const dueAndShipping = (due: PlantDate | null, shipping: PlantDate | null): string =>
  [due && deadlineTag(due), shipping && `出荷予定 ${formatMonthDay(shipping)}`].filter(Boolean).join(' ');
/** `納期 11/19(木)`. */
export const deadlineTag = (date: PlantDate): string => `納期 ${formatMonthDay(date)}`;
/** `◀ 納期 11/11(水)`: what lies beyond the left or right edge of the view. */
export const edgeText = (text: string, side: 'left' | 'right'): string => (side === 'left' ? `◀ ${text}` : `${text} ▶`);
/** `11/9(月) 出荷済み`: the last task of a finished lot. */
export const shippedText = (last: { task_name: string; last_reception_date: PlantDate | null; end_date: string }): string =>
  `${formatMonthDay(last.last_reception_date ?? endDate(last.end_date))} ${last.task_name}済み`;
/** `完了 13/13工程`: of a finished lot. */
export const finishedLot = (finished: number, all: number): string => `完了 ${finished}/${all}工程`;
/** `完了 6工程`: the finished beginning of a lot. */
export const finishedHead = (finished: number): string => `完了 ${finished}工程`;
/** What a screen reader hears of a row that stands for finished tasks. */
export const foldLabel = (order: string, what: string, open: boolean): string => `${order} ${what}を${open ? '閉じる' : '開く'}`;
/** `11/23`. */
export const monthAndDay = (date: PlantDate): string => date.split('-').slice(1).map(Number).join('/');
