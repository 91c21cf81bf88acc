import { WEEKDAYS } from '../../ground/constants.ts';
import { formatMonthDay, isPlantDate } from '../../ground/plant-time.ts';
import { PRIORITY_WORDS } from './priority.ts';
import { counted, dated, listOf, names, type RunMessageParams } from './run-words.ts';

/** Why orders are late: the causes, the line that adds up, where a lot waits and for whom, and what helps. */

/** What is said of a cause. */
interface CauseWords {
  /** As the main cause, and as a part of the days. */
  name: string;
  part: string;
  /** What would be without it; `n`: days sooner, at most. */
  without: (n: number, p: RunMessageParams) => string;
  /** What helps. */
  action: string;
}

const ADJUST = '得意先と納期を調整してください。';

const LATE_CAUSES: Record<string, CauseWords> = {
  late_start: {
    name: '着手前の遅れ',
    part: '着手前',
    without: (n, p) =>
      typeof p.startable === 'string'
        ? `${dated(p.startable)}から着手でき、すぐに始めていれば最大${n}日早まりました。今からは取り戻せません。`
        : `何も待たずに今から進めても${n}日遅れます。`,
    action: ADJUST,
  },
  late_before: {
    name: '着手前の遅れ',
    part: '着手前',
    without: (n) => `次の工程に進めるようになる前に、納期を${n}日過ぎています。`,
    action: ADJUST,
  },
  own_time: {
    name: '所要日数',
    part: '所要日数',
    without: (n) => `待ちをすべてなくしても、残りの工程そのものにかかる日数のために${n}日遅れます。`,
    action: `段取時間・作業時間・保持時間を確認し、正しければ${ADJUST}`,
  },
  outsourcing_lead: {
    name: '外注LT',
    part: '外注',
    without: (n) => `外注先から翌日に戻れば最大${n}日早まります。`,
    action: '外注先に短縮を依頼し、回答納期を「外注」で入力してください。',
  },
  weekday: {
    name: '曜日指定',
    part: '曜日',
    without: (n) => `曜日の指定がなければ最大${n}日早まります。`,
    action: '基本実施曜日を増やせないか確認してください。',
  },
  waiting_days: {
    name: '待ち日数',
    part: '待ち日数',
    without: (n) => `待ち日数が1日までなら最大${n}日早まります。`,
    action: '製品の待ち日数(熱処理・製品加工)と冷却時間を確認してください。',
  },
  late_casting: {
    name: '鋳込遅れ',
    part: '鋳込',
    without: (n) => `鋳込が済んでいれば最大${n}日早まります。`,
    action: '鋳込日を前倒しできないか確認し、直した鋳込みをインポートしてください。',
  },
  demolding: {
    name: '解枠待ち',
    part: '解枠',
    without: (n) => `解枠を待たなければ最大${n}日早まります。`,
    action: '製品の解枠時間と、解枠工程の解枠LTを確認してください。',
  },
  closed_calendar: {
    name: '休業',
    part: '休業',
    without: (n) => `休業日も稼働すれば最大${n}日早まります。`,
    action: '休日出勤や設備稼働の変更を検討し、設備一覧の設備数も確認してください。',
  },
  stopped: {
    name: '故障・停止',
    part: '故障・停止',
    without: (n) => `設備が止まらなければ最大${n}日早まります。`,
    action: '復旧の見込みを確認し、早まるときは停止の終わりを直して立案し直してください。',
  },
  lock: {
    name: 'ロック',
    part: 'ロック',
    without: (n) => `ロックか手で追加した工程がなければ最大${n}日早まります。`,
    action: 'ロックを外して立案し直すか、その日程を見直してください。',
  },
  earlier_due: {
    name: '先の納期の仕事',
    part: '先の納期',
    without: (n) => `納期が同じか先の仕事を待たなければ最大${n}日早まります。`,
    action: '待っている設備の台数か稼働日を設備稼働で増やすか、ほかの設備でも行えるように製品編集か設備一覧で設備を加えてください。',
  },
  later_due: {
    name: '後の納期の仕事',
    part: '後の納期',
    without: (n) => `先にすれば最大${n}日早まります。`,
    action: '「理由を見る」でほかの製番への影響を確認し、「この製番を先にして立案」で割り付け直してください。',
  },
};

