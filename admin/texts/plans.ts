/** Words of plans beside the published one: the band above a board that shows one, the list of them, the choice of one, and two side by side. */
import type { Success } from '../../server/contract/handlers.ts';
import { formatMonthDay, type Instant, type PlantDate, plantClock, plantDate } from '../../server/domain/ground/plant-time.ts';
import { PLAN_PARTS } from '../../server/domain/plant/plan-inputs.ts';
import { counted } from '../../server/domain/texts/numbers.ts';
import { PART_NAMES } from '../../server/domain/texts/plan/run-report.ts';
import { RUN_TEXTS } from '../../server/domain/texts/plan/runs.ts';

type Plan = Success<'getPlan'>;
type Named = Pick<Plan, 'kind' | 'name' | 'number'>;
type Kind = Plan['kind'];
type Figures = NonNullable<Plan['figures']>;

/** ①, ②, … */
export const numberOf = (id: number): string => RUN_TEXTS.plan_number(id).slice(-1);

/** What a plan is, where its name does not say it: `候補`. */
export const kindOf = ({ kind, name }: Pick<Plan, 'kind' | 'name'>): string => (name.startsWith(KINDS[kind]) ? '' : KINDS[kind]);

/** How a plan is called where there is little room: `①`, `公開中`, `前`. */
export const shortName = ({ kind, name, number }: Named): string => {
  if (kind === 'candidate' && number !== null) return numberOf(number);
  return kind === 'published' || kind === 'former' ? SHORT[kind] : name;
};
/** The same before では: `前の計画`. */
export const markOf = (plan: Named): string => (plan.kind === 'former' ? KINDS.former : shortName(plan));
const SHORT = { published: '公開中', former: '前' } as const;

export const PLANS = {
  list: '計画の一覧',
  look: '見る',
  lookAt: 'この計画を見る',
  compare: '比べる',
  comparePublished: '公開中と比べる',
  /** The same where there is less room. */
  compareBrief: '比べる',
  adopt: 'この計画にする',
  takeBack: 'この計画に戻す',
  back: '公開中へ戻る',
  published: '公開中の計画',
  loading: '計画を読み込んでいます…',
  gone: 'この計画はもうありません。公開中の計画を表示します。',
  noMore: 'この計画はもうありません。',
  nowPublished: (name: string): string => `${name}が公開されました。`,
  close: '閉じる',
  empty: 'ほかの計画はありません。立案すると、選べる計画と前の計画がここに並びます。',
  stale: '古くなっています',
  staleOf: (parts: Plan['stale_of']): string =>
    `この計画を作ったあとに変わったもの: ${PLAN_PARTS.filter((part) => parts.includes(part))
      .map((part) => PART_NAMES[part])
      .join('・')}`,
  edited: '手で変更あり',
  shown: '表示中',
  band: '表示中の計画',
  readOnly: '表示だけです。変更は公開中の計画か、コピーしたシナリオで行います。',
  editable: 'ここでの変更はこのシナリオだけのものです。公開中の計画は変わりません。',
  /** The places of another plan beside the bars. */
  ghosts: '公開中の位置も表示',
  ghostsOf: (name: string): string => `${name}の位置も表示`,
  ghostsHint: '点線が、その計画での位置です。',
  noGhosts: '負荷の表示では位置を表示できません。「バー」に切り替えるか、設備の行を開いてください。',
  /** Why nothing can be published now. */
  running: '立案中です。終わるまで、公開する計画は選べません。',
  notPublished: (name: string): string => `${name} ※公開中の計画ではありません`,
} as const;

export const KINDS: Readonly<Record<Kind, string>> = { published: '公開中', candidate: '候補', scenario: 'シナリオ', former: '前の計画' };

/** Heads of the parts of the list. */
export const GROUPS: Readonly<Record<Kind, string>> = {
  published: '公開中の計画',
  candidate: '最新の立案で選べる計画',
  scenario: 'シナリオ',
  former: '前に公開していた計画',
};
export const LIST_COLUMNS = {
  name: '計画',
  late: '遅れ',
  moved: '動かす',
  runs: '炉の回数',
  when: '日時',
  by: '作成',
  actions: '操作',
} as const;

/** `遅れ 87件・延べ632日`. */
export const lateText = ({ late_orders, late_days }: Pick<Figures, 'late_orders' | 'late_days'>): string =>
  `遅れ ${late_orders === 0 ? 'なし' : `${counted(late_orders)}件・延べ${counted(late_days)}日`}`;
