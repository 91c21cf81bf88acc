import { type Conflict, type ConflictSpread, type HeldBy, type RecipeValues, spreadOf, type TooLarge } from '../../bars/conflicts.ts';
import { WEEKDAYS } from '../../ground/constants.ts';
import { formatMonthDay, type Instant, instantOfMinutes, type PlantDate } from '../../ground/plant-time.ts';
import { endMoment, moment, weekdayNames } from '../dates.ts';
import { few, range } from '../few.ts';
import { sizeOf } from '../sizes.ts';
import { SCHEDULE_WARNINGS } from './schedule.ts';

const numbered = (value: number): string => value.toLocaleString('ja-JP', { maximumFractionDigits: 2 });
const day = (date: PlantDate): string => formatMonthDay(date);

/** The first few: 4/2(木)・4/7(火)・4/9(木)ほか2日. */
const days = (dates: readonly PlantDate[]): string => few(dates.map(day), '日');
/** Of several bars each has its own. */
const each = (several: readonly unknown[]): string => (several.length > 1 ? 'それぞれの' : '');
/** From when on, plant minutes: 4/3(金) 00:00から. */
const since = (minutes: readonly number[]): string => {
  const from = range(minutes.map(instantOfMinutes), moment);
  return minutes.length > 1 ? `製番により${from}以降` : `${from}から`;
};
const recipe = ([temperature, retention, cooling, hours]: RecipeValues): string =>
  `${numbered(temperature)}℃・保持${numbered(retention)}時間・${cooling}${hours > 0 ? `${numbered(hours)}時間` : ''}`;

const HELD: Record<HeldBy, (limits: readonly number[]) => string> = {
  casting: (limits) => `${each(limits)}鋳込(${range(limits.map(instantOfMinutes), moment)})より前に始まります。`,
  demolding: (limits) => `型の中で冷える時間が終わる前に始まります(解枠できるのは${since(limits)})。`,
  finished_task: (limits) => `前工程の後の待ち日数・冷却が終わる前に始まります(始められるのは${since(limits)})。`,
};

const shut = ({ stopped }: { stopped?: 1 }): string => (stopped ? 'は故障・停止中です' : 'が稼働していません');

/** The conflict of bars that break one rule (`ruleOf`), as a sentence: the same under a save and in the messages of a run. */
export const conflictsSentence = (conflicts: readonly Conflict[]): string =>
  conflicts[0] ? sentenceOf(conflicts[0], spreadOf(conflicts)) : '';

