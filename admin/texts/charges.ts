import { counted } from '../../server/domain/texts/numbers.ts';

/** Words around the charge sheets: what is chosen and printed. */
export const CHARGES = {
  title: '炉チャージ表',
  open: '炉チャージ表',
  from: '開始日',
  to: '終了日',
  furnace: '炉',
  every: 'すべての炉',
  print: '印刷',
  pages: (pages: number): string => `${counted(pages)}枚`,
  empty: 'この条件の炉チャージはありません。',
  next: (day: string): string => `次にある ${day} を表示`,
  sheets: '炉チャージ表の用紙',
  tooMany: (pages: number): string => `表示できるのは${counted(pages)}枚までです。期間か炉を絞ってください。`,
} as const;
