/** Words of the reasons of a late order on the boards: its days, who is in front of it, and what going first would cost. */
import type { Success } from '../../../server/contract/handlers.ts';
import { WEEKDAYS } from '../../../server/domain/ground/constants.ts';
import {
  dateOfDay,
  formatMonthDay,
  type Instant,
  type PlantDate,
  plantDate,
  weekdayOfDay,
} from '../../../server/domain/ground/plant-time.ts';
import { counted } from '../../../server/domain/texts/numbers.ts';
import { heldDays, partInBrief } from '../../../server/domain/texts/plan/late.ts';
import { daysText } from './story.ts';
import { shortDay } from './strip.ts';

type Wait = NonNullable<Success<'getLateness'>['wait']>;
type Step = Wait['bar'];
type Effect = NonNullable<Success<'getAdvice'>['first']>;

export const WHY = {
  label: '遅れの理由',
  /** Of another plan nothing is worked out. */
  published: '対策は公開中の計画で調べます。',
  due: '納期',
  ships: '出荷',
  unknownDays: '内訳は、遅れの大きい100製番のうち、立案のあとで遅れ日数が変わっていないものに表示します。',
  unknown: '立案のあとで遅れたため、理由は次の立案で分かります。',
  waiting: '待っている工程:',
  away: '外注中の工程:',
  /** The same before it begins. */
  toGo: '予定の外注:',
  elsewhere: (place: string): string => `空かないため、今は${place}にあります`,
  own: 'この製番',
  ready: '前工程終了',
  mates: '同じ炉チャージ',
  closed: '休業',
  stopped: partInBrief('stopped'),
  columns: { lot: '先に入る製番', due: '納期', plan: '計画', fill: '炉充填率', day: '炉の日' },
  columnsOfBars: { lot: '先に行う製番', due: '納期', plan: '計画', day: '日' },
  inTime: '納期内',
  list: '先に入る製番の一覧',
  none: 'この設備で先に入る製番はありません。',
  fewer: '一部だけを表示',
  computing: '効果を計算しています…',
  refining: 'ほかの製番への影響を計算しています…',
  first: 'この製番を先にして立案',
  replanned: '計画が今のデータに合わないため、立案し直すだけの場合と比べています。',
  firstUseless: '先にしても早まりません',
  partner: '外注へ回答を依頼',
  capacity: '設備稼働を確認',
  confirm: (serial: string): string => `${serial} を先にして立案します`,
  confirmBody: 'この製番を最初に割り付け、ほかの製番はその周りに割り付け直します。ロックされていない工程は動くことがあります。',
  cancel: 'キャンセル',
  run: '立案を実行',
  pays: '代わりに遅れる製番',
  paysNone: '代わりに遅れる製番はありません。',
} as const;

/** `11/30→12/15`; one day alone `11/30`. */
export const stretchText = (from: Instant, to: Instant): string => {
  const [first, last] = [shortDay(plantDate(from)), shortDay(plantDate(to))];
  return first === last ? first : `${first}→${last}`;
};

/** `13チャージ`, of bars `13件`. */
export const countOf = (count: number, furnace: boolean): string => `${counted(count)}${furnace ? 'チャージ' : '件'}`;

/** `火・木のみ`. */
export const weekdaysText = (weekdays: readonly number[]): string => `${weekdays.map((day) => WEEKDAYS[day]).join('・')}のみ`;

/** Its days by closed facilities: `2号台車式焼鈍炉の故障・停止7日`, of its own `故障・停止7日`. */
const heldOf = ({
  stopped_days,
  closed_days,
  shut_facility_name,
}: Pick<Wait, 'stopped_days' | 'closed_days' | 'shut_facility_name'>): string[] =>
  heldDays({ stopped: stopped_days, closed: closed_days }, shut_facility_name);

/** What is said of a wait behind its heading: `休業5日、13チャージが先、空きなし`. Free are shares of the hours in which it could have begun. */
export function waitSaid({ in_the_way, furnace, idle_percent, ...wait }: Wait): string {
  const count = in_the_way.length > 0 ? [`${countOf(in_the_way.length, furnace)}が先`] : [];
  const idle = idle_percent === null ? [] : [idle_percent === 0 ? '空きなし' : `空き${idle_percent}%`];
  return [...heldOf(wait), ...count, ...idle].join('、');
}

