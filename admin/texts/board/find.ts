import { counted } from '../../../server/domain/texts/numbers.ts';

/** Words of the quick field and of what it finds. */
export const FIND = {
  label: '製番・製品・設備へ移動',
  keys: 'Ctrl+K',
  groups: { order: '製番', product: '製品', facility: '設備' },
  none: '該当するものはありません',
  loading: '探しています…',
  finished: '完了',
  unplanned: '計画なし',
  deadline: (date: string): string => `納期 ${date}`,
  shipping: (date: string): string => `出荷予定 ${date}`,
  /** `ほか52件`: what is found and not listed. */

  more: (count: number): string => `ほか${counted(count)}件`,
} as const;
