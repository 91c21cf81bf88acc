/** Sentences of scheduler runs: how a run ended, and its messages (docs/scheduling.md lists the codes). */
export const RUN_TEXTS = {
  interrupted: '立案処理が中断しました。もう一度実行して下さい。',
  check_failed: '立案結果の検査で矛盾が見つかったため、生産計画は変更していません。',
  cancelled: '立案を中止しました。',
} as const;

/** Plain values of a message, as the engine gives them. */
export type RunMessageParams = Record<string, string | number | null | readonly (string | number)[] | undefined>;

/** The sentence of each message code. */
export const RUN_MESSAGES: Record<string, (params: RunMessageParams) => string> = {
  W210: ({ count }) => `立案中に工程情報が変更されたため、${count}件を計画から除きました。もう一度立案を実行してください。`,
  I301: ({ count, late, unplaced }) => `${count}件を計画しました(納期遅れ ${late}件、計画不可 ${unplaced}件)。`,
  unknown: ({ code }) => `計画の内容を確認してください(${code})。`,
};
