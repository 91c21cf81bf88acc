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
  comparePicked: (count: number): string => `比べる(${count})`,
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
  /** Nothing has changed since a scenario that was not planned yet. */
  staleWord: (parts: Plan['stale_of']): string =>
    parts.every((part) => part === 'premises') && parts.length > 0 ? 'まだ立案していません' : '古くなっています',
  staleOf: (parts: Plan['stale_of']): string =>
    `この計画を作ったあとに変わったもの: ${[
      ...PLAN_PARTS.filter((part) => parts.includes(part)).map((part) => PART_NAMES[part]),
      ...(parts.includes('premises') ? [PREMISES.unplanned] : []),
    ].join('・')}`,
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

/** A plan by its name; one that people gave is quoted. */
const called = ({ kind, name }: Pick<Plan, 'kind' | 'name'>): string => (kind === 'scenario' ? `「${name}」` : name);

/** The choice of a plan: a former one is gone back to, any other is published. */
export const ADOPT = {
  done: (plan: Pick<Plan, 'kind' | 'name'>): string =>
    plan.kind === 'former' ? `${called(plan)}に戻しました。` : `${called(plan)}を公開しました。`,
  title: (plan: Pick<Plan, 'kind' | 'name'>): string =>
    plan.kind === 'former' ? `${called(plan)}に戻しますか` : `${called(plan)}を公開しますか`,
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
  from: (plan: Pick<Plan, 'kind' | 'name'>): string =>
    `${called(plan)}をそのままコピーします。シナリオでの変更は、公開中の計画にも現場にも届きません。`,
  /** A name to begin with. */
  suggested: (today: PlantDate): string => `シナリオ ${formatMonthDay(today)}`,
  ok: { create: '作る', change: '変更' },
  okAnyway: '削除して作る',
  cancel: 'キャンセル',
} as const;