/** The cause of a late order in a few words, with the facility where there is one: 4号溶体化炉の後の納期の仕事. Empty for an unknown cause. */
export function causeInBrief(cause: string, facility: string | null): string {
  const name = LATE_CAUSES[cause]?.name ?? '';
  return name === '' || facility === null ? name : `${facility}の${name}`;
}

/** What helps against a cause of lateness, one sentence; empty for an unknown cause. */
export const adviceAgainst = (cause: string): string => LATE_CAUSES[cause]?.action ?? '';

/** A cause as a part of the days: 後の納期. The cause itself where that is unknown. */
export const partInBrief = (cause: string): string => LATE_CAUSES[cause]?.part ?? cause;

/** The same with whose it is: 西霧メッキの外注. */
export const partOfPlace = (cause: string, place: string | null): string => (place === null ? '' : `${place}の`) + partInBrief(cause);

/** The parts by their words: those of one word are one, where the first of them stands. */
export function partsSaid<Part extends { part: string; days: number }>(parts: readonly Part[]): (Part & { name: string })[] {
  const said = new Map<string, Part & { name: string }>();
  for (const part of parts) {
    const name = partInBrief(part.part);
    const known = said.get(name);
    said.set(name, { ...(known ?? part), name, days: (known?.days ?? 0) + part.days });
  }
  return [...said.values()];
}

/** The days that are said of a cause. */
export const daysSaid = (parts: readonly { part: string; days: number }[], cause: string): number =>
  partsSaid(parts).find(({ name }) => name === partInBrief(cause))?.days ?? 0;

/** 着手前 11 · 外注 9. */
export const partsInWords = (parts: readonly { part: string; days: number }[]): string =>
  partsSaid(parts)
    .map(({ name, days }) => `${name} ${counted(days)}`)
    .join(' · ');

/** Parts of days from two lists side by side. */
export const partsOf = (causes: RunMessageParams[string], days: RunMessageParams[string]): { part: string; days: number }[] =>
  listOf(causes).map((part, at) => ({ part: String(part), days: Number(listOf(days)[at]) }));

/** 24日の内訳: 着手前 11 · 外注 9 · 先の納期 3 · 後の納期 1. Empty where nothing is known. */
export function daysInParts(days: number, parts: readonly { part: string; days: number }[]): string {
  return parts.length === 0 ? '' : `${counted(days)}日の内訳: ${partsInWords(parts)}。`;
}

/** One late order: its days, what they are made of, where it waits, what helps. */
export function lateOrder(p: RunMessageParams): string {
  const late = `製番 ${p.serial_number}: 納期 ${dated(p.delivery_date)} に対して ${p.late_days}日 遅れます。`;
  if (!p.cause) return late;
  return `${late}${daysInParts(Number(p.late_days), partsOf(p.parts, p.part_days))}${waitOf(p)}主な原因: ${causeOf(p)}。${advice(p, Number(p.gain_days))}${behindLocks(p)}`;
}

/** The cause with where it lies: 後の納期の仕事(4号溶体化炉). */
function causeOf(p: RunMessageParams): string {
  const name = LATE_CAUSES[String(p.cause)]?.name ?? '';
  return p.facility_name ? `${name}(${p.facility_name})` : name;
}

function advice(p: RunMessageParams, gain: number): string {
  const cause = LATE_CAUSES[String(p.cause)];
  return cause ? `${gain > 0 ? cause.without(gain, p) : ''}${cause.action}` : '';
}

