import { formatInstant, type Instant } from '../ground/plant-time.ts';
import { FILE_TEXTS } from './files/imports.ts';
import { counted } from './numbers.ts';
import { systemError } from './program/system-errors.ts';

/** What lies in the inbox and cannot be taken: a link, a pipe or another special file, a folder, a file whose name is not UTF-8. */
export type StrayIs = 'link' | 'special' | 'folder' | 'unreadableName';

const STRAYS: Readonly<Record<StrayIs, string>> = {
  link: 'リンクのため取り込みませんでした。リンクを削除し、ファイルそのものを受付フォルダに入れてください。',
  special: 'ファイルではない特殊な項目のため取り込みませんでした。削除し、ファイルそのものを受付フォルダに入れてください。',
  folder: 'フォルダのため取り込みませんでした。中のファイルを受付フォルダの直下に移し、このフォルダを削除してください。',
  unreadableName:
    'ファイル名の文字コードがUTF-8ではないため取り込みませんでした。ファイル名を「08-orders.xlsx」のような英数字、またはUTF-8の日本語に変えてください。',
};

const [LONG_NAME, NAME_HEAD, NAME_TAIL] = [80, 40, 20] as const;

/** A name as a sentence quotes it: of a very long one its beginning and its end. */
const quoted = (name: string): string => {
  const letters = [...name];
  if (letters.length <= LONG_NAME) return name;
  return `${letters.slice(0, NAME_HEAD).join('')}…${letters.slice(-NAME_TAIL).join('')}`;
};

/** Sentences of the night, for its card, its log and the command line. */
export const NIGHT_TEXTS = {
  /** Why an order left the plan, by the code of the run's message. */
  lost: {
    E101: '製品ｺｰﾄﾞが製品に登録されていない',
    E102: '鋳込日が登録されていない',
    E103: '工程情報がない',
    E104: '対応する設備がない',
    E105: '対象の炉に入らない',
    W208: '計画期間内に割り付けできない',
  } as Readonly<Record<string, string>>,
  deleted: 'オーダーが削除された',
  unplaced: '計画できない工程がある',
  notConfigured: '夜間処理の受付フォルダが設定されていません。環境変数 INBOX_DIR に受付フォルダを指定してください。',
  folderUsable: (variable: string, folder: string): string => `${variable} のフォルダ「${folder}」を使えます。`,
  folderUnusable: (variable: string, folder: string, code: string): string =>
    `${variable} のフォルダ「${folder}」を使えません(${systemError(code)})。`,
  inboxUnreadable: (folder: string, code: string | undefined): string =>
    `受付フォルダ「${folder}」を読めませんでした(${systemError(code)})。ファイルは取り込まず、今あるデータで立案しました。`,
  notMoved: (name: string, code: string | undefined): string =>
    `ファイル「${quoted(name)}」を受付フォルダから移動できませんでした(${systemError(code)})。取込は済んでいます。次の夜間処理で移動します。`,
  noMessageFile: (name: string, code: string | undefined): string =>
    `ファイル「${quoted(name)}」のメッセージファイルを書き込めませんでした(${systemError(code)})。内容は取込履歴で確認できます。`,
  notImported: (name: string, why: string): string =>
    `ファイル「${quoted(name)}」は取り込めませんでした(${why})。受付フォルダに残し、次の夜間処理で取り込みます。`,
  stray: (name: string, is: StrayIs): string => `受付フォルダの「${quoted(name)}」は、${STRAYS[is]}`,
  moreStrays: (count: number): string =>
    `受付フォルダには、ほかにも取り込めない項目が${counted(count)}件あります。受付フォルダを確認してください。`,
  runFailed: (why: string): string => `立案できませんでした(${why})。生産計画は前回のままです。帳票は出力していません。`,
  runCancelled: '立案が中止されました。生産計画は前回のままです。帳票は出力していません。',
  runCutOff: '立案処理が中断しました',
  notMade: 'ファイルの作成が中断しました',
  workbookFailed: (name: string, why: string): string => `${name}の帳票を作成できませんでした(${why})。`,
  outboxUnwritable: (folder: string, name: string, code: string | undefined): string =>
    `出力フォルダ「${folder}」に「${name}」を書き込めませんでした(${systemError(code)})。画面のファイルダウンロードから保存できます。`,
  interrupted: '夜間処理が中断しました。もう一度実行してください。',
  /** Sentences for a file that was not imported. */
  foreign: `${FILE_TEXTS.noKind}見出しの行があるExcelブック(.xlsx)またはCSVで入れ直してください。`,
  tooLarge: 'ファイルが大きすぎます(20MBまで)。分割して入れ直してください。',
  stillWritten: '書き込み中だったため、次の夜間処理で取り込みます。',
  vanished: '処理の途中で受付フォルダから無くなったため、取り込んでいません。',
  unreadable: (code: string | undefined): string => `ファイルを読めませんでした(${systemError(code)})。`,
  noGoodRow: '取り込める行がありませんでした。',
  statuses: { running: '実行中', complete: '完了', partial: '一部取込不可', error: 'エラー' },
  /** Of the timetable, in the log. */
  badCron: (cron: string): string => `NIGHTLY_CRON「${cron}」は読めません。「30 2 * * *」(毎日2時30分)の形で指定してください。`,
  leftOutFile: (day: string): string => `夜間処理除いた行${day}.xlsx`,
} as const;

