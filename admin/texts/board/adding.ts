import { endClock, endDate, formatMonthDay, type Instant, plantClock, plantDate } from '../../../server/domain/ground/plant-time.ts';
import { lateness } from './moves.ts';

/** `2.5時間`. */
const hoursText = (hours: number): string => `${hours.toLocaleString('ja-JP', { maximumFractionDigits: 1 })}時間`;

/** `4/3(金) 13:00〜16:30`, `4/3(金) 13:00〜4/6(月) 10:00`. */
const momentsText = (start: Instant, end: Instant): string => {
  const [from, to] = [plantDate(start), endDate(end)];
  return `${formatMonthDay(from)} ${plantClock(start)}〜${from === to ? '' : `${formatMonthDay(to)} `}${endClock(end)}`;
};

/** Words of 工程登録. */
export const ADDING = {
  anyFacility: 'なし',
  /** A name with its code beside it. */
  coded: (name: string, code: string): string => `${name}　${code}`,
  sorted: (sort: number, name: string): string => `${sort} ${name}`,
  byHand: 'その他の工程を手で追加',
  turn: '順番',
  /** A process that is done in no order. */
  noTurn: '順番なし',
  noTurnHint: '前後の工程と照合せず、立案でも順番を考えません。',
  firstTurn: '最初の工程の前',
  turnBehind: (process: string): string => `${process}のあと`,
  noneLeft: 'この追番に、計画されていない工程はありません。',
  noneHere: 'この追番に、この設備でできる計画されていない工程はありません。',
  outsourced: '外注の工程です。生産設備は選べません。',
  free: 'この設備が空いている最初の時間です。',
  freePlant: '最初の稼働時間です。',
  taken: (when: string): string => `${when}には始められません。次の空き時間です。`,
  never: '半年以内に空いている時間がありません。',
  /** `4/1(水) 午前の空きは2.5時間で、4時間の工程は入りません。`. */
  tooSmall: (when: string, free: number, wanted: number): string =>
    `${when}の空きは${hoursText(free)}で、${hoursText(wanted)}の工程は入りません。`,
  full: (when: string): string => `${when}に空きはありません。`,
  /** `次の空きは4/3(金) 13:00〜16:30(遅れ 2日)です。`. */
  next: (start: Instant, end: Instant, late: number): string => `次の空きは${momentsText(start, end)}(${lateness(late)})です。`,
  toNext: '次の空きにする',
  /** How late the order is with the dates of the form. */
  order: (late: number): string => `この日程での製番: ${lateness(late)}`,
  toFree: '空き時間に合わせる',
} as const;

const TAKEN_BACK = 'この操作は「元に戻す」で戻せます。';

/** What is asked before a bar is deleted: whether the next run plans the task again. */
export const REMOVING = {
  planned: (order: string, task: string): string =>
    `${order} ${task} を計画から外します。次回の立案で、この工程は再び割り付けられます。${TAKEN_BACK}`,
  byHand: (order: string, task: string): string =>
    `${order} ${task} は手で追加した工程です。削除すると計画から完全になくなり、次回の立案でも割り付けられません。${TAKEN_BACK}`,
} as const;
