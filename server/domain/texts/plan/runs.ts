import { formatInstant, formatMonthDay, isPlantDate } from '../../ground/plant-time.ts';
import type { Limits } from '../../plant/run-options.ts';
import { fixedConflict, type NamedConflict } from './conflicts.ts';
import { crowdedDays, noFacility, tooLarge, unplaced } from './not-planned.ts';
import { counted, dated, excludedOrders, names, type RunMessageParams, serials } from './run-words.ts';

export type { RunMessageParams };

/** Sentences of scheduler runs: how a run ended, and its messages (docs/planning-rules.md lists the codes). */
export const RUN_TEXTS = {
  check_failed: '立案結果の検査で矛盾が見つかったため、生産計画は変更していません。',
  cancelled: '立案を中止しました。',
  partners: (names: readonly string[]): string => `${names.slice(0, 2).join('・')}${names.length > 2 ? `ほか${names.length - 2}社` : ''}`,
} as const;

/** What is wrong with the plant's own settings, by the name of the setting. */
export const PLAN_SETTING_TEXTS = {
  wrong: (errors: readonly string[]): string => `立案の設定に誤りがあります。${errors.join('')}`,
  unknown: (name: string): string => `設定「${name}」はありません。`,
  named: (name: string, error: string): string => `${name === '' ? '設定' : `設定「${name}」`}には${error}`,
  number: ({ from, to, whole }: Limits): string => `${from}〜${to}の${whole ? '整数' : '数値'}を指定してください。`,
  choice: (choices: readonly string[]): string => `${choices.join('か')}を指定してください。`,
  group: '名前と値の組を指定してください。',
} as const;

const dayed = (value: RunMessageParams[string]): string => (typeof value === 'string' && isPlantDate(value) ? formatMonthDay(value) : '');

/** Why an order is late: the cause's name, what would be without it, and what helps. `n`: days sooner. */
const LATE_CAUSES: Record<string, { name: string; without: (n: number, p: RunMessageParams) => string; action: string }> = {
  late_start: {
    name: '着手遅れ',
    without: (n, p) =>
      typeof p.startable === 'string'
        ? `${dated(p.startable)}から着手でき、すぐに始めていれば最大${n}日早まりました。今からは取り戻せません。`
        : `何も待たずに今から進めても${n}日遅れます。`,
    action: '得意先と納期を調整してください。',
  },
  late_before: {
    name: '鋳込・前工程の遅れ',
    without: (n) => `着手できるようになった時点で、納期を${n}日過ぎていました。`,
    action: '得意先と納期を調整してください。',
  },
  own_time: {
    name: '所要日数',
    without: (n) => `待ちをすべてなくしても、残りの工程そのものにかかる日数のために${n}日遅れます。`,
    action: '段取時間・作業時間・保持時間を確認し、正しければ得意先と納期を調整してください。',
  },
  facility_capacity: {
    name: '設備能力',
    without: (n) => `この期間に設備が1台多ければ${n}日早まります。`,
    action: 'この期間の台数か稼働日を設備稼働で増やすか、ほかの設備でも行えるように製品編集か設備一覧で設備を加えてください。',
  },
  arrangement: {
    name: '割り付け',
    without: (n) => `この工程だけなら${n}日早く終えられる空きがあります。`,
    action: '計算時間を長くして立案し直すか、工程を空いている時間へ動かしてください。',
  },
  furnace_wait: {
    name: '炉待ち',
    without: (n) => `同じ条件の数量がそろい、炉が空いていれば${n}日早まります。`,
    action: '熱処理条件をそろえて同じ炉に入れられないか確認してください。',
  },
  weekday: {
    name: '曜日指定',
    without: (n) => `曜日の指定がなければ${n}日早まります。`,
    action: '基本実施曜日を増やせないか確認してください。',
  },
  outsourcing_lead: {
    name: '外注LT',
    without: (n) => `外注先から翌日に戻れば${n}日早まります。`,
    action: '外注先に短縮を依頼し、回答納期を「外注」で入力してください。',
  },
  late_casting: {
    name: '鋳込遅れ',
    without: (n) => `鋳込が済んでいれば${n}日早まります。`,
    action: '鋳込日を前倒しできないか確認し、直した鋳込みをインポートしてください。',
  },
  demolding: {
    name: '解枠待ち',
    without: (n) => `解枠を待たなければ${n}日早まります。`,
    action: '製品の解枠時間と、解枠工程の解枠LTを確認してください。',
  },
  waiting_days: {
    name: '待ち日数',
    without: (n) => `待ち日数が1日までなら${n}日早まります。`,
    action: '製品の待ち日数(熱処理・製品加工)と冷却時間を確認してください。',
  },
  closed_calendar: {
    name: '休業',
    without: (n) => `この期間も稼働すれば${n}日早まります。`,
    action: '休日出勤や設備稼働の変更を検討してください。',
  },
  master_defect: {
    name: 'マスタ不備',
    without: (n) => `設備が稼働していれば${n}日早まります。`,
    action: '設備一覧の設備数と設備稼働を確認してください。',
  },
  lock: {
    name: 'ロック',
    without: (n) => `固定された工程がなければ${n}日早まります。`,
    action: 'ロックを外すか固定日数を短くして立案し直すか、その日程を見直してください。',
  },
};

