/** Words of 仮押さえ. */
import { formatMonthDay, type PlantDate } from '../../../server/domain/ground/plant-time.ts';
import { few } from '../../../server/domain/texts/few.ts';
import { COST, lostText } from '../../../server/domain/texts/files/promises.ts';
import { counted } from '../../../server/domain/texts/numbers.ts';
import { KEPT_TEXTS } from '../../../server/domain/texts/plan/promises.ts';

interface CostSaid {
  moved_orders: number;
  moved_entries: number;
  newly_late: number;
  more_late_days: number;
}

export const KEEP = {
  keep: 'この日で仮押さえ',
  days: '日数',
  daysWrong: '1〜60の整数を入力してください。',
  which: '仮押さえする行',
  one: 'この行だけ',
  all: (count: number): string => `${counted(count)}行まとめて`,
  wanted: (count: number): string => `依頼の${counted(count)}行`,
  saidKept: (serials: readonly string[], days: readonly PlantDate[], until: PlantDate): string =>
    `${few(serials, '件')}を${few([...new Set(days)].sort().map(formatMonthDay), '日')}出荷で仮押さえしました(期限${formatMonthDay(until)})。`,
  /** Behind that, of an earlier day than the plan has. */
  saidNotYet: (reaches: PlantDate): string => `${KEPT_TEXTS.notYet(reaches)}。「先に立案」を押すと、約束の日に間に合うように立案します。`,
  saidReleased: (serial: string): string => `${serial}の仮押さえを解除しました。`,
  saidFulfilled: (serial: string, real: string): string => `${serial}を受注${real}に結びました。`,
  saidAwaits: (serial: string, real: string): string => `${serial}は、製番${real}が取り込まれたときに受注になります。`,
  askAgain: '納期を調べ直す',

  states: KEPT_TEXTS.states,
  by: (name: string, day: PlantDate, until: PlantDate): string =>
    `${formatMonthDay(day)}の出荷で ${name} が ${formatMonthDay(until)} まで押さえています`,
  /** After the serial number of the order. */
  fulfilled: (day: PlantDate): string => `に結びました(約束した日 ${formatMonthDay(day)})`,
  /** Behind the mark of what became of it. */
  was: (serial: string, day: PlantDate, until: PlantDate): string => `${serial}(${KEPT_TEXTS.on(day)}・期限${formatMonthDay(until)})`,
  left: (days: number): string => (days > 1 ? `あと${counted(days)}日` : days === 1 ? '明日まで' : '本日まで'),
  unplanned: `${KEPT_TEXTS.unplanned}工程を、計画に入れ直します。`,
  on: KEPT_TEXTS.on,
  /** Behind the day. */
  heldOn: '出荷で仮押さえ中',
  awaits: (real: string): string => `製番${real}の取込待ち`,
  stopAwaiting: '取込を待つのをやめる',
  stopAwaitingOf: (serial: string, real: string): string => `${serial} が製番${real}の取込を待つのをやめる`,
  saidStopped: (serial: string, real: string): string => `${serial}は、製番${real}の取込を待たなくなりました。`,

  earlier: '仮押さえ',
  earlierOf: (day: PlantDate): string => `${formatMonthDay(day)}で仮押さえ`,
  first: '先に立案',
  firstOf: (serial: string): string => `${serial} を先に立案`,
  planning: '立案中…',
  /** What a day costs, as it was answered. */
  told: (day: PlantDate, cost: CostSaid): string =>
    `約束の日 ${formatMonthDay(day)}。回答したときの見込み: ${COST.move(cost.moved_orders)}(${counted(cost.moved_entries)}工程)、${lostText(cost)}`,
  toldNone: (day: PlantDate): string => `約束の日 ${formatMonthDay(day)}`,
  toBoard: (serial: string): string => `${serial} をガントチャートで表示`,

  extend: (days: number): string => `${days}日延長`,
  extendOf: (serial: string, days: number): string => `${serial} の仮押さえを${days}日延長`,
  saidExtended: (serial: string, until: PlantDate): string => `${serial}の仮押さえを${formatMonthDay(until)}まで延長しました。`,
  release: '解除',
  releaseAsk: (serial: string): string => `${serial} の仮押さえを解除しますか?`,
  releaseHint: (name: string, day: PlantDate): string =>
    `${name}の${formatMonthDay(day)}の空きを手放します。計画のバーも消え、同じ日が取れるとは限りません。`,
  releaseOf: (serial: string): string => `${serial} の仮押さえを解除`,
  fulfil: '受注に結ぶ',
  fulfilOf: (serial: string): string => `${serial} を受注に結ぶ`,
} as const;

