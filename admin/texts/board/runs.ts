/** Words of a run on the boards: its dialog, how far it is, its report beyond what it did (story.ts), and that the plan is stale. */

import type { Success } from '../../../server/contract/handlers.ts';
import { addDays, formatMonthDay, plantClock, plantDate } from '../../../server/domain/ground/plant-time.ts';
import { PLAN_PARTS, type PlanPart } from '../../../server/domain/plant/plan-inputs.ts';
import type { Limits, Moving } from '../../../server/domain/plant/run-options.ts';
import { counted } from '../../../server/domain/texts/numbers.ts';
import { PART_NAMES } from '../../../server/domain/texts/plan/run-report.ts';
import { RUN_TEXTS } from '../../../server/domain/texts/plan/runs.ts';
import { against, numberOf } from '../plans.ts';
import { change } from './story.ts';
import { shortDay } from './strip.ts';

type Offered = NonNullable<Success<'getRunReport'>['report']>['alternatives'][number];

export const RUN = {
  title: '立案を開始します',
  body: 'ロックされていない工程を自動で割り付け直します。よろしいですか？',
  cancel: 'キャンセル',
  submit: '実行',
  started: '工程計画を作成しています。しばらくお待ちください。',
  details: '詳細',
  timeLimit: '計算時間(秒)',
  timeLimitHint: '計画を良くするために使う時間の上限です。長いほど納期遅れが減ります(1〜600秒)。',
  objective: '計画の評価方法',
  objectiveHint: '納期遅れ・炉の回数・仕掛り・計画の変動を、重みをつけた合計で比べるか、納期遅れから順に比べるかを選びます。',
  objectives: { weighted: '総合点で比べる(標準)', strict: '納期遅れを必ず優先する' },
  frozenDays: '固定日数(日)',
  frozenOfPlant: (days: number): string => `工場の設定は${counted(days)}日です。`,
  frozenOnce: (plant: number): string => `この立案だけの日数です(工場の設定は${counted(plant)}日)。`,
  frozenBefore: (days: string): string => `前回と同じ${days}日にする`,
  frozenNone: 'ロックされていない工程はすべて動くことがあります。',
  frozen: (days: number): string =>
    `今日から${counted(days)}日間(稼働日)に始まる工程は動かしません。設備の休止などで成り立たなくなった工程と、その後工程は動きます。`,
  moving: '動かす範囲',
  movings: {
    misfits: '合わない工程だけ',
    least: '最小限',
    standard: '標準',
    punctual: '納期優先',
    anew: 'はじめから立て直す',
  } satisfies Record<Moving, string>,
  movingHints: {
    misfits:
      '今の条件に合わない工程と、その後工程を動かします。ほかの工程は、動かすと遅れが大きく減るときだけ、場所を空けるために動くことがあります。新しい製番は空いている所に入ります。',
    least: 'いくつかの計画を作り、動く製番が最も少ない計画を公開します。ほかの計画は結果から選べます。',
    standard: 'いくつかの計画を作り、遅れと動く工程の釣り合いが最も良い計画を公開します。ほかの計画は結果から選べます。',
    punctual: 'いくつかの計画を作り、遅れが最も少ない計画を公開します。動く工程は標準より多くなります。ほかの計画は結果から選べます。',
    anew: '今の計画を離れて、はじめから立て直します。今の計画より遅れが減らないときは、今の計画のままにします。あとから前の計画に戻せます。',
  } satisfies Record<Moving, string>,
  movable: (entries: number): string =>
    `今の計画の${counted(entries)}工程が動くことがあります。開始した工程、ロックした工程、手で作った工程は動きません。`,
  tolerance: '保持時間の許容差(時間)',
  toleranceHint:
    '温度と冷却方法が同じで、保持時間の差がこの範囲までの品物を一つの炉にまとめ、長いほうの時間で処理します。焼戻しには使いません。0にすると、保持時間も同じ品物だけをまとめます。',
  slackDays: '納期余裕日数(日)',
  slackDaysHint: '納期よりこの日数(暦日)以上早く終わるように計画します。納期遅れを減らすほうを優先します。0は余裕を見ません。',
  outOfRange: ({ from, to, whole }: Limits): string => `${from}〜${to}の${whole ? '整数' : '数値'}を入力してください。`,
} as const;

