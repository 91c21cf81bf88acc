import { formatInstant } from '../../ground/plant-time.ts';
import type { Limits } from '../../plant/run-options.ts';
import { fixedConflict, type NamedConflict } from './conflicts.ts';
import { lateGroup, lateOrder, partsInWords, partsOf } from './late.ts';
import { crowdedDays, noFacility, tooLarge, unplaced } from './not-planned.ts';
import { counted, dated, excludedOrders, names, type RunMessageParams, serials } from './run-words.ts';

export type { RunMessageParams };

const CIRCLED_ONE = 0x2460;

/** What a run is doing, by the phase of its job. */
export const RUN_PHASES: Readonly<Record<string, string>> = {
  read: 'データを読み込んでいます',
  solve: '計画を計算しています',
  check: '計画を検査しています',
  explain: '遅れの理由を調べています',
  publish: '計画を書き込んでいます',
};

/** Sentences of scheduler runs: how a run ended, and its messages (docs/planning-rules.md lists the codes). */
export const RUN_TEXTS = {
  check_failed: '立案結果の検査で矛盾が見つかったため、生産計画は変更していません。',
  cancelled: '立案を中止しました。',
  unknown_orders: (serials: readonly string[]): string => `製番 ${serials.join('、')} のオーダーがありません。`,
  finished_orders: '完了した製番は先にできません。',
  other_pending: 'ほかの立案を実行しています。終わってから、もう一度立案してください。',
  chosen_meanwhile: 'ほかの計画が先に公開されました。今の計画を確認してから選んでください。',
  /** What of the published plan another one would take the place of. */
  edits_lost: (edits: { count: number; person: string; label: string } | null): string => {
    const how = edits ? `${counted(edits.count)}回変更されています(最後は${edits.person}さん「${edits.label}」)` : '手で変更されています';
    return `今の計画は、作られたあとに${how}。ほかの計画にすると、この変更はなくなります。`;
  },
  left_unplanned: (count: number): string => `選んだ計画にない工程が${counted(count)}件あり、未計画になります。`,
  holds_lost: (count: number): string => `仮押さえ${counted(count)}件が計画から外れます。`,
  made_otherwise: (parts: readonly string[]): string => `選んだ計画が作られたあとに、${parts.join('・')}が変わっています。`,
  /** How one of several plans of a run is called: 計画①. */
  plan_number: (id: number): string => `計画${String.fromCodePoint(CIRCLED_ONE + id - 1)}`,
  partners: (names: readonly string[]): string => `${names.slice(0, 2).join('・')}${names.length > 2 ? `ほか${names.length - 2}社` : ''}`,
} as const;

/** What is wrong with the plant's own settings, by the name of the setting. */
export const PLAN_SETTING_TEXTS = {
  wrong: (errors: readonly string[]): string => `立案の設定に誤りがあります。${errors.join('')}`,
  unknown: (name: string): string => `設定「${name}」はありません。`,
  named: (name: string, error: string): string => `${name === '' ? '設定' : `設定「${name}」`}には${error}`,
  number: ({ from, to, whole }: Limits): string =>
    `${Number.isFinite(to) ? `${from}〜${to}` : `${from}以上`}の${whole ? '整数' : '数値'}を指定してください。`,
  choice: (choices: readonly string[]): string => `${choices.join('か')}を指定してください。`,
  group: '名前と値の組を指定してください。',
} as const;

const moment = (value: RunMessageParams[string]): string => (typeof value === 'string' ? formatInstant(value) : '');

/** How much was planned; where it is known, how much of the lateness no other assignment takes away. */
function planned(p: RunMessageParams): string {
  const out = Number(p.excluded_orders ?? 0) > 0 ? `${excludedOrders(Number(p.excluded_orders))}。` : '';
  const count = `${counted(p.count)}件を計画しました(納期遅れ ${counted(p.late)}件、計画不可 ${counted(p.unplaced)}件)。${out}`;
  return p.late_days === undefined ? count : `${count}${avoidable(Number(p.late_days), partsOf(p.own_parts, p.own_days))}`;
}

/** 遅れの合計555日のうち536日は機械の割り付けでは減りません(着手前 300 · 外注 236)。割り付けを変えて減らせるのは最大でも19日です。 */
function avoidable(late: number, parts: readonly { part: string; days: number }[]): string {
  const own = parts.reduce((sum, { days }) => sum + days, 0);
  const total = `遅れの合計${counted(late)}日`;
  if (own === 0) return `${total}のうち、割り付けを変えて減らせるのは最大でも${counted(late)}日です。`;
  const fixed = `${total}${own < late ? `のうち${counted(own)}日` : ''}は機械の割り付けでは減りません(${partsInWords(parts)})。`;
  return own < late ? `${fixed}割り付けを変えて減らせるのは最大でも${counted(late - own)}日です。` : fixed;
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
  W219: (p) => `計算時間が足りませんでした(${counted(p.seconds)}秒)。計算時間を長くして、もう一度立案してください。`,
  W220: (p) =>
    `${serials(p)}: 後の工程が終了していますが、前の工程が未完了です。未完了の工程は計画に残しました。済んでいれば工程終了を付けてください(ボード上部の「矛盾」から1件ずつ付けられます)。`,
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
