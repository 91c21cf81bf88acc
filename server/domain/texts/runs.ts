/** Sentences of scheduler runs: how a run ended, and its messages (docs/scheduling.md lists the codes). */
export const RUN_TEXTS = {
  interrupted: '立案処理が中断しました。もう一度実行して下さい。',
  check_failed: '立案結果の検査で矛盾が見つかったため、生産計画は変更していません。',
  cancelled: '立案を中止しました。',
} as const;
