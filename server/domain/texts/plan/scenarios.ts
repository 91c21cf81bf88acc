/** シナリオ: copies of a plan to try things in. */
export const SCENARIO_TEXTS = {
  nothing_planned: 'まだ計画がありません。先に立案してください。',
  full: (most: number): string => `シナリオは${most}件までです。不要なシナリオを削除してください。`,
  name_missing: '名前を入力してください。',
} as const;
