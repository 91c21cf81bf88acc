import type { CrowdedBlock } from '../../bars/occupancy.ts';
import { dateOfDay, epochMs, formatMonthDay, type Instant } from '../../ground/plant-time.ts';
import { halfDayMoment, moment } from '../dates.ts';
import { fewListed, range } from '../few.ts';

/** Sentences of the schedule screens and of schedule writes. */
export const SCHEDULE_TEXTS = {
  start_required: '開始日を設定して下さい。',
  end_required: '終了日を設定して下さい。',
  end_not_after_start: '終了日時は開始日時より後に設定してください。',
  not_a_date: '存在しない日付です。',
  not_an_hour: '選択できない時刻です。',
  facility_cannot: 'この工程を行えない設備です。',
  pending: '立案中のため変更できません。',
  published_only: '工程終了と、手で追加する工程の追加・削除は、公開中の計画でのみできます。',
  locked: 'ロックされた工程は変更できません。',
  stays_finished: {
    order: '納入済みのオーダーのため、工程終了を外せません。',
    reception: '受入済みの工程のため、工程終了を外せません。',
    partner: '外注先の完了数が全数のため終了しています。外注の画面で完了数を訂正してください。',
  },
  other_order: 'ほかの製番の工程です。',
  order_unknown: 'この製番は登録されていません。',
  lot_unknown: 'この追番は登録されていません。',
  task_unknown: 'この工程は登録されていません。',
  order_task_unknown: 'この工程情報は登録されていません。',
  entry_unknown: 'この工程は生産計画にありません。',
  entry_exists: 'この工程は既に生産計画にあります。',
  required: 'この項目は必須です。',
  charge_gone: '炉チャージが変わったため、動かせません。最新の内容を確認してください。',
  charge_begun: '始まった炉チャージは動かせません。',
  charge_parts: '炉チャージのロットは、同じ設備・同じ日時に動かしてください。',
  charge_elsewhere: '同じ炉チャージに入れるには、設備と日時をその炉チャージに合わせてください。',
  several_charges: '複数の炉チャージに分かれたロットは、まとめて動かせません。',
  other_treatment: '熱処理の条件が異なるため、同じ炉チャージに入れられません。',
  twice: '同じ工程が2回指定されています。',
  bad_clock: '08:00〜16:00の30分単位で入力してください。',
  both_clocks: '開始時刻と終了時刻は両方とも入力してください。',
} as const;

const byTime = (one: Instant, other: Instant): number => epochMs(one) - epochMs(other);

/** `4/8(水)午前に2件、設備は1台`; of a whole day `4/8(水)に最大2件、設備は1台`; over several days `4/8(水)午前〜4/10(金)午前のうち半日×3回、最大2件、設備は1台`. */
function crowd(crowded: readonly CrowdedBlock[]): string {
  const worst = crowded.reduce((one, other) => (other.taken - other.units > one.taken - one.units ? other : one));
  const units = `${worst.taken}件、設備は${worst.units}台`;
  if (crowded.length === 1) return `${halfDayMoment(worst.block)}に${units}`;
  const dayOf = ({ block }: CrowdedBlock): number => Math.floor(block / 2);
  if (dayOf(crowded[0]!) === dayOf(crowded.at(-1)!)) return `${formatMonthDay(dateOfDay(dayOf(worst)))}に最大${units}`;
  return `${range(crowded, ({ block }) => halfDayMoment(block))}のうち半日×${crowded.length}回、最大${units}`;
}

/** Warnings listed under the success message of a save. */
export const SCHEDULE_WARNINGS = {
  after_next: (task: string, starts: readonly Instant[]): string =>
    `${starts.length > 1 ? 'それぞれの' : ''}後工程「${task}」の開始(${range([...starts].sort(byTime), moment)})より後に終わります。`,
  /** `crowded`: half days in order of time. */
  over_capacity: (facility: string, crowded: readonly CrowdedBlock[] = []): string =>
    `設備「${facility}」の台数を超えています${crowded.length > 0 ? `(${crowd(crowded)})` : ''}。`,
  past_deadline: (days: readonly number[]): string =>
    `納期を${range(
      [...days].sort((a, b) => a - b),
      String,
    )}日過ぎます。`,
  in_past: '開始が現在より前です。',
  work_time_cleared: '日程を変更したため、作業時刻の指定を解除しました。',
  left_furnace_run: '炉チャージから外れました。同じチャージの他のロットはそのままです。',
} as const;

/** `寸法検査、出荷: 開始日が休日です。`: a warning of some of several bars. */
export const warningOfBars = (names: readonly string[], sentence: string): string => `${fewListed(names, '件')}: ${sentence}`;

/** The kinds of labour of `schedule_details`. */
export const LABOR_KINDS = { setup: '段取', work: '作業' } as const;
