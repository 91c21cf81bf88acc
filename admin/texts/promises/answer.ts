/** Words of the answer of 納期回答. */
import type { Success } from '../../../server/contract/handlers.ts';
import { formatMonthDay, type PlantDate } from '../../../server/domain/ground/plant-time.ts';
import { few } from '../../../server/domain/texts/few.ts';
import { COST } from '../../../server/domain/texts/files/promises.ts';
import { counted } from '../../../server/domain/texts/numbers.ts';

type Promise = Success<'getPromise'>;
type Cost = Promise['answers'][number]['earlier'][number];
type Pays = Cost['pays'][number];

export const ANSWER = {
  hint: '左に製品・個数・希望日を入れて「納期を調べる」を押すと、いまの計画を動かさずに出荷できる最も早い日を回答します。',
  hintEarlier: '早くするには何を動かすことになるか、希望日に間に合わせるには何が要るかも、続けて調べます。',
  all: '回答',
  together: (date: PlantDate): string => `すべて揃うのは ${formatMonthDay(date)}`,
  unanswered: (count: number): string => `${counted(count)}行は回答できません`,
  /** Of lines that cannot be answered, which and why; of several the first. */
  whyNone: ([first, ...others]: readonly { name: string; text: string }[]): string =>
    first === undefined
      ? ''
      : `${first.name}: ${first.text}${
          others.length > 0
            ? ` ほか ${few(
                others.map(({ name }) => name),
                '行',
              )}`
            : ''
        }`,
  save: '回答を出力',
  of: (line: number, name: string, pieces: number): string => `${line} ${ANSWER.what(name, pieces)}`,
  what: (name: string, pieces: number): string => `${name}・${counted(pieces)}個`,
  changed: '入力が変わっています。もう一度「納期を調べる」を押してください。',
  outdated: 'この回答のあとに計画が変わっています。今の計画での納期は調べ直してください。',
  free: '何も動かさずに出荷できます',
  likely: (half: PlantDate | null, nine: PlantDate | null): string =>
    `実績からの見込み: ${half ? formatMonthDay(half) : ANSWER.no}までに50%、${nine ? formatMonthDay(nine) : ANSWER.no}までに90%の確率で出荷`,
  none: '回答できません',
  no: '—',
  asked: (at: string, by: string): string => `${at} ${by} の回答`,
  /** Of an answer of another day: the plan has gone on since. */
  old: '今の計画での納期は「納期を調べる」で調べ直してください。',
  program: 'コマンド',
  show: (line: number): string => `${line}行目の回答を見る`,
  gone: 'この回答は見つかりません。',
  list: '以前の問い合わせ',
  listEmpty: 'まだ問い合わせはありません。',
  when: '日時',
  untitled: '(件名なし)',
  products: '製品',
  productsOf: (first: string, count: number): string => (count > 1 ? `${first} ほか${counted(count - 1)}行` : first),
  date: '回答納期',
  by: '担当',
  showMore: 'さらに表示',
} as const;

export const CHAIN = {
  title: '納期までの流れ',
  lot: (lot: number): string => `追番 ${lot}`,
  more: (lots: number): string => `ほか${counted(lots)}追番`,
  wished: (day: string): string => `希望 ${day}▼`,
  answered: (day: string): string => `${day}▼`,
  month: (month: number): string => `${month}月`,
  days: (days: number): string => `${days}日`,
  span: (first: string, last: string): string => `${first}〜${last}`,
  /** A bar for the pointer. */
  bar: (task: string, place: string, from: string, to: string): string => `${task} ${place} ${from}〜${to}`,
  spoken: (steps: readonly string[]): string => `納期までの流れ: ${steps.join('、')}`,
} as const;

export const PROCESSES = {
  title: (line: number): string => `${line}行目の工程`,
  hint: '待ちは日数',
  lot: (lot: number): string => `追番 ${lot}`,
  more: (processes: number): string => `ほか${counted(processes)}工程`,
  task: '工程',
  place: '設備・外注先',
  start: '開始',
  wait: '待ち',

  sum: (days: number): string => `待ち 合計 ${days}日`,
} as const;

export const EARLIER = {
  title: '早くするなら',
  hint: '他の製番を動かした場合',
  refining: '探しています…',
  done: '探し終わりました',
  ship: '出荷',
  moved: '動かす製番',
  late: '遅れる製番',
  free: '何も動かさない',
  move: ({ moved_orders }: Cost): string => (moved_orders === 0 ? EARLIER.free : COST.move(moved_orders)),
  entries: ({ moved_entries }: Cost): string => (moved_entries === 0 ? '' : `${counted(moved_entries)}工程`),
  nothingLate: COST.nothingLate,
  newlyLate: ({ newly_late }: Pick<Cost, 'newly_late'>): string => COST.newlyLate(newly_late),
  laterLate: COST.laterLate,
  moreDays: ({ more_late_days }: Pick<Cost, 'more_late_days'>): string => COST.moreDays(more_late_days),
  none: 'これより早い日は見つかりませんでした。',
  open: (date: PlantDate): string => `${formatMonthDay(date)}の内訳`,
  paysMost: '遅れが増える製番',
  pays: ({ days_before, days_after }: Pays): string =>
    days_before === 0 ? `納期に間に合う → ${counted(days_after)}日遅れ` : `${counted(days_before)}日遅れ → ${counted(days_after)}日遅れ`,
  curve: '出荷日と動かす製番の数',
  wished: '希望日',
  white: '白丸の日は納期を過ぎる製番あり',
  point: (date: PlantDate, orders: number, late: number): string =>
    `${formatMonthDay(date)} ${counted(orders)}製番${late > 0 ? ` うち納期を過ぎる ${counted(late)}製番` : ''}`,
} as const;

export const WISHED = {
  title: (day: string): string => `希望日 ${day} に間に合わせる方法`,
  hint: 'ひとつずつ立案して確かめた結果',
  mean: '手段',
  reached: '出荷できる日',
  yes: '間に合う',
  no: '間に合わない',
  kinds: { availability: '設備稼働', holiday: '休日稼働', partner: '外注を早める', order_first: '特急' },
  kind: 'そのまま',
  joined: (kinds: readonly string[]): string => kinds.join('・'),
} as const;