/** Where locked bars are in its way. */
const behindLocks = (p: RunMessageParams): string =>
  Number(p.wait_locked ?? 0) > 0 && p.cause !== 'lock' ? 'ロックされた工程は、ロックを外せば動かせます。' : '';

/** `11/30`. */
const monthDay = (value: RunMessageParams[string]): string =>
  typeof value === 'string' && isPlantDate(value) ? formatMonthDay(value).replace(/\(.*$/, '') : '';

/** Where and how long a lot waits, and who stands there: 4号溶体化炉で11/30→1/14待ち: 後の納期の23チャージが先(うち納期内22)、火・木のみ、空き65%。 Empty without a wait. */
function waitOf(p: RunMessageParams): string {
  if (typeof p.wait_from !== 'string') return '';
  const count = (value: RunMessageParams[string]): string => `${counted(value)}${p.wait_furnace ? 'チャージ' : '件'}`;
  const of = (name: string): number => Number(p[`wait_${name}`] ?? 0);
  const [inTime, late, earlier, rush, locked] = [of('later_in_time'), of('later_late'), of('earlier'), of('rush'), of('locked')];
  const said = [
    p.wait_held ? 'この工程をロック中' : '',
    inTime + late > 0 ? `後の納期の${count(inTime + late)}が先${inTime > 0 ? `(うち納期内${counted(inTime)})` : ''}` : '',
    earlier > 0 ? `納期が同じか先の${count(earlier)}` : '',
    rush > 0 ? `うち${PRIORITY_WORDS.rush}${counted(rush)}` : '',
    locked > 0 ? `うちロック${counted(locked)}` : '',
    p.wait_mate ? `同じ炉に入れる ${p.wait_mate} が${monthDay(p.wait_mate_ready)}に着く` : '',
    listOf(p.wait_weekdays).length > 0
      ? `${listOf(p.wait_weekdays)
          .map((day) => WEEKDAYS[Number(day)])
          .join('・')}のみ`
      : '',
    ...heldDays({ stopped: of('stopped_days'), closed: of('closed_days') }, typeof p.wait_shut === 'string' ? p.wait_shut : null),
    typeof p.wait_idle_percent === 'number' ? `空き${p.wait_idle_percent}%` : '',
  ];
  const where = p.wait_facility ? `${p.wait_facility}で` : '';
  const until = p.wait_to === p.wait_from ? '' : `→${monthDay(p.wait_to)}`;
  return `${where}${monthDay(p.wait_from)}${until}待ち: ${said.filter((part) => part !== '').join('、')}。`;
}

/** Days of a wait on which the facility was closed: 故障・停止5日, 休業3日; of another one 2号台車式焼鈍炉の故障・停止5日; none: left out. */
export const heldDays = ({ stopped, closed }: { stopped: number; closed: number }, elsewhere: string | null): string[] => [
  ...(stopped > 0 ? [`${partOfPlace('stopped', elsewhere)}${counted(stopped)}日`] : []),
  ...(closed > 0 ? [`${partOfPlace('closed_calendar', stopped > 0 ? null : elsewhere)}${counted(closed)}日`] : []),
];

/** So many of them are named: the message lists all by a click. */
const LATE_LISTED = 3;

/** Many orders of one cause, each with its own days and date; the first of them is the latest. */
export function lateGroup(p: RunMessageParams): string {
  const lots = listOf(p.lots).map((lot, at) => `${lot} ${listOf(p.days)[at]}日(納期${monthDay(listOf(p.dates)[at])})`);
  const gain = Number(listOf(p.gains)[0] ?? 0);
  const worst = `${listOf(p.lots)[0]} は`;
  const late = `${causeOf(p)}で${counted(p.count)}製番が遅れます: ${names({ lots, count: p.count }, LATE_LISTED)}。`;
  return `${late}${gain > 0 ? worst : ''}${advice(p, gain)}`;
}
