/** Words of searching: the way to a bar. */
export const JUMP = {
  gone: 'この工程は現在の計画にありません。',
} as const;