/** Who may not hold days asks those who may. */
export const WISH = {
  want: '仮押さえを依頼',
  takeBack: '依頼を取り消す',
  by: (name: string, lines: readonly number[]): string =>
    `${name} が${lines.length > 0 ? `${lines.join('・')}行目の` : ''}仮押さえを依頼しています`,
  day: (name: string, pieces: number, date: PlantDate): string => `${name}・${counted(pieces)}個 ${formatMonthDay(date)}`,
  days: (days: readonly string[]): string => few(days, '行'),
  saidWanted: '計画担当に仮押さえを依頼しました。',
  saidTakenBack: '仮押さえの依頼を取り消しました。',
  title: (count: number): string => `仮押さえの依頼 ${counted(count)}件`,
  hint: '開いて「この日で仮押さえ」を押すと、依頼は消えます。',
} as const;

export const FULFIL = {
  title: (serial: string): string => `${serial} を受注に結ぶ`,
  what: '選んだ受注の、まだ計画に入っていない工程を、仮押さえの工程と同じ日時・設備に置きます。仮押さえは役目を終えて消えます。',
  order: '受注した製番',
  hint: '製番の一部',
  finding: '探しています…',
  none: 'この製品の未出荷の受注は見つかりません。',
  otherProduct: (serial: string, product: string): string => `製番${serial}は、別の製品「${product}」の受注です。`,
  notReal: KEPT_TEXTS.notReal,
  closed: (serial: string): string => `製番${serial}は、もう終わった受注です。`,
  unknown: (serial: string): string =>
    `製番${serial}はまだ取り込まれていません。結ぶと、オーダーの取込で${serial}が来たときに、仮押さえのバーと日程をそのまま引き継ぎます。`,
  option: (pieces: number, due: PlantDate | null): string => `${counted(pieces)}個${due === null ? '' : `・納期 ${formatMonthDay(due)}`}`,
  same: '個数が同じ',
  other: (held: number, real: number): string =>
    `個数が違います(仮押さえ ${counted(held)}個、受注 ${counted(real)}個)。結ぶと仮押さえは消え、元に戻せません。`,
  later: (day: PlantDate, ships: PlantDate): string =>
    `約束の日${formatMonthDay(day)}に対し、この受注の計画は${formatMonthDay(ships)}です。`,
  cancel: 'キャンセル',
  tie: '結ぶ',
} as const;

export const HELD = {
  title: (count: number): string => (count > 0 ? `仮押さえ ${counted(count)}件` : '仮押さえ'),
  hint: '約束の日に間に合わないもの、期限の近いものの順。計画とボードに入っています。期限が過ぎるか、受注に結ぶと外れます。',
  empty: 'いま仮押さえはありません。',
  serial: '製番',
  product: '製品・個数',
  of: '件名',
  date: '出荷日',
  by: '押さえた人',
  expires: '期限',
  byOn: (name: string, on: string): string => `${name} ${on}`,
  actions: '操作',
} as const;

/** The mark of a provisional order, wherever orders are shown. */
export const PROVISIONAL = {
  chip: (until: string): string => `仮押さえ(期限 ${until})`,
  /** Says the mark as well. */
  open: (serial: string, until: string): string => `仮押さえ(期限 ${until}) ${serial} の納期回答を見る`,
} as const;