/** Why a bar waits, in a few words on its line, and in fewer: `待ち 11/30→12/15: 後の納期 11チャージが先`, `待ち 11/30→12/15`, `待ち`. */
export function waitTags(wait: Wait): string[] {
  const { from, to, in_the_way, furnace, weekdays, mate } = wait;
  const later = in_the_way.filter(({ kind }) => kind !== 'earlier_due').length;
  const why =
    later > 0
      ? `後の納期 ${countOf(later, furnace)}が先`
      : in_the_way.length > 0
        ? `先の納期 ${countOf(in_the_way.length, furnace)}が先`
        : mate
          ? `${mate.bar.unique_order}を待つ`
          : weekdays.length > 0
            ? weekdaysText(weekdays)
            : '';
  const days = `待ち ${stretchText(from, to)}`;
  const all = [...heldOf(wait), ...(why === '' ? [] : [why])];
  return [...(all.length === 0 ? [] : [`${days}: ${all.join('、')}`]), days, '待ち'];
}

const KINDS = { earlier_due: '先の納期', later_in_time: '後の納期(納期内)', later_late: '後の納期(遅れ)' } as const;
/** `後の納期(納期内) 9`. */
export const kindCount = (kind: keyof typeof KINDS, count: number): string => `${KINDS[kind]} ${counted(count)}`;
/** `うちロック 2`. */
export const lockedCount = (count: number): string => `うちロック ${counted(count)}`;

/** `24日の内訳:`. */
export const partsOf = (days: number): string => `${daysText(days)}の内訳:`;
/** `納期 12/1(火)`. */
export const onDay = (word: string, date: PlantDate | null): string => `${word} ${date === null ? '未定' : formatMonthDay(date)}`;
/** What a screen reader hears of the bar of days: `着手前 11日、外注 4日`. */
export const spokenParts = (parts: readonly { name: string; days: number }[]): string =>
  parts.map(({ name, days }) => `${name} ${daysText(days)}`).join('、');

/** `納期内`, `遅れ 12日`. */
export const planText = (late: number): string => (late > 0 ? `遅れ ${daysText(late)}` : WHY.inTime);
/** `12/8(火)`; none: empty. */
export const dayText = (date: PlantDate | null): string => (date === null ? '' : formatMonthDay(date));
const alsoText = (others: number, of: string): string => (others > 0 ? ` ほか${counted(others)}${of}` : '');
/** The other lots of a charge: ` ほか7ロット`. */
export const alsoLots = (others: number): string => alsoText(others, 'ロット');
/** The orders that are not listed: ` ほか3製番`. */
export const alsoOrders = (others: number): string => alsoText(others, '製番');
/** `8ロット`; where there is little room, `8`. */
export const lotsText = (count: number, short: boolean): string => (short ? counted(count) : `${counted(count)}ロット`);
/** `88%`. */
export const percentText = (percent: number): string => `${counted(percent)}%`;
/** `ほか8チャージを見る`. */
export const othersButton = (count: number, furnace: boolean): string => `ほか${countOf(count, furnace)}を見る`;
/** `充填率の重い順 5/13チャージ`; of bars `早い順 5/13件`. */
export const shownText = (shown: number, count: number, furnace: boolean): string =>
  `${furnace ? '充填率の重い順' : '早い順'} ${counted(shown)}/${countOf(count, furnace)}`;

/** What is in a box of the timeline, when it is pointed at. */
export const boxTitle = ({ start_date, end_date, lots, fill_percent }: Wait['in_the_way'][number]): string =>
  [
    stretchText(start_date, end_date),
    ...(fill_percent === null ? [] : [percentText(fill_percent)]),
    `${lots
      .slice(0, 3)
      .map((lot) => lot.unique_order)
      .join('、')}${alsoLots(lots.length - 3)}`,
  ].join(' ');

