import { codeKey } from '../../ground/fold.ts';
import { formatMonthDay, type PlantDate } from '../../ground/plant-time.ts';
import { weekdayNames } from '../dates.ts';
import { few } from '../few.ts';
import { type PremiseSaid, premiseText, supposed } from './premises.ts';

/** 納期回答: when something could ship, what decides the day, what would bring it forward. */

const days = (count: number): string => `${count}日`;

/** What a process waits for, and how many days. */
export interface WaitSaid {
  waits_for: 'others' | 'weekday' | 'closed' | null;
  wait_days: number;
  weekdays: number;
  facility_name: string | null;
  task_name: string;
}

/** What a process waits for; null: it does not. */
export function waitText({ waits_for, wait_days, weekdays, facility_name, task_name }: WaitSaid): string | null {
  if (waits_for === null) return null;
  const place = facility_name ?? task_name;
  return {
    others: `${place}の空き待ち ${days(wait_days)}`,
    weekday: `${place}の実施曜日(${weekdayNames(weekdays)})待ち ${days(wait_days)}`,
    closed: `${place}の稼働待ち ${days(wait_days)}`,
  }[waits_for];
}

/** Several premises as one change. */
export function meansText(kind: 'partner' | 'saturdays' | 'all_saturdays' | 'unit' | 'first', premises: readonly PremiseSaid[]): string {
  const texts = premises.map(premiseText);
  if (kind === 'first') return premiseText({ kind: 'order_first' });
  if (kind !== 'all_saturdays') return texts.join('、');
  const opened = premises.flatMap((premise) => (premise.kind === 'availability' ? premise : []));
  const dates = [...new Set(opened.map(({ from_date }) => from_date))].map(formatMonthDay).join('・');
  const places = few([...new Set(opened.map(({ facility_name }) => facility_name))], '設備');
  return `${dates}に${places}を稼働`;
}

/** Days of a wish stand here in words, with their year where that is another one. */
export const PROMISE_TEXTS = {
  /** What decides the day. */
  decided: (waits: readonly string[]): string =>
    waits.length === 0 ? '待ちはなく、工程の日数で決まります。' : `納期を決めている待ち: ${few(waits, '件')}`,
  /** From when its casting or material is there, which is to come. */
  ready: (day: string): string => `材料・鋳込 ${day}から`,
  wishBeforeReady: (wished: string, ready: string): string => `材料・鋳込の日${ready}が、希望日${wished}より後です。`,
  noRouting: (product_code: string): string =>
    `製品「${product_code}」の工程がわからないため回答できません。この製品のオーダーと、その全ロットのオーダー工程を取り込んでください。`,
  noRoom: '計画の期間の中に置ける空きがありません。個数と材料・鋳込の日、使う設備の稼働と、設備一覧の寸法・重量の上限を確認してください。',
  unknownProduct: (code: string): string => `製品「${code}」は登録されていません。`,
  noProduct: '製品を指定してください。',
  bothProducts: '製品はIDとコードのどちらかで指定してください。',
  notItsRouting: 'この製品のオーダーではないか、工程のないロットがあります。',
  wishKept: (wished: string): string => `希望日${wished}に間に合います。`,
  wishSought: (wished: string): string => `何も動かさなければ希望日${wished}に間に合いません。間に合わせる方法を探しています。`,
  wishReached: (wished: string, means: string): string => `${supposed(means)}と、希望日${wished}に間に合います。`,
  wishMissed: (wished: string, tried: number, best: string | null): string =>
    tried === 0
      ? `希望日${wished}には間に合いません。待ちがなく、工程の日数だけでかかります。`
      : `希望日${wished}には間に合いません。試した${tried}案${best === null ? 'に効果のあるものはありません。' : `で最も早いのは${best}です。`}`,
  wishUntried: (wished: string): string =>
    `何も動かさなければ希望日${wished}に間に合いません。ほかの行や質問が多いため、間に合わせる方法は試していません。1行でもう一度調べてください。`,
  wishPassed: (wished: string): string => `希望日${wished}は過ぎています。`,
};

/** Whether a number looks like that of a provisional order. */
export const isProvisional = (serial: string): boolean => /^仮\d+-\d+$/.test(codeKey(serial));

/** 仮押さえ: days that are held by provisional orders. */
export const KEPT_TEXTS = {
  /** 製番 of a provisional order: it says in every list, on every board and workbook what it is. */
  serial: (promise: number, line: number): string => `仮${promise}-${line}`,
  states: { kept: '仮押さえ中', fulfilled: '受注済', released: '解除済', expired: '期限切れ' },
  until: (day: PlantDate): string => `${formatMonthDay(day)}まで`,
  unplanned: '計画から外れた',
  late: (reaches: PlantDate): string => `約束の日に間に合わない(今は${formatMonthDay(reaches)})`,
  /** Of an earlier day than the answered one, for which no plan has been made. */
  notYet: (reaches: PlantDate): string => `いまの計画では${formatMonthDay(reaches)}です`,
  on: (day: PlantDate): string => `${formatMonthDay(day)}出荷`,
  already: (line: number): string => `${line}行目はもう仮押さえされています。`,
  noDay: (line: number): string => `${line}行目には回答した納期がありません。`,
  noLine: 'この問い合わせにない行です。',
  twice: (line: number): string => `${line}行目の日が2つ以上あります。`,
  notItsDay: (line: number, date: PlantDate, days: readonly PlantDate[]): string =>
    days.length === 0
      ? `${line}行目には、回答より早い日はありません。`
      : `${line}行目の${formatMonthDay(date)}は、回答にない日です。選べるのは${days.map(formatMonthDay).join('、')}です。`,
  passed: (line: number, date: PlantDate): string => `${line}行目の${formatMonthDay(date)}は過ぎています。もう一度納期を調べてください。`,
  taken: (line: number, date: PlantDate, now: PlantDate): string =>
    `${line}行目の${formatMonthDay(date)}の空きは、回答の後に埋まりました。今は${formatMonthDay(now)}です。もう一度納期を調べてください。`,
  gone: (line: number): string =>
    `${line}行目は、今は置ける空きがないか、工程の元にした製番がなくなっています。もう一度納期を調べてください。`,
  notKept: 'この問い合わせに仮押さえはありません。解除されたか、期限が過ぎたか、受注に結ばれています。',
  otherProduct: (serial: string): string => `製番${serial}の製品の仮押さえは、この問い合わせにありません。`,
  oneOrder: '受注は、IDと製番のどちらかで指定してください。',
  whichLine: '同じ製品の仮押さえが2つ以上あります。行を指定してください。',
  notReal: (serial: string): string => `${serial}は仮押さえの番号です。受注した製番に結んでください。`,
  tooLong: (serial: string, last: PlantDate): string => `${serial}を押さえておけるのは${formatMonthDay(last)}までです。`,
  tied: (serial: string): string => `${serial}には、もうほかの仮押さえが結ばれています。`,
};