/** Causes whose dates say nothing more. */
const UNDATED: ReadonlySet<RunMessageParams[string]> = new Set(['late_start', 'late_before', 'own_time']);

/** The cause of a late order in a few words, with the facility where there is one: 3号焼ならし炉の炉待ち. Empty for an unknown cause. */
export function causeInBrief(cause: string, facility: string | null): string {
  const name = LATE_CAUSES[cause]?.name ?? '';
  return name === '' || facility === null ? name : `${facility}の${name}`;
}

/** What helps against a cause of lateness, one sentence; empty for an unknown cause. */
export const adviceAgainst = (cause: string): string => LATE_CAUSES[cause]?.action ?? '';

/** The cause with where and when: 設備能力(1号炉 4/6〜4/24). */
function lateCause(p: RunMessageParams): string {
  const cause = LATE_CAUSES[String(p.cause)];
  if (!cause) return '';
  const [from, to] = [dayed(p.from), dayed(p.to)];
  const dates = UNDATED.has(p.cause) || from === '' ? '' : from === to ? from : `${from}〜${to}`;
  const where = [p.facility_name ?? '', dates].filter((part) => part !== '').join(' ');
  return where === '' ? cause.name : `${cause.name}(${where})`;
}

/** What would be without the cause, and what helps. */
function lateAdvice(p: RunMessageParams): string {
  const cause = LATE_CAUSES[String(p.cause)];
  if (!cause) return '';
  return `${Number(p.gain_days) > 0 ? cause.without(Number(p.gain_days), p) : ''}${cause.action}`;
}

function lateOrder(p: RunMessageParams): string {
  const late = `製番 ${p.serial_number}: 納期 ${dated(p.delivery_date)} に対して ${p.late_days}日 遅れます。`;
  return p.cause ? `${late}主な原因: ${lateCause(p)}。${lateAdvice(p)}` : late;
}

/** So many of them are named: the message lists all by a click. */
const LATE_LISTED = 3;

/** Many orders of one cause; the first of them is the latest. */
function lateGroup(p: RunMessageParams): string {
  const [worst] = Array.isArray(p.lots) ? p.lots.map(String) : [];
  const late = `${lateCause(p)}で${counted(p.count)}製番が最大${p.late_days}日遅れます: ${names(p, LATE_LISTED)}。`;
  return `${late}${Number(p.gain_days) > 0 ? `${worst} は` : ''}${lateAdvice(p)}`;
}

const moment = (value: RunMessageParams[string]): string => (typeof value === 'string' ? formatInstant(value) : '');

/** How much was planned; where it is known, of the lateness how much no plan avoids, and how much another one could take away at most. */
function planned(p: RunMessageParams): string {
  const out = Number(p.excluded_orders ?? 0) > 0 ? `${excludedOrders(Number(p.excluded_orders))}。` : '';
  const count = `${counted(p.count)}件を計画しました(納期遅れ ${counted(p.late)}件、計画不可 ${counted(p.unplaced)}件)。${out}`;
  return p.late_days === undefined ? count : `${count}${avoidable(p)}`;
}

/** One sentence. `gap_percent` is of the score without what is unavoidable, `gap_days` of the days late; null: no plan is known to cost anything. What stands fixed is
 * no plan's to move: a lock may be all that makes an order late. */
function avoidable({ late_days, unavoidable, unavoidable_days, gap_percent, gap_days }: RunMessageParams): string {
  const total = `遅れの合計${counted(late_days)}日`;
  const some = Number(unavoidable ?? 0) > 0;
  const all = unavoidable_days === late_days;
  const of = `${total}${all ? '' : `のうち${counted(unavoidable_days)}日`}(${counted(unavoidable)}件)は動かせる工程をどう割り付けても避けられ`;
  if (gap_percent === 0) return `${some ? `${of}ず、` : ''}これより良い計画はありません。`;
  const score =
    typeof gap_percent === 'number'
      ? `(遅れ・炉の回数・仕掛りなどの総合点では、${some ? '避けられない遅れを除いて、' : ''}良くできる余地は最大${gap_percent}%です)`
      : '';
  if (Number(gap_days ?? 0) > 0)
    return `${some ? `${of}ず、` : `${total}のうち、`}割り付けを変えて減らせるのは最大でも${counted(gap_days)}日です${score}。`;
  if (some && all) return `${of}ません${score}。`;
  return `${some ? `${of}ず、残りも` : `${total}は、`}割り付けを変えてもこれ以上減りません${score}。`;
}

