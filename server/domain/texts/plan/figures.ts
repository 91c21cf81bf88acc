/** Sentences of the plant's figures. */
export const FIGURE_TEXTS = {
  required: 'この項目は必須です。',
  tooLong: (days: number): string => `期間は${days}日以内で指定してください。`,
} as const;