/** `87件・632日`. */
export const lateFigures = ({ late_orders, late_days }: Pick<Figures, 'late_orders' | 'late_days'>): string =>
  `${counted(late_orders)}件・${counted(late_days)}日`;
/** `52製番(281工程)`; nothing where nothing stood before. */
export const movedText = ({ moved_orders, moved_entries }: Pick<Figures, 'moved_orders' | 'moved_entries'>): string =>
  moved_orders === null ? '' : `${counted(moved_orders)}製番${moved_entries === null ? '' : `(${counted(moved_entries)}工程)`}`;
/** `412回`. */
export const runsText = (runs: number): string => `${counted(runs)}回`;

/** `+7件`, `−87日`; nothing where it is the same. */
export const against = (figure: number, other: number, unit: string): string =>
  figure === other ? '' : `${figure > other ? '+' : '−'}${counted(Math.abs(figure - other))}${unit}`;

/** Beside the published plan: `公開中より −3件・−12日`; brief: `−3件・−12日`. */
export function besidePublished(plan: Figures, published: Figures, brief = false): string {
  const parts = [against(plan.late_orders, published.late_orders, '件'), against(plan.late_days, published.late_days, '日')].filter(
    (part) => part !== '',
  );
  if (parts.length === 0) return brief ? '公開中と同じ' : '遅れは公開中と同じ';
  return `${brief ? '' : '公開中より '}${parts.join('・')}`;
}

const moment = (at: Instant): string => `${formatMonthDay(plantDate(at))} ${plantClock(at)}`;
/** When a plan was planned, or a scenario made: `11/24(火) 18:05`; the name of a former one says until when it was in force. */
export const whenText = ({ kind, published_at, created_at }: Pick<Plan, 'kind' | 'published_at' | 'created_at'>): string =>
  moment(kind === 'scenario' ? created_at : (published_at ?? created_at));

/** A plan that is published now, by its name where it has one of its own. */
const publishedName = (name: string): string => (name === PLANS.published ? '別の計画' : name);

/** The choice of a plan: a former one is gone back to, any other is published. */
export const ADOPT = {
  done: ({ kind, name }: Pick<Plan, 'kind' | 'name'>): string => (kind === 'former' ? `${name}に戻しました。` : `${name}を公開しました。`),
  title: ({ kind, name }: Pick<Plan, 'kind' | 'name'>): string => (kind === 'former' ? `${name}に戻しますか` : `${name}を公開しますか`),
  verb: ({ kind }: Pick<Plan, 'kind'>): string => (kind === 'former' ? PLANS.takeBack : PLANS.adopt),
  anyway: ({ kind }: Pick<Plan, 'kind'>): string => `それでも${kind === 'former' ? PLANS.takeBack : PLANS.adopt}`,
  stays: '工程の開始・実績・優先度はそのままです。',
  lost: '公開中の計画は「前の計画」として残り、「元に戻す」で戻せます。',
  cancel: 'キャンセル',
  /** Of a scenario that stands on premises, before it is published. */
  writes: '次の前提を実際の設定に反映して公開します。「元に戻す」で設定も戻ります。',
  again: 'もう一度立案',
  /** Another plan is published than the one that was seen. */
  changed: (name: string): string => `公開中の計画が${publishedName(name)}に変わりました`,
  /** The same where it is known whose doing that was: `桐沢 浩二さんが18:06に計画②を公開しました`. */
  changedBy: (by: string, at: Instant, name: string): string => `${by}さんが${plantClock(at)}に${publishedName(name)}を公開しました`,
  sentence: (text: string): string => `${text}。`,
} as const;

/** Copies of a plan to try things in. */
export const SCENARIO = {
  make: 'シナリオを作る',
  copy: 'コピーしてシナリオを作る',
  copyOf: (name: string): string => `${name}をコピーしてシナリオを作る`,
  change: '名前と前提を変える',
  changeOf: (name: string): string => `${name}の名前と前提を変える`,
  remove: '削除',
  removeOf: (name: string): string => `${name}を削除`,
  removeTitle: 'シナリオの削除',
  removing: (name: string): string => `「${name}」を削除します。元に戻せません。公開中の計画は変わりません。`,
  removed: (name: string): string => `「${name}」を削除しました。`,
  name: '名前',
  from: (name: string): string => `${name}をそのままコピーします。シナリオでの変更は、公開中の計画にも現場にも届きません。`,
  /** A name to begin with. */
  suggested: (today: PlantDate): string => `シナリオ ${formatMonthDay(today)}`,
  ok: { create: '作る', change: '変更' },
  cancel: 'キャンセル',
} as const;

