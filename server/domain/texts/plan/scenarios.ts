/** 改善提案: changes of the plant that were tried of their own accord. */
export const PROPOSAL_TEXTS = {
  other_plan: '公開中の計画が変わったため、この提案からシナリオは作れません。新しい提案を確認してください。',
} as const;

/** シナリオ: copies of a plan to try things in. */
export const SCENARIO_TEXTS = {
  nothing_planned: 'まだ計画がありません。先に立案してください。',
  full: (most: number, idlest: string | undefined): string =>
    idlest === undefined
      ? `シナリオは${most}件までです。不要なシナリオを削除してください。`
      : `シナリオは${most}件までです。続けると、いちばん長く使われていない「${idlest}」を削除します。`,
  check_failed: '作った計画に矛盾があったため、書き込みませんでした。',
  name_missing: '名前を入力してください。',
} as const;