/** `spread`: what they say apart from each other. */
function sentenceOf(conflict: Conflict, spread: ConflictSpread): string {
  const value = range(spread.values, numbered);
  switch (conflict.kind) {
    case 'closed_day':
      return `開始日の${days(spread.dates)}が休日です。`;
    case 'shut_day':
      return `開始日の${days(spread.dates)}に設備「${conflict.facility_name}」${shut(conflict)}。`;
    case 'closed_end':
      return `終了日の${days(spread.dates)}が休日です。`;
    case 'shut_end':
      return `終了日の${days(spread.dates)}に設備「${conflict.facility_name}」${shut(conflict)}。`;
    case 'not_eligible':
      return `設備「${conflict.facility_name}」では、この工程を行えません。`;
    case 'piece_too_heavy':
      return `単重量 ${value}kgが、設備「${conflict.facility_name}」の最大重量 ${numbered(conflict.limit)}kgを超えます。`;
    case 'piece_too_large':
      return `製品の${sizesOf(conflict, 'piece')}が、設備「${conflict.facility_name}」の${sizesOf(conflict, 'chamber')}を超えます。`;
    case 'run_too_short':
      return `炉の時間 ${value}時間が、昇温と保持に必要な${numbered(conflict.limit)}時間に足りません。`;
    case 'run_too_short_to_cool':
      return `炉の時間 ${value}時間が、昇温・保持・炉冷に必要な${numbered(conflict.limit)}時間に足りません。`;
    case 'work_too_short':
      return `作業できる時間 ${value}時間が、必要な${numbered(conflict.limit)}時間に足りません。`;
    case 'weekday':
      return `${spread.values.map((weekday) => WEEKDAYS[weekday]).join('・')}曜に始まりますが、基本実施曜日は${weekdayNames(conflict.limit)}です。`;
    case 'casting':
    case 'demolding':
    case 'finished_task':
      return HELD[conflict.kind](spread.limits);
    case 'before_previous':
      return `${each(spread.ends)}前工程「${conflict.task_name}」の終了(${range(spread.ends, endMoment)})より前に始まります。`;
    case 'before_ready':
      return `前工程「${conflict.task_name}」の後の待ち日数・冷却が終わる前に始まります(始められるのは${since(spread.limits)})。`;
    case 'overweight':
      return `炉チャージの重量 ${value}kgが、設備「${conflict.facility_name}」の最大重量 ${numbered(conflict.limit)}kgを超えます。`;
    case 'overfull':
      return `炉チャージの容積 ${value}m³が、設備「${conflict.facility_name}」の容積 ${numbered(conflict.limit)}m³を超えます。`;
    case 'other_recipe':
      return `炉チャージの条件(${recipe(conflict.limit)})と、この工程の熱処理条件(${recipe(conflict.value)})が違います。`;
    case 'previous_open':
      return `終了していますが、前工程「${conflict.task_name}」が未完了です。`;
    case 'later_finished':
      return `この工程は未完了ですが、後工程「${conflict.task_name}」が終了しています。`;
    case 'after_next':
      return SCHEDULE_WARNINGS.after_next(conflict.task_name, spread.starts);
    case 'over_capacity':
      return SCHEDULE_WARNINGS.over_capacity(conflict.facility_name, spread.crowded);
  }
}

/** `奥行×幅 2.5×2m・高さ 1.2m`. */
function sizesOf(conflict: TooLarge, whose: 'piece' | 'chamber'): string {
  return conflict.sides.map((side, at) => sizeOf(side, whose === 'piece' ? 'piece' : 'most', conflict[whose][at])).join('・');
}

/** What a message knows beside the conflict: how the bar is named, why it stays where it is, and who else is concerned. */
export interface NamedConflict extends Omit<ConflictSpread, 'crowded'> {
  /** `製番 S1-01、S2-01 ほか3件`. */
  serials: string;
  /** How many bars it speaks of, and of which tasks; the first gives the start. */
  bars: number;
  bar_tasks: readonly string[];
  bar_start: Instant;
  /** Where they stand. */
  facilities: readonly string[];
  kept: 'locked' | 'by_hand' | 'frozen' | 'begun' | 'under_way';
  /** All who are there at once, by lot and process. */
  named: readonly string[];
  /** The other party, the first of so many. */
  others: readonly string[];
  other_count: number;
}

const KEPT = { locked: 'ロック中', by_hand: '手で追加', frozen: '変更しない期間', begun: '着手済み', under_way: '着手済み' } as const;
/** What frees a bar; one made by hand, or inside the frozen days, is moved by hand. */
const UNLOCK = { locked: 'ロックを外して、立案し直すか、', by_hand: '', frozen: '', begun: '', under_way: '' } as const;

/** Of what has begun only its order is said. */
const BEGUN = '前工程が済んでいれば工程終了を付け、済んでいなければ日程を見直してください。';

/** What a run says of fixed bars: two processes in the wrong order are told of the later one, what was finished over them has a message of its own. */
type FixedKind = Exclude<Conflict['kind'], 'after_next' | 'previous_open' | 'later_finished'>;