export const PENDING = {
  queued: '順番を待っています',
  running: '計算しています',
  making: '作成中',
  percent: (progress: number): string => `${Math.round(progress * 100)}%`,
  left: (seconds: number): string => (seconds < 60 ? `残り約${counted(seconds)}秒` : `残り約${counted(Math.ceil(seconds / 60))}分`),
  cancel: '立案を中止',
} as const;

export const REPORT = {
  title: '立案の結果',
  lists: '遅れの変化と動いた工程',
  done: '立案完了: ',
  behindTitle: '固定のために遅れた製番',
  behind: (count: number, days: number): string =>
    `固定日数(${counted(days)}日)の間の工程を元の位置に残したため、遅れた(または遅れが増えた)製番が${counted(count)}件あります`,
  /** `5→64日遅れ(残さなければ約57日早まります)`; where it had no bars before, `64日遅れ(…)`. */
  behindOrder: (before: number | null, after: number, gain: number): string =>
    `${change(before, after, '日遅れ')}(残さなければ約${counted(gain)}日早まります)`,
  behindAdvice: '固定日数0で立案すると、その間の工程も動かして、もっと早く終わる計画を探します(動く工程は増えます)。',
  behindAgain: '固定日数0で立案実行',
  behindList: (count: number): string => `固定のために遅れた製番(${counted(count)}件)`,
  comma: '、',
  longer: `さらに良い計画を探すときは、「${RUN.details}」の「${RUN.timeLimit}」を長くして立案してください。`,
  because: (reason: string): string => `立案の理由: ${reason}`,
  reflected: (reasons: readonly string[]): string => `反映した変更: ${reasons.join('、')}`,
  seconds: (seconds: number): string => `計算 ${counted(Math.max(1, Math.round(seconds)))}秒`,
  by: (at: string, name: string | null): string =>
    [`${formatMonthDay(plantDate(at))} ${plantClock(at)}`, name ?? ''].filter((part) => part !== '').join(' '),
  showMoves: '変わった工程を表示',
  formerPlace: '前回の位置',
  openList: '一覧を開く',
  closeList: '一覧を閉じる',
  close: '閉じる',
  newlyList: (count: number): string => `新しく遅れた製番(${counted(count)}件)`,
  savedList: (count: number): string => `遅れがなくなった製番(${counted(count)}件)`,
  laterList: (count: number): string => `遅れが増えた製番(${counted(count)}件)`,
  laterOrder: (before: number, after: number): string => change(before, after, '日遅れ'),
  none: 'ありません。',
  lateDays: (days: number): string => `${counted(days)}日遅れ`,
  wasLate: (days: number): string => `${counted(days)}日遅れ → なし`,
  noFacility: 'なし',
} as const;

/** Several plans of one run. */
export const CHOICE = {
  title: '選べる計画',
  /** `①48製番 遅れ94件・719日`. */
  brief: ({ id, moved_orders, late_orders, late_days }: Offered): string =>
    `${numberOf(id)}${counted(moved_orders)}製番 遅れ${counted(late_orders)}件・${counted(late_days)}日`,
  /** What its figures are: `計画① 遅れ延べ719日(94件)、動かす48製番`. */
  full: ({ id, moved_orders, late_orders, late_days }: Offered): string =>
    `${RUN_TEXTS.plan_number(id)} 遅れ延べ${counted(late_days)}日(${counted(late_orders)}件)、動かす${counted(moved_orders)}製番`,
  /** The same where there is less room: `①719日`. */
  short: ({ id, late_days }: Offered): string => `${numberOf(id)}${counted(late_days)}日`,
  least: '動きが最少',
  punctual: '遅れが最少',
  published: '公開中の計画',
  until: '選んだあとも「元に戻す」で戻せます。',
  changed: 'このあと公開中の計画が変更されています。この計画にすると、その変更はなくなります(「元に戻す」で戻せます)。',
  ended: 'この計画はもう残っていません。もう一度立案してください。',
  places: (id: number): string => `${numberOf(id)}の位置を点線で表示しています。`,
  curve: '動かす製番の数と遅れ日数',
} as const;

