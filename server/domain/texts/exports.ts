import type { PlantDate } from '../plant-time.ts';

/** The kinds of workbooks as people call them. */
export const EXPORT_LABELS = { schedules: '通常', outsourcing: '外注', charges: '炉チャージ表' } as const;

const compact = (date: PlantDate): string => date.replaceAll('-', '');

/** Sentences and file names of exports. */
export const EXPORT_TEXTS = {
  failed: 'ファイルを作成できませんでした。もう一度出力してください。',
  unknownKind: (kind: string, kinds: readonly string[]): string =>
    `出力の種類「${kind}」はありません。次のいずれかを指定してください: ${kinds.join(', ')}`,
  schedulesFile: (from: PlantDate): string => `生産計画_通常_${compact(from)}.xlsx`,
} as const;

/** The sheet with every task, one row each. */
export const EXPORT_LIST = {
  sheet: '一覧',
  headers: ['製番', '追番', '製品名', '得意先', '材質', '数量', '納期', '工程', '設備', '開始', '終了', '備考'],
} as const;