/** The remedies, by the other facilities of the bar and the fields that may be changed. */
const ADVICE: { [Kind in FixedKind]: string } = {
  closed_day: '稼働日に移すか、設備稼働でその日の台数を登録してください。',
  shut_day: '稼働する日に移すか、設備稼働でその日の台数を登録してください。',
  closed_end: '稼働日に終わるよう移すか、設備稼働でその日の台数を登録してください。',
  shut_end: '稼働する日に終わるよう移すか、設備稼働でその日の台数を登録してください。',
  not_eligible: '行える設備に移すか、設備一覧の工程と製品の加工設備を確認してください。',
  piece_too_heavy: '重量の足りる設備に移してください。',
  piece_too_large: '入る設備に移すか、製品の寸法と設備の寸法を確認してください。',
  run_too_short: '終了日時を延ばしてください。',
  run_too_short_to_cool: '終了日時を延ばしてください。',
  work_too_short: '終了日時を延ばしてください。',
  weekday: 'その曜日に移すか、製品の基本実施曜日を見直してください。',
  casting: '鋳込の後に移すか、鋳込日を確認してください。',
  demolding: '解枠できる日時に移すか、製品の解枠時間を確認してください。',
  finished_task: '始められる日時に移してください。',
  before_previous: '前工程の後に移すか、前工程を早めてください。',
  before_ready: '始められる日時に移してください。',
  overweight: '一部を別の炉チャージに移してください。',
  overfull: '一部を別の炉チャージに移してください。',
  other_recipe: '別の炉チャージに移すか、製品の熱処理条件を確認してください。',
  over_capacity: 'いずれかのロックを外して、立案し直すか、別の日時か設備に移してください。',
};

/** A message of a run about fixed bars: the bars, their conflict, their counterpart, and the remedy. */
export function fixedConflict(conflict: Extract<Conflict, { kind: FixedKind }>, named: NamedConflict): string {
  if (conflict.kind === 'over_capacity') return tooMany(conflict.facility_name, named);
  const { serials, bars, bar_start, kept } = named;
  const place = `${whereOf(conflict, named)}${moment(bar_start)}開始${bars > 1 ? 'など' : ''}、${KEPT[kept]}`;
  const advice = kept === 'begun' ? BEGUN : `${UNLOCK[kept]}${ADVICE[conflict.kind]}`;
  return `${serials} ${tasksOf(named)}(${place}): ${sentenceOf(conflict, { ...named, crowded: [] })}${detail(conflict, named)}${advice}`;
}

/** The first few tasks: 焼なまし・焼ならし. */
const tasksOf = ({ bar_tasks }: NamedConflict): string => few(bar_tasks, '工程');

/** The sentence itself names the facility. */
const NAMES_FACILITY: ReadonlySet<Conflict['kind']> = new Set([
  'shut_day',
  'shut_end',
  'not_eligible',
  'piece_too_heavy',
  'piece_too_large',
  'overweight',
  'overfull',
]);

/** The first few facilities, where the sentence names none: 1号炉・2号炉 . */
function whereOf({ kind }: Conflict, { facilities }: NamedConflict): string {
  if (NAMES_FACILITY.has(kind) || facilities.length === 0) return '';
  return `${few(facilities, '台')} `;
}

/** The other party, where the sentence does not name it. */
function detail(conflict: Conflict, { others, other_count }: NamedConflict): string {
  if (conflict.kind !== 'other_recipe' || others.length === 0) return '';
  const more = other_count > others.length ? ` ほか${numbered(other_count - others.length)}件` : '';
  return `同じ炉チャージは${others.join('、')}${more}です。`;
}

function tooMany(facility: string, { named, bars, dates, values, limits }: NamedConflict): string {
  const there = `${named.join('、')}${bars > named.length ? ` ほか${numbered(bars - named.length)}件` : ''}`;
  const count = `${dates.map(day).join('')}に${numbered(Math.max(...values))}件、${numbered(Math.min(...limits))}台`;
  return `${SCHEDULE_WARNINGS.over_capacity(facility)}固定された工程が同時にあります(${count}): ${there}。${ADVICE.over_capacity}`;
}
