/** Words of an order's priority: where it is chosen, and what is said once it is. */
export const PRIORITY = {
  title: '優先度',
  of: (serial: string) => `優先度 ${serial}`,
  set: (serial: string, word: string) => `製番 ${serial} の優先度を${word}にしました。次の立案から効きます。`,
} as const;