/** 前提: the changes of the plant on which a scenario is planned. */
export const PREMISES = {
  title: '前提',
  none: '前提はありません。今の設定のまま立案します。',
  remove: (text: string): string => `前提「${text}」を外す`,
  kind: '変えるもの',
  kinds: {
    availability: '設備の稼働',
    stop: '設備を止める',
    holiday: '休日・稼働日',
    partner: '外注LT',
    order: '製番の納期・優先度・個数',
    order_added: '受注を加える',
    order_removed: '製番をなくす',
  },
  facility: '設備',
  from: 'から',
  to: 'まで',
  units: '台数',
  day: '日',
  becomes: '扱い',
  closed: { open: '稼働にする', closed: '休業にする' },
  partner: '外注先',
  lead: '日数',
  serial: '製番',
  priority: '優先度',
  unchanged: '変えない',
  due: '納期',
  pieces: '個数',
  reason: '理由',
  product: '品目コード',
  ready: '鋳込・材料の日',
  add: '前提を追加',
  incomplete: '項目をすべて入力してください。',
  noOrder: (serial: string): string => `製番「${serial}」はありません。`,
  noProduct: (code: string): string => `品目コード「${code}」はありません。`,
  /** In the band: how many, and each. */
  count: (count: number): string => `前提 ${count}件`,
  plan: 'この前提で立案',
  /** The same where there is less room. */
  planBrief: '立案',
  planHint: '前提を入れて、このシナリオだけを立案します。ロックした工程は動きません。',
  cancel: '立案を中止',
  planning: (progress: number): string => `立案中 ${Math.round(progress * 100)}%`,
  failed: (why: string): string => `立案できませんでした。${why}`,
} as const;

/** Two plans side by side. */
export const COMPARE = {
  title: '計画の比較',
  other: '比べる計画',
  sides: ['この計画', '比べる計画'],
  difference: '差',
  figures: '遅れと動き',
  rows: { late_orders: '遅れ 件数', late_days: '遅れ 延べ日数', moved_orders: '動かした製番', furnace_runs: '炉の回数' },
  none: '—',
  same: '同じ',
  /** What stands elsewhere in the other plan; above the figures. */
  moved: (orders: number, entries: number): string =>
    orders === 0 ? '2つの計画で位置が違う工程はありません。' : `位置が違うのは ${counted(orders)}製番・${counted(entries)}工程です。`,
  load: '設備の負荷(時間/週)',
  loadHint: '差の大きい設備から並べています。上がこの計画、下が比べる計画です。',
  /** What the colours of the load say. */
  loadMore: 'この計画のほうが多い(5%超)',
  loadLess: 'この計画のほうが少ない(5%超)',
  facility: '設備',
  total: '合計',
  week: (monday: PlantDate): string => `${Number(monday.slice(5, 7))}/${Number(monday.slice(8))}〜`,
  all: (count: number): string => `全${counted(count)}設備を見る`,
  fewer: '差の大きい設備だけにする',
  sameLoad: '設備の負荷に違いはありません。',
  cell: (facility: string, week: string, one: number, other: number): string =>
    `${facility} ${week}: この計画 ${hoursText(one)}時間、比べる計画 ${hoursText(other)}時間`,
  orders: '出荷日が違う製番',
  ordersHint:
    'この計画で出荷が遅くなる製番から並べています。製番を押すと、この計画のガントチャートに比べる計画の位置を点線で重ねて開きます。',
  sameOrders: 'すべての製番の出荷日が同じです。',
  columns: {
    serial: '製番',
    product: '製品',
    deadline: '納期',
    ships: '出荷日',
    late: '遅れ',
    difference: '出荷日の差',
  },
  of: (column: string, plan: string): string => `${column}(${plan})`,
  unknown: '未定',
  one: '同じ計画です。比べる計画を選んでください。',
} as const;

/** `120`, `7.5`: hours as they stand in a cell. */
export const hoursText = (hours: number): string => hours.toLocaleString('ja-JP', { maximumFractionDigits: hours < 10 ? 1 : 0 });
/** `+12`, `−7.5`. */
export const hoursMore = (hours: number): string => `${hours > 0 ? '+' : '−'}${hoursText(Math.abs(hours))}`;
/** `+3日`, `−12日`. */
export const daysMore = (days: number): string => (days === 0 ? '' : `${days > 0 ? '+' : '−'}${counted(Math.abs(days))}日`);
/** `3日`; in time: `なし`. */
export const lateDays = (days: number): string => (days === 0 ? 'なし' : `${counted(days)}日`);
