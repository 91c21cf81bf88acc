/** Sentences of the plant's figures. */
export const FIGURE_TEXTS = {
  required: 'この項目は必須です。',
  reversed: '終了日は開始日以降の日付を指定してください。',
  tooLong: (days: number): string => `期間は${days}日以内で指定してください。`,
} as const;
