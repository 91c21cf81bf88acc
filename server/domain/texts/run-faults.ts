import { WEEKDAYS } from '../constants.ts';
import { few, fewListed, range } from './few.ts';
import { counted, dated, listOf, type RunMessageParams, serials } from './run-words.ts';
import { measured, sizeOf } from './sizes.ts';

/** Sentences of a run about what is wrong with the rows or finds no place: the fault with its values, and what removes the message. */

/** Names of facilities, the first few: 1号炉・2号炉ほか3台. */
const facilitiesOf = (p: RunMessageParams): string => few(listOf(p.facilities).map(String), '台');

const hours = (value: RunMessageParams[string]): string => range(listOf(value), counted);

/** Why a process has no place in the horizon, and what gives it one. */
const NO_PLACE: Record<string, { why: (p: RunMessageParams) => string; action: (p: RunMessageParams) => string }> = {
  no_units: {
    why: (p) => `${facilitiesOf(p)}に使える台数がないため、`,
    action: () => '設備一覧の設備数と設備稼働を確認してください。',
  },
  closed: {
    why: () => '稼働日がないため、',
    action: () => '休日カレンダーを確認してください。',
  },
  weekday: {
    why: (p) =>
      `${facilitiesOf(p)}が基本実施曜日(${listOf(p.weekdays)
        .map((day) => WEEKDAYS[Number(day)])
        .join('・')})に稼働しないため、`,
    action: () => '製品の熱処理の基本実施曜日か、その曜日の設備稼働を見直してください。',
  },
  window: {
    why: (p) =>
      `続けて${hours(p.need_hours)}時間かかりますが、${facilitiesOf(p)}は開始できる日から最長でも${hours(p.longest_hours)}時間しか続けて使えないため、`,
    action: () => '設備稼働の0台の日か、段取時間・保持時間・冷却時間を見直してください。',
  },
  horizon: {
    why: (p) =>
      p.partner
        ? `外注先から計画期間(${dated(p.until)}まで)に戻らないため、`
        : `${hours(p.need_hours)}時間かかり計画期間(${dated(p.until)}まで)より長いため、`,
    action: (p) =>
      p.partner ? '工程情報の解枠LTと回答納期を確認してください。' : '段取時間・作業時間・保持時間・冷却時間を確認してください。',
  },
  late: {
    why: (p) => `早くても${dated(p.ready)}からしか始められず、`,
    action: (p) =>
      `鋳込日と、前の工程の日程・待ち日数・解枠LTを確認してください。正しければ、立案の設定 horizon_years(planner settings)を大きくしてください(計画期間は${dated(p.until)}まで)。`,
  },
  full: {
    why: (p) => `${facilitiesOf(p)}がほかの工程で埋まっているため、`,
    action: (p) => `設備一覧の設備数か、設備稼働の稼働日を増やしてください(計画期間は${dated(p.until)}まで)。`,
  },
};

/** W208: the first step that finds no place, why, what waits behind it, and what gives it one. */
export function unplaced(p: RunMessageParams): string {
  const { why, action } = NO_PLACE[String(p.why)] ?? { why: () => '', action: () => '' };
  const behind = Number(p.behind) > 0 ? `(後の工程${counted(p.behind)}件も同じです)` : '';
  return `${serials(p)}: ${why(p)}計画期間内に割り付けできません${behind}。${action(p)}`;
}

/** Why no facility does a task, and what helps. */
export function noFacility(p: RunMessageParams): string {
  const task = `${serials(p)} ${p.task_name}: 対応する設備がありません。`;
  if (p.why === 'named')
    return `${task}製品 ${p.product_code} に指定されている設備は、どれも今は使われていません。製品編集で使える設備を指定してください。`;
  if (p.why !== 'weight') return `${task}設備一覧で工程「${p.task_code}」を行う設備を登録してください。`;
  const limits = listOf(p.most).map((most) => sizeOf('weight', 'most', most));
  return `${task}単重量 ${measured(Number(p.weight))}kg が設備の上限を超えています(${perFacility(p, limits)})。オーダーの単重量(オーダーインポート)か設備一覧の最大重量が誤っていれば直し、正しければ、扱える設備を登録するか外注(工程情報インポート)にしてください。`;
}

/** Which limits of which furnaces a piece is beyond, and what to do. */
export function tooLarge(p: RunMessageParams): string {
  const [values, most] = [listOf(p.values), listOf(p.most)];
  const limits = listOf(p.limits).map(
    (name, at) => `${sizeOf(String(name), 'piece', values[at])} > ${sizeOf(String(name), 'most', most[at])}`,
  );
  return `${serials(p)} ${p.task_name}: 製品 ${p.product_code} が対象の炉に入りません(${perFacility(p, limits)})。オーダーの単重量(オーダーインポート)、製品の寸法・容積、設備一覧の値のどれかが誤っていれば直し、正しければ、入る炉を登録するか外注(工程情報インポート)にしてください。`;
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
