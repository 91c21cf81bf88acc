import { counted } from '../numbers.ts';
import { CHANGE_TEXTS } from './imports.ts';

/** The sentences of taking an import back. */

/** What the records of a table are called. */
const RECORDS: Readonly<Record<string, string>> = {
  ...CHANGE_TEXTS.records,
  tasks: '工程',
  facilities: '設備',
  outsourcings: '外注',
  employees: '社員',
  products: '製品',
  orders: 'オーダー',
  castings: '鋳込み',
  lots: '追番',
};

const REASONS = {
  changed: 'このあと変更されたため、そのままです。',
  gone: 'このあと削除されたため、そのままです。',
  taken: 'このあと同じものが登録されたため、そのままです。',
  used: 'ほかで使われているため、そのままです。',
  empty: '工程も鋳込みもない追番として残ります。',
} as const;

export const UNDO_TEXTS = {
  /** Of a record that is left as it is. */
  left: (table: string, key: string, reason: keyof typeof REASONS): string => `${RECORDS[table] ?? ''}「${key}」: ${REASONS[reason]}`,
  undone: (at: string): string => `${at}の取込を取り消しました。`,
  already: 'この取込は取り消し済みです。',
  isUndo: '取り消しは取り消せません。ファイルをもう一度取り込んでください。',
  nothing: 'この取込には元に戻すものがありません。',
  passed: (days: number): string => `${days}日を過ぎた取込は取り消せません。`,
  /** What it comes to, before and after. */
  counts: ({ restored, removed, returned, bars }: Readonly<Record<'restored' | 'removed' | 'returned' | 'bars', number>>): string =>
    [
      ['変更を元に戻す', restored],
      ['追加を取り除く', removed],
      ['削除を元に戻す', returned],
      ['計画のバーを元に戻す', bars],
    ]
      .filter(([, count]) => count !== 0)
      .map(([what, count]) => `${what} ${counted(Number(count))}件`)
      .join('、'),
  noneBack: '元に戻すものはありません。',
  leftCount: (count: number): string => `そのまま残すもの ${counted(count)}件`,
  /** What frees a record that is used: files of one morning are taken back from the last to the first. */
  usedWay: 'このあとの取込で使われているものは、その取込を先に取り消すと元に戻せます。',
  later: (count: number): string => `このあとに同じ種類の取込が${counted(count)}件あります。新しいものから順に取り消してください。`,
} as const;