/** The sentence of each message code: what is the matter, with whom, and what helps. */
export const RUN_MESSAGES: Record<string, (params: RunMessageParams) => string> = {
  E101: (p) =>
    `${serials(p)}: 製品ｺｰﾄﾞ ${p.product_code} が製品に登録されていないため、立案できません。製品をインポートしてから、もう一度立案してください。`,
  E102: (p) => `${serials(p)}: 鋳込日が登録されていないため、立案できません。鋳込みをインポートしてください。`,
  E103: (p) => `${serials(p)}: 工程情報がありません。工程情報をインポートしてください。`,
  E104: noFacility,
  E105: tooLarge,
  E106: (p) =>
    `${serials(p)} ${p.task_name}: 製品 ${p.product_code} の熱処理条件が登録されていません。単独の炉チャージとして計画しました。製品編集の熱処理に条件を登録してください。`,
  W201: lateOrder,
  W202: lateGroup,
  W203: lateGroup,
  W204: lateGroup,
  W205: lateGroup,
  // What breaks a rule and how it is named stand side by side in its values, as explain/conflicts.ts puts them there.
  W206: (p) =>
    fixedConflict(p as unknown as Parameters<typeof fixedConflict>[0], { ...(p as unknown as NamedConflict), serials: serials(p) }),
  W207: (p) =>
    `${serials(p)}: 手配「${p.arrangement}」が不明なため、内作として計画しました。工程情報の手配を内作・外注などに直して、インポートし直してください。`,
  W208: unplaced,
  W209: (p) =>
    `${serials(p)}: 固定された工程(ロック中・手で追加など)の終了日時を過ぎていますが、受入されていません。完了していれば工程終了を付け、未完なら(ロック中はロックを外してから)終了を今より後に直してください。`,
  W210: (p) => `${serials(p)}: 1回の炉に入りきらないため、${p.runs}回に分けて計画しました(1回 ${p.pieces}個まで)。`,
  W211: (p) =>
    p.last_date
      ? `休日カレンダーは ${dated(p.last_date)} までです。それより後は土日を休日として計画しました。最も遅い納期 ${dated(p.due_date)} 以降の休日まで、続きをインポートしてください。`
      : `休日カレンダーが登録されていません。土日を休日として計画しました。最も遅い納期 ${dated(p.due_date)} 以降の休日までインポートしてください。`,
  W212: (p) => `立案中に工程情報が変更されたため、${counted(p.count)}件を計画から除きました。もう一度立案を実行してください。`,
  W213: lateGroup,
  W214: lateGroup,
  W215: (p) =>
    `${serials(p)}: 最終受入日が今日より後です(例: ${dated(p.date)})。今日受け入れたものとして計画しました。工程情報の最終受入日を直して、インポートし直してください。`,
  W216: (p) =>
    `${serials(p)}: 外注先の回答納期を過ぎていますが、受入されていません。戻っていれば工程終了を付け、まだなら外注先に確認して、今日より後の回答納期を「外注」で入力してください。`,
  W217: (p) =>
    `製品 ${names(p)}: 炉に入れますが、単重量または寸法・容積が登録されていないため、その分は0として計画しました。単重量はオーダーのインポートで、奥行・幅・高さ・容積は製品編集で登録してください。`,
  W218: crowdedDays,
  I301: planned,
  I302: (p) => `${serials(p)}: 鋳込前の工程は、鋳込日から逆算して置きました(設備の能力は使いません)。`,
  I303: (p) => `${serials(p)}: 解枠LT(日)は解枠と外注の工程でだけ使います。ほかの工程の値は使っていません。`,
  I304: (p) => `炉 ${names(p)}: 最大重量・容積・寸法のうち空欄または0の項目は、制限なしとして計画しました。`,
  I305: (p) =>
    `製品 ${p.product_code}: 容積が奥行×幅×高さと合わないため、登録された容積のまま計画しました(${serials(p)})。製品の容積か寸法を直してください。`,
  I306: (p) =>
    `前回の計画から${counted(p.count)}件の工程の日程・設備が変わりました(最大: ${serials({ lots: p.lots })} ${p.task_name} ${moment(p.old_start)} → ${moment(p.new_start)})。`,
  unknown: (p) => `計画の内容を確認してください(${p.code})。`,
};
