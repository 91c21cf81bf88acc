/** What has happened of a bar beside what was planned, and how far the holiday table goes. */
import type { components } from '../../../server/contract/types.ts';
import type { PlantDate } from '../../../server/domain/ground/plant-time.ts';
import { halfDay } from './board.ts';
import { monthAndDay } from './chart.ts';
import { shiftText } from './story.ts';

export const ACTUAL = {
  legend: '計画の位置',
  explained: 'バーは実績の位置、下の線は計画の位置です。',
  start: '開始',
  end: '終了',
  planned: '計画',
  happened: '実績',
  closed: '終了の入力',
  closedBy: { tap: '現場の入力', hand: '手入力', file: '取込', partner: '外注先の回答' } satisfies Record<
    components['schemas']['ClosedBy'],
    string
  >,
  worker: '作業者',
  good: '良品',
} as const;

/** `3個(寸法不良)`; without a note the text alone. */
export const withNote = (text: string, note: string | null): string => (note === null ? text : `${text}(${note})`);

/** A half day; without `afternoon` a whole day. */
export interface Half {
  date: PlantDate;
  afternoon?: boolean;
}

const halfText = ({ date, afternoon }: Half): string =>
  afternoon === undefined ? monthAndDay(date) : `${monthAndDay(date)} ${halfDay(afternoon)}`;

/** `計画 11/24 午前 → 実績 11/25 午前、+1日`; `実績 11/25 午後、計画どおり`; where the plan is not known, `実績 11/25 午後`. */
export function happenedText(happened: Half, planned: Half | undefined, halfDays: number): string {
  const said = `${ACTUAL.happened} ${halfText(happened)}`;
  if (!planned) return said;
  if (halfDays === 0) return `${said}、計画どおり`;
  return `${ACTUAL.planned} ${halfText(planned)} → ${said}、${shiftText(halfDays, undefined)}`;
}

/** `休日カレンダーは12月31日まで(以降は土日を休日として表示)`. */
export function calendarEndText(last: PlantDate): string {
  const [, month, day] = last.split('-').map(Number);
  return `休日カレンダーは${month}月${day}日まで(以降は土日を休日として表示)`;
}
