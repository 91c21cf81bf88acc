import type { WorkbookSheets } from '../../server/domain/ground/exports.ts';
import { counted } from '../../server/domain/texts/numbers.ts';

/** Words of the workbooks that leave the house: the dialog that asks for one and the page that hands them over. */
export const EXPORT = {
  open: 'ファイルを出力',
  title: 'ファイルを出力',
  note: '※生産計画のExcelには6か月分の工程のみ出力されます。',
  from: '出力開始日',
  cancel: 'キャンセル',
  /** What each workbook holds. */
  targets: {
    all: '対象: すべての製番',
    found: (orders: number | undefined): string => `対象: 検索条件に合う${orders === undefined ? '製番' : ` ${counted(orders)}製番`}`,
    /** Beside the target where the search leaves out overdue orders. */
    overdue: (holds: boolean): string => (holds ? 'と、納期が過ぎた製番' : '(納期が過ぎた製番は入りません)'),
    outsourcing: '対象: 未完了の外注すべて(検索条件に関わりません)',
    charges: '対象: 出力開始日に始まるすべての炉チャージ',
    chargesFound: '対象: 出力開始日に始まる炉チャージのうち、検索した設備のもの',
  },
  overdue: '通常に、納期が過ぎた未完了の製番も入れる',
  sheets: '通常の内容',
  sheetNames: { all: '工程表と一覧', gantt: '工程表だけ', list: '一覧だけ' },
  /** What the chosen sheets take on paper. */
  pages: (sheets: WorkbookSheets, { gantt, list }: { gantt: number; list: number }): string => {
    const parts = [sheets === 'list' ? '' : `工程表 A3 約${counted(gantt)}枚`, sheets === 'gantt' ? '' : `一覧 A4 約${counted(list)}枚`];
    return `すべて印刷すると ${parts.filter(Boolean).join('、')}`;
  },
  submit: (kind: string): string => `${kind}を出力`,
  saved: (name: string): string => `${name} をダウンロードしました。`,
  started: 'ファイルを作成します、ファイルダウンロード画面にダウンロードして下さい。',
  toFiles: 'ファイルダウンロード画面へ',
  close: '閉じる',
} as const;

export const EXCELS = {
  statuses: { in_progress: '作成中', complete: '完了', error: 'エラー' },
  empty: '出力したファイルはありません。',
  download: 'ダウンロード',
  downloadOf: (kind: string, date: string): string => `${date} ${kind} ダウンロード`,
} as const;