/** 前提: the changes of the plant on which a scenario is planned. */
export const PREMISES = {
  title: '前提',
  /** Among what a plan is stale of. */
  unplanned: '前提(まだ立案していません)',
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
  wrong: (text: string, why: string): string => `前提「${text}」: ${why}`,
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

type Proposals = Success<'listProposals'>;
type Cause = Proposals['results'][number]['why'];

/** From what a proposal comes. */
const CAUSES: Readonly<Record<Cause, string>> = {
  lock: 'ロックした工程',
  mate: '相乗りの待ち合わせ',
  charges: 'まとめられる炉の回',
  urgent: 'ほかの製番の順番待ち',
  saturday: '設備の休みと空き待ち',
  tightest: 'この先1週間でいちばん混む設備',
  partner: '外注の戻り待ち',
  unit: '設備の空き待ち',
};

/** 改善提案: what was tried of its own accord beside the published plan. */
export const PROPOSALS = {
  title: '改善提案',
  tried: (tried: number, noise: number): string => `${counted(tried)}案を試し、探索のゆらぎ ±${counted(noise)}日より効くものだけを示します`,
  trying: (progress: number): string => `遅れを減らす変更を試しています ${Math.round(progress * 100)}%`,
  nothing: (tried: number): string => `試した${counted(tried)}案に効果のあるものはありません`,
  notYet: 'この計画で試した案はありません',
  /** Before the number of orders that are late with it. */
  late: (before: number): string => `遅れ ${counted(before)} →`,
  orders: '件',
  checked: '確かめ',
  moved: '動く製番',
  cause: 'もとの原因',
  causeOf: (why: Cause, late: number): string => (late === 0 ? CAUSES[why] : `${CAUSES[why]}で遅れる ${counted(late)}件`),
  make: 'シナリオにする',
  makeOf: (text: string): string => `「${text}」をシナリオにする`,
  there: 'シナリオにあります',
  adoptedOnes: '採用した提案',
  adopted: ({ text, promised_days, came_days }: Proposals['adopted'][number]): string =>
    `採用した提案: ${text}　約束 ${changedDays(promised_days)} → 実際 ${changedDays(came_days)}`,
  moreAdopted: (count: number): string => `ほか${counted(count)}件`,
} as const;

/** Ways to a scenario from where somebody thinks of one. */
export const TRY = {
  order: '納期・個数・優先度を変えて試す',
  partner: '外注LTを変えて試す',
  facility: '稼働を変えて試す',
  facilityOf: (name: string): string => `${name} の稼働を変えて試す`,
  open: (day: PlantDate): string => `${formatMonthDay(day)}を稼働`,
  more: (day: PlantDate): string => `${formatMonthDay(day)}の台数+1`,
} as const;

/** Two or three plans side by side. */
export const COMPARE = {
  title: '計画の比較',
  /** Which plans are compared, and in a list what a tick of one means. */
  choice: '比べる計画',
  choiceHint: '2つか3つの計画を選びます。',
  joined: (words: readonly string[]): string => words.filter((word) => word !== '').join('・'),
  tick: (name: string): string => `${name}を比べる`,
  pick: '2つか3つを選んで「比べる」を押すと、並べて表示します。',
  figures: '計画ごとの数字',
  /** In the corner of the table: what differences are held against. */
  beside: (base: string): string => `${base}との差`,
  none: '—',
  same: '± 0',
  premises: '変えたこと',
  morePremises: (count: number): string => `ほか${counted(count)}件`,
  fewerPremises: 'たたむ',
  groups: { late: '納期', moves: '動き', furnaces: '炉', people: '人' },
  rows: {
    late_orders: '遅れる製番',
    late_days: '遅れ日数の合計',
    worst_late_days: '最大の遅れ',
    less_late: '遅れが減る製番',
    more_late: '遅れが増える製番',
    moved: '動く製番 / 工程',
    furnace_runs: '炉の回数',
    furnace_fill: '炉の充填率(重量)',
    work_hours: '稼働時間(4週)',
    closed_hours: '休日の稼働',
  },
  units: { orders: '件', days: '日', runs: '回', percent: '%', points: 'pt', hours: ' h' },
  better: '良くなる',
  worse: '悪くなる',
  more: '増える',
  less: '減る',
  noLongerLate: (count: number): string => `うち遅れが消える ${counted(count)}件`,
  newlyLate: (count: number): string => `うち新しく遅れる ${counted(count)}件`,
  moved: (orders: number, entries: number): string => `${counted(orders)}製番 / ${counted(entries)}工程`,
  movedFar: (count: number): string => `うち3日以上 ${counted(count)}工程`,
  closedDays: (days: number, hours: string): string => (days === 0 ? hours : `${counted(days)}日・${hours}`),
  load: '設備の負荷',
  loadHint: '週ごとの時間。差の大きい設備から',
  /** Whose hours stand in figures. */
  loadFigures: (one: string, other: string): string => `数字は${one}と${other}`,
  facility: '設備',
  week: (monday: PlantDate): string => `${Number(monday.slice(5, 7))}/${Number(monday.slice(8))}〜`,
  all: (count: number): string => `全${counted(count)}設備を見る`,
  fewer: '差の大きい設備だけにする',
  sameLoad: '設備の負荷に違いはありません。',
  cell: (facility: string, week: string, hours: readonly { name: string; hours: number }[]): string =>
    `${facility} ${week}: ${hours.map((each) => `${each.name} ${hoursText(each.hours)}時間`).join('、')}`,
  orders: '変わる製番',
  ordersHint: '製番を押すとボードに重ねて開きます',
  ordersOf: 'どの計画で変わる製番か',
  ordersOfPlan: (name: string, count: number): string => `${name} ${counted(count)}`,
  overlay: 'ボードに重ねる',
  effect: '変わり方',
  effects: { all: 'すべて', earlier: '早まる', later: '遅くなる', no_longer_late: '遅れが消える', newly_late: '新しく遅れる' },
  effectCount: (effect: string, count: number): string => `${effect} ${counted(count)}`,
  first: '並べ方',
  firsts: { losing: '悪くなる順', gaining: '良くなる順' },
  sameOrders: 'すべての製番の出荷日が同じです。',
  noOrders: '当てはまる製番はありません。',
  columns: {
    serial: '製番',
    product: '品名',
    deadline: '納期',
    ships: (base: string, plan: string): string => `出荷 ${base} → ${plan}`,
    difference: '差',
    effect: '納期まで',
  },
  ships: (before: string, now: string): string => `${before} → ${now}`,
  effectOf: {
    gone: '遅れが消える',
    late: (days: number): string => `新しく遅れる ${counted(days)}日`,
    stillLate: (before: number, now: number): string =>
      before === now ? `遅れ ${counted(now)}日` : `遅れ ${counted(before)}→${counted(now)}日`,
    slack: (before: number, now: number): string => `余裕 ${counted(before)}→${counted(now)}日`,
  },
  unknown: '未定',
  one: '比べる計画を、もう1つ選んでください。',
} as const;

/** `120`, `7.5`: hours as they stand in a cell. */
export const hoursText = (hours: number): string => hours.toLocaleString('ja-JP', { maximumFractionDigits: hours < 10 ? 1 : 0 });
/** `+3日`, `−12日`. */
export const daysMore = (days: number): string => (days === 0 ? '' : `${days > 0 ? '+' : '−'}${counted(Math.abs(days))}日`);
/** The same of what is there also where nothing is otherwise: `± 0日`. */
export const changedDays = (days: number): string => daysMore(days) || '± 0日';
/** What each search of a trial has won; the least of it is what is promised: `少なくとも −28日(−31日 / −28日 / −33日)`. */
export function gainsText(gains: readonly number[]): string {
  const [each, least] = [gains.map((days) => changedDays(-days)).join(' / '), Math.min(...gains)];
  return least > 0 && gains.length > 1 ? `少なくとも ${changedDays(-least)}(${each})` : each;
}
