/** Words of searching: the chips of the conditions, what is found, the order of the pages, the way to a bar. */
import { GANTT_PAGE_ORDERS } from '../../../server/domain/ground/constants.ts';
import { counted } from '../../../server/domain/texts/numbers.ts';
import { SEARCH } from './board.ts';

const dayText = (date: string): string => date.replaceAll('-', '/');
const listed = (names: readonly string[]): string =>
  names.length <= 2 ? names.join('、') : `${names[0]} ほか${counted(names.length - 1)}件`;

export const CHIPS = {
  title: '絞り込み',
  none: 'なし',
  clear: SEARCH.clear,
  remove: (label: string): string => `「${label}」を外す`,
  serial: (serials: readonly string[]): string => `製番 ${listed(serials)}`,
  products: (names: readonly string[]): string => `製品 ${listed(names)}`,
  customers: (names: readonly string[]): string => `得意先 ${listed(names)}`,
  tasks: (names: readonly string[]): string => `工程 ${listed(names)}`,
  facilities: (names: readonly string[]): string => `設備 ${listed(names)}`,
  but: (label: string): string => `${label} 以外`,
  chosen: (count: number): string => `${counted(count)}件`,
  nobody: '該当なし',
  delivered: '納期済みを含む',
  openOnly: SEARCH.openOnly,
  /** `納期 2026/11/22〜2028/11/22`; an end that is not given is left open. */
  range: (from: string, to: string): string => `納期 ${dayText(from)}〜${dayText(to)}`,
  /** The range that is searched where nobody has asked for one. */
  usual: (to: string): string => `納期 今日〜${dayText(to)}`,
  orders: (count: number): string => `${counted(count)}製番`,
  facilityCount: (count: number): string => `${counted(count)}設備`,
} as const;

export const ORDERINGS = {
  title: '並び',
  delivery_date: '納期',
  '-late_days': '遅れ日数',
  changed: '並び順が変わりました',
  resort: '並べ直す',
} as const;

export const NO_HITS = {
  title: '条件に合う製番はありません',
  elsewhere: 'この期間に、条件に合う工程はありません',
  withoutRange: '納期の範囲を外して探す',
  withFinished: '完了した製番も含めて探す',
  otherMonth: '工程のある月を表示',
} as const;

export const PAGES = {
  size: '1ページの製番数',
  sizes: { five: `${GANTT_PAGE_ORDERS}製番`, window: '画面に合わせる' },
  field: (count: number): string => `ページ(全${counted(count)}ページ)`,
  of: (count: number): string => `/ ${counted(count)}ページ`,
} as const;

export const JUMP = {
  gone: 'この工程は現在の計画にありません。',
} as const;
