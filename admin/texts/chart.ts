/** Words in the drawing of the boards. */
import { endDate, formatMonthDay, type PlantDate } from '../../server/domain/plant-time.ts';
import type { Zoom } from '../board/chart/blocks.ts';
import type { Sign } from '../board/chart/signs.ts';

export const CHART = {
  today: '今日',
  zoom: '表示の単位',
  zooms: { half_day: '半日', day: '日', week: '週' } satisfies Record<Zoom, string>,
  mates: '同じ炉チャージ',
  conflict: '矛盾',
  partner: '外注先',
  previous: '前工程終了',
} as const;

/** What the signs of the legend mean. */
export const SIGNS = { furnace: '炉', outsourced: '外注', conflict: CHART.conflict } as const satisfies Partial<Record<Sign, string>>;

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
