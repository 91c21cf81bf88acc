/** Why a tap of 今日の作業 does not stand; each names the record. */
export const MARK_TEXTS = {
  gone: (names: readonly string[]): string => `${names.length > 0 ? names.join('、') : 'この工程'}は生産計画からなくなりました。`,
  stopped_again: 'この設備はもう一度停止しているため、取り消せません。',
  moved: (what: string, facility: string): string => `${what}は「${facility}」に移されています。`,
  no_facility: 'なし',
  finished: (what: string): string => `${what}は既に終了しています。`,
  not_started: (what: string): string => `${what}は開始されていません。`,
  too_many: (what: string, most: number): string => `${what}の数量は${most}個以内です。`,
  nothing_to_undo: '取り消す記録が届いていません。',
  later_marks: (what: string): string => `${what}には後の記録があるため、取り消せません。`,
  wrong_clock: '端末の日付または時刻が正しくありません。端末の時計を合わせてから、もう一度押してください。',
  facility_unknown: 'この設備は登録されていません。',
} as const;
