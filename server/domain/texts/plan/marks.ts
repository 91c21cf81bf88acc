import { few, fewListed } from '../few.ts';

/** What a tap contradicts, without its full stop: said where it is asked about, and of what was taken all the same. */
export const CONTRADICTIONS = {
  /** Earlier processes of the lot, or of the lots of a charge with the lot in front. */
  open_before: (processes: readonly string[]): string => `前工程 未完了: ${few(processes, '件')}`,
  busy: (facility: string, units: number, names: readonly string[]): string => `${facility}(${units}台)で作業中: ${few(names, '件')}`,
} as const;

/** A few processes by name. */
export const processesText = (names: readonly string[]): string => few(names, '工程');

/** Each as a sentence. */
export const contradictionsText = (said: readonly string[]): string => said.map((one) => `${one}。`).join('');

/** Why a tap of 今日の作業 does not stand; each names the record. */
export const MARK_TEXTS = {
  gone: (names: readonly string[]): string => `${names.length > 0 ? names.join('、') : 'この工程'}は生産計画からなくなりました。`,
  stopped_again: 'この設備はもう一度停止しているため、取り消せません。',
  moved: (what: string, facility: string): string => `${what}は「${facility}」に移されています。`,
  outsourced: (what: string): string => `${what}は外注の工程です。この設備では記録できません。`,
  without_facility: (what: string): string => `${what}は設備が決まっていません。`,
  other_count: (what: string, stands: number, said: number): string => `${what} 記録 ${stands}個・この端末 ${said}個`,
  /** Of an end that another device has said before with other numbers, each as above. */
  other_counts: (counts: readonly string[]): string => `数量が異なります: ${fewListed(counts, '件')}。`,
  finished: (what: string): string => `${what}は既に終了しています。`,
  not_started: (what: string): string => `${what}は開始されていません。`,
  too_many: (what: string, most: number): string => `${what}の数量は${most}個以内です。`,
  nothing_to_undo: '取り消す記録が届いていません。',
  later_marks: (what: string): string => `${what}には後の記録があるため、取り消せません。`,
  wrong_clock: '端末の日付または時刻が正しくありません。端末の時計を合わせてから、もう一度押してください。',
  resumes_on: '再開予定日は、停止した日より後で1年以内の日付にしてください。',
  facility_unknown: 'この設備は登録されていません。',
} as const;
