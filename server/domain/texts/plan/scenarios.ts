/** シナリオ: copies of a plan to try things in. */
export const SCENARIO_TEXTS = {
  nothing_planned: 'まだ計画がありません。先に立案してください。',
  full: (most: number): string => `シナリオは${most}件までです。不要なシナリオを削除してください。`,
  check_failed: '作った計画に矛盾があったため、書き込みませんでした。',
  name_missing: '名前を入力してください。',
} as const;
