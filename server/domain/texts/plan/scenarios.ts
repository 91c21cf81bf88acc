/** シナリオ: copies of a plan to try things in. */
export const SCENARIO_TEXTS = {
  nothing_planned: 'まだ計画がありません。先に立案してください。',
  full: (most: number): string => `シナリオは${most}件までです。不要なシナリオを削除してください。`,
  premise_wrong: (number: number, why: string): string => `前提${number}: ${why}`,
  premise_incomplete: '項目が足りません。',
  premise_unknown: { facility: '設備がありません。', partner: '外注先がありません。', order: '製番がありません。' },
  premise_order: '終わりの日が始まりの日より前です。',
  premise_long: (days: number): string => `期間は${days}日までです。`,
  check_failed: '作った計画に矛盾があったため、書き込みませんでした。',
  /** Said before it is published. */
  stands_on: (premises: readonly string[]): string => `この計画の前提: ${premises.join('、')}。実際の設定には反映されません。`,
  name_missing: '名前を入力してください。',
} as const;