/** `焼入れ 4号溶体化炉`. */
export const stepText = ({ task_name, place_name }: Step): string => [task_name, place_name].filter(Boolean).join(' ');
/** `026Z0150-02は12/10まで未着`. */
export const notBefore = (lot: string, ready: PlantDate): string => `${lot} は${shortDay(ready)}まで未着`;
/** What is said of a mate behind its name: `同じ炉チャージ · 納期 2027/2/19(金) 納期内 · 前工程 外注加工 三河野機工 11/20→12/10 · 3号炉で11/9→11/18待ち`. */
export function mateText({ bar, before, wait }: NonNullable<Wait['mate']>): string {
  const due = bar.deadline_date === null ? '' : `納期 ${dayText(bar.deadline_date)} ${planText(bar.late_days)}`;
  const from = before ? `前工程 ${stepText(before)} ${stretchText(before.start_date, before.end_date)}` : '';
  const behind = wait ? `${wait.facility_name}で${shortDay(wait.from)}→${shortDay(wait.to)}待ち` : '';
  return [WHY.mates, due, from, behind].filter((part) => part !== '').join(' · ');
}

/** `−9日(24→15日)`. */
export const gainText = (effect: Pick<Effect, 'gain_days' | 'late_days_after'>): string =>
  `−${daysText(effect.gain_days)}(${counted(effect.gain_days + effect.late_days_after)}→${daysText(effect.late_days_after)})`;
/** `最大4日`. */
export const mostText = (days: number): string => `最大${daysText(days)}`;
/** `、他に1製番が遅れる`; none: empty. */
export const paysText = (count: number): string => (count > 0 ? `、代わりに${counted(count)}製番が遅れ` : '、ほかに遅れなし');
/** `026Y0231 11→14日`. */
export const payText = ({ serial_number, days_before, days_after }: Effect['pays'][number]): string =>
  `${serial_number} ${counted(days_before)}→${daysText(days_after)}`;
/** `合計 555→549日`. */
export const totalText = ({ total_days_before, total_days_after }: Effect): string =>
  `合計 ${counted(total_days_before)}→${daysText(total_days_after)}`;
/** Who pays, and what all are late in the end: `、代わりに3製番が遅れ`, `026Y0231 11→14日 · 合計 555→549日`. Null of a short search: what that makes the others pay is no price, a run asks less. */
export const priceTexts = (effect: Effect, refining: boolean): { pays: string; total: string } | null =>
  refining ? null : { pays: paysText(effect.pays_count), total: [...effect.pays.slice(0, 1).map(payText), totalText(effect)].join(' · ') };
/** `遅れ 77→76件(合計 555→549日)・動く製番 最大3件(9工程)`: a run takes back what moved without need. */
export const effectText = (effect: Effect): string =>
  `遅れ ${counted(effect.late_orders_before)}→${counted(effect.late_orders_after)}件(${totalText(effect)})・動く製番 最大${counted(effect.moved_orders)}件(${counted(effect.moved_entries)}工程)`;
/** Of the capacity, with what the others pay once that is known: `4号溶体化炉を1台増やすと最大3日短縮、ほかに遅れなし · 合計 566→563日`. */
export const capacityText = ({ facility_name, ...effect }: Effect & { facility_name: string }, refining: boolean): string =>
  `${facility_name}を1台増やすと${mostText(effect.gain_days)}短縮${refining ? '' : `${paysText(effect.pays_count)} · ${totalText(effect)}`}`;
/** Of a partner: `最大12日短縮 小松霞塗装`. */
export const partnerText = ({ gain_days, outsourcing_name }: { gain_days: number; outsourcing_name: string | null }): string =>
  [`${mostText(gain_days)}短縮`, outsourcing_name ?? ''].join(' ').trim();

/** The head of a day of the timeline: `1火`, the first of a month or of the strip (`month`) `12/1火`; where there is little room without its weekday. */
export function dayHead(day: number, whole: boolean, month: boolean): string {
  const [date, weekday] = [dateOfDay(day), WEEKDAYS[weekdayOfDay(day)]];
  const number = month ? shortDay(date) : String(Number(date.slice(8)));
  return whole ? `${number}${weekday}` : number;
}
