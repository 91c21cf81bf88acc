import { WEEKDAYS } from '../../ground/constants.ts';
import { few, fewListed, range } from '../few.ts';
import { measured, sizeOf } from '../sizes.ts';
import { counted, dated, listOf, type RunMessageParams, serials } from './run-words.ts';

/** Sentences of a run about what is wrong with the rows or finds no place: what it is with its values, and what removes the message. */

/** Names of facilities, the first few: 1号炉・2号炉ほか3台. */
const facilitiesOf = (p: RunMessageParams): string => few(listOf(p.facilities).map(String), '台');

const hours = (value: RunMessageParams[string]): string => range(listOf(value), counted);

const weekdaysOf = (p: RunMessageParams): string =>
  listOf(p.weekdays)
    .map((day) => WEEKDAYS[Number(day)])
    .join('・');

/** Whether nothing but the time it takes keeps a process from its place. */
const takesTooLong = ({ mends, together }: RunMessageParams): boolean =>
  listOf(mends).includes('hours') && (together === 1 || listOf(mends).length === 1);

/** Why a process has no place in the horizon. */
const NO_PLACE: Record<string, (p: RunMessageParams) => string> = {
  no_units: (p) => `${facilitiesOf(p)}に使える台数がないため、`,
  closed: () => '稼働日がないため、',
  weekday: (p) => `${facilitiesOf(p)}が基本実施曜日(${weekdaysOf(p)})に稼働しないため、`,
  window: (p) =>
    `続けて${hours(p.need_hours)}時間かかりますが、${facilitiesOf(p)}は開始できる日から最長でも${hours(p.longest_hours)}時間しか続けて使えないため、`,
  horizon: (p) => {
    if (p.kind === 'partner') return `外注先から計画期間(${dated(p.until)}まで)に戻らないため、`;
    if (takesTooLong(p)) return `${hours(p.need_hours)}時間かかり計画期間(${dated(p.until)}まで)より長いため、`;
    return `${hours(p.need_hours)}時間かかりますが、${facilitiesOf(p)}を計画期間(${dated(p.until)}まで)に使えるのは${hours(p.longest_hours)}時間しかないため、`;
  },
  late: (p) => `早くても${dated(p.ready)}からしか始められず、`,
  full: (p) => `${facilitiesOf(p)}がほかの工程で埋まっているため、`,
};

/** Where a process is mended that has no place in the horizon. */
const MENDED_IN: Record<string, (p: RunMessageParams) => string> = {
  units: () => '設備一覧の設備数と設備稼働',
  holidays: (p) => (listOf(p.facilities).length === 0 ? '休日カレンダー' : '休日カレンダーか設備稼働(休日でも台数を入れた日は使えます)'),
  weekdays: () => '製品の熱処理の基本実施曜日',
  hours: (p) => {
    if (p.kind === 'partner') return '工程情報の解枠LTと回答納期';
    return p.kind === 'furnace' ? '段取時間・保持時間・冷却時間' : '段取時間・作業時間';
  },
  begin: () => '鋳込日と、前の工程の日程・待ち日数・解枠LT',
};

/** What gives a process its place: one of several, or all of them. */
function mending(p: RunMessageParams): string {
  const places = listOf(p.mends).map((mend) => MENDED_IN[String(mend)]?.(p) ?? '');
  if (places.length === 0) {
    const days = weekdaysOf(p) === '' ? '稼働日' : `基本実施曜日(${weekdaysOf(p)})の稼働日`;
    return `設備一覧の設備数か、設備稼働の台数・${days}を増やしてください(計画期間は${dated(p.until)}まで)。`;
  }
  if (places.length === 1) {
    const longer = `正しければ、立案の設定 horizon_years(planner settings)を大きくしてください(計画期間は${dated(p.until)}まで)。`;
    return `${places[0]}を確認してください。${String(p.mends) === 'begin' ? longer : ''}`;
  }
  if (p.together === 1)
    return `${places.map((place) => `「${place}」`).join('と')}を、${places.length === 2 ? '両方とも' : 'すべて'}直してください。`;
  return `${places.map((place) => `「${place}」`).join('')}のどれかを見直してください。`;
}

/** W208: the first step without a place, every reason for it, the work that waits behind it, and the remedy. */
export function unplaced(p: RunMessageParams): string {
  const [why, ...further] = listOf(p.why).map((cause) => NO_PLACE[String(cause)]?.(p) ?? '');
  const behind = Number(p.behind) > 0 ? `(後の工程${counted(p.behind)}件も同じです)` : '';
  const still = further.map((each) => `そこを直しても、${each}割り付けできません。`).join('');
  return `${serials(p)}: ${why ?? ''}計画期間内に割り付けできません${behind}。${still}${mending(p)}`;
}

/** What becomes of a process that no facility does, or no furnace takes. */
const WITHOUT_PLACE = '設備「なし」で計画しました(設備の能力は使いません)。';

/** Why no facility does a task, and what helps. */
export function noFacility(p: RunMessageParams): string {
  const task = `${serials(p)} ${p.task_name}: 対応する設備がありません。${WITHOUT_PLACE}`;
  if (p.why === 'named')
    return `${task}製品 ${p.product_code} に指定されている設備は、どれも今は使われていません。製品編集で使える設備を指定してください。`;
  if (p.why !== 'weight') return `${task}設備一覧で工程「${p.task_code}」を行う設備を登録してください。`;
  const limits = listOf(p.most).map((most) => sizeOf('weight', 'most', most));
  return `${task}単重量 ${measured(Number(p.weight))}kg が設備の上限を超えています(${perFacility(p, limits)})。オーダーの単重量(オーダーインポート)か設備一覧の最大重量が誤っていれば直し、正しければ、扱える設備を登録するか外注(工程情報インポート)にしてください。`;
}

/** E105 as a sentence: the furnaces' limits that one piece exceeds, and the ways out. */
export function tooLarge(p: RunMessageParams): string {
  const [values, most] = [listOf(p.values), listOf(p.most)];
  const limits = listOf(p.limits).map(
    (name, at) => `${sizeOf(String(name), 'piece', values[at])} > ${sizeOf(String(name), 'most', most[at])}`,
  );
  return `${serials(p)} ${p.task_name}: 製品 ${p.product_code} が対象の炉に入りません(${perFacility(p, limits)})。${WITHOUT_PLACE}オーダーの単重量(オーダーインポート)、製品の寸法・容積、設備一覧の値のどれかが誤っていれば直し、正しければ、入る炉を登録するか外注(工程情報インポート)にしてください。`;
}

/** What is said of each facility, the first few: 1号炉 最大重量 50kg、2号炉 … ほか3台. */
function perFacility(p: RunMessageParams, said: readonly string[]): string {
  const byName = new Map<string, string[]>();
  listOf(p.furnaces).forEach((name, at) => {
    byName.set(String(name), [...(byName.get(String(name)) ?? []), said[at] ?? '']);
  });
  return fewListed(
    [...byName].map(([name, all]) => `${name}: ${all.join('・')}`),
    '台',
  );
}

/** Days with far more castings than usual. */
export function crowdedDays(p: RunMessageParams): string {
  const counts = listOf(p.counts);
  const days = listOf(p.dates).map((date, at) => `${dated(String(date))} ${counted(counts[at])}件`);
  return `鋳込が、ふだんの日(1日 ${counted(p.usual)}件)を大きく超える日があります: ${fewListed(days, '日')}。鋳込前の工程は設備の能力を使わずに置いています。鋳込日を前後の日に分けて、鋳込みをインポートし直してください。対象は${serials(p)}です。`;
}