/** The figures of a plan, each with what it says beside the published one. */
export const CHOICE_ROWS: readonly { word: string; of(plan: Offered): string; beside(plan: Offered, published: Offered): string }[] = [
  {
    word: '遅れ',
    of: ({ late_orders, late_days }) => `${counted(late_orders)}件 ${counted(late_days)}日`,
    beside: (plan, of) => `${against(plan.late_orders, of.late_orders, '件')} ${against(plan.late_days, of.late_days, '日')}`.trim(),
  },
  {
    word: '動かす',
    of: ({ moved_orders, moved_entries }) => `${counted(moved_orders)}製番(${counted(moved_entries)}工程)`,
    beside: (plan, of) => against(plan.moved_orders, of.moved_orders, '製番'),
  },
  {
    word: '後ろにずれる',
    of: ({ later_orders }) => `${counted(later_orders)}製番`,
    beside: (plan, of) => against(plan.later_orders, of.later_orders, '製番'),
  },
  {
    word: '炉の回数',
    of: ({ furnace_runs }) => `${counted(furnace_runs)}回`,
    beside: (plan, of) => against(plan.furnace_runs, of.furnace_runs, '回'),
  },
];

export const MOVED = {
  title: '何が動いたか',
  search: '製番・工程・設備で絞り込み',
  columns: {
    serial_number: '製番',
    task_name: '工程',
    delivery_date: '納期',
    late_days: '遅れ',
    old_start: '前回の開始',
    new_start: '今回の開始',
    shift: '移動',
    facility: '設備',
    moved_by: '理由',
  },
  shiftDays: '移動(日)',
  inTime: '—',
} as const;

/** `何が動いたか(12件)`. */
export const movedTitle = (count: number): string => `${MOVED.title}(${counted(count)}件)`;

/** The facilities that stopped or work again, and whether nothing else of the availability has changed. */
interface Stops {
  of: Success<'getRunReport'>['stops'];
  alone: boolean;
}
const NO_STOPS: Stops = { of: [], alone: false };

/** `2号台車式焼鈍炉が停止しました(4/12まで、設備故障)`, `2号台車式焼鈍炉が再開しました`. */
function stopSaid({ facility_name, reason, resumes_on, over }: Stops['of'][number]): string {
  if (over) return `${facility_name}が再開しました`;
  const until = resumes_on === null ? [] : [`${shortDay(addDays(resumes_on, -1))}まで`];
  return `${facility_name}が停止しました(${[...until, reason].join('、')})`;
}

export const STALE = {
  title: '計画の状態',
  /** `休日・設備稼働が変わりました。再立案してください`; of stops `2号台車式焼鈍炉が停止しました(4/12まで、設備故障)。再立案してください`. */
  changed: (parts: readonly PlanPart[], stops: Stops = NO_STOPS): string => {
    const others = PLAN_PARTS.filter((part) => parts.includes(part) && !(part === 'availability' && stops.alone && stops.of.length > 0));
    const changed = others.length > 0 ? [`${others.map((part) => PART_NAMES[part]).join('・')}が変わりました`] : [];
    return [...stops.of.map(stopSaid), ...changed, '再立案してください'].join('。');
  },
  /** 次の立案, by why a bar stays where it is. */
  nextRun: { anew: '見直されます', locked: '動きません(ロック中)', by_hand: '動きません(手で追加)' },
  /** 動かない理由, of a plan that the next run does not replace. */
  stays: { locked: 'ロック中', by_hand: '手で追加' },
  columns: {
    unique_order: '製番',
    task_name: '工程',
    facility: '設備',
    start: '開始',
    misfit: '合わない点',
    nextRun: '次の立案',
    stays: '動かない理由',
  },
  list: '今の条件に合わない工程',
  loading: '読み込み中です。',
  notKnown: '合わない工程はまだわかっていません。わかると、ここに表示されます。',
  noMisfits: '今の条件に合わない工程はありません。',
  kept: (count: number): string => `ロック中・手で追加の${counted(count)}件は立案でも動かないため、矛盾に数えています`,
  /** What of the plan is concerned. */
  misfits: (count: number): string => `今の条件に合わなくなった工程が${counted(count)}件あります。立案で見直されます`,
  seeking: '合わない工程を確認しています…',
} as const;

/** How many bars do not fit any more, and what becomes of them; that they are being looked for until the answer is there. */
export function misfitsSaid({
  misfits,
  keptMisfits,
  seeksMisfits,
}: {
  misfits: number;
  keptMisfits: number;
  seeksMisfits: boolean;
}): string[] {
  return [
    ...(misfits > 0 ? [STALE.misfits(misfits)] : []),
    ...(keptMisfits > 0 ? [STALE.kept(keptMisfits)] : []),
    ...(seeksMisfits ? [STALE.seeking] : []),
  ];
}