/** What a message file says of one file. */
export interface FileMessage {
  at: Instant;
  name: string;
  /** Null for a file of no kind. */
  label: string | null;
  taken: boolean;
  sentence: string | null;
  counts: {
    rows: string;
    new_count: number;
    changed_count: number;
    unchanged_count: number;
    deleted_count: number;
    left_out_count: number;
  } | null;
  errors: readonly string[];
  left_out: readonly { row: number; reason: string }[];
  notes: readonly string[];
}

const part = (title: string, lines: readonly string[]): string[] => (lines.length === 0 ? [] : ['', `■ ${title}`, ...lines]);

/** The lines of the message file beside a moved file: its fate, the reason, and the remedy. */
export function fileMessage({ at, name, label, taken, sentence, counts, errors, left_out, notes }: FileMessage): string[] {
  const left = counts?.left_out_count ?? 0;
  const gone = counts && counts.deleted_count > 0 ? `、削除 ${counted(counts.deleted_count)}件` : '';
  const rows = counts
    ? [
        `取り込んだ行 ${counts.rows}: 新規 ${counted(counts.new_count)}件、変更 ${counted(counts.changed_count)}件、変更なし ${counted(counts.unchanged_count)}件${gone}。除いた行 ${counted(left)}件`,
      ]
    : [];
  return [
    `夜間処理 ${formatInstant(at)}`,
    `ファイル: ${name}${label === null ? '' : `(${label})`}`,
    `結果: ${taken ? '取り込みました。' : '取り込めませんでした。'}`,
    ...(taken ? rows : []),
    ...part('取り込めなかった理由', [...(sentence === null ? [] : [sentence]), ...(taken ? [] : errors)]),
    ...part(
      '除いた行',
      left_out.flatMap(({ row, reason }) => reason.split('\n').map((one) => (one.startsWith('行') ? one : `行${row}: ${one}`))),
    ),
    ...(left > left_out.length ? [`ほか${counted(left - left_out.length)}件(取込履歴で確認できます)`] : []),
    ...part('お知らせ', notes),
    ...part('次にすること', nextSteps(taken, left, label)),
  ];
}

function nextSteps(taken: boolean, left: number, label: string | null): string[] {
  if (taken && left === 0) return [];
  const screen = label === null ? '' : `急ぐときは、${label}の画面のインポートから取り込んでください。`;
  return [`元のファイルを直し、受付フォルダに入れ直すと次の夜間処理で取り込まれます。${screen}`];
}
