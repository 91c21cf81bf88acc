/** Words of the board on paper. */
import { formatDate, type PlantDate } from '../../../server/domain/ground/plant-time.ts';

export const PRINTING = {
  open: '印刷',
  title: '印刷',
  hint: 'A3横の用紙に、表示中の製番または設備を、選んだ期間だけ印刷します。',
  from: '開始日',
  to: '終了日',
  fewer: '期間を短くするか、絞り込んでください。',
  order: '終了日は開始日以降の日付にしてください。',
  sheets: (count: number): string => `${count}ページ`,
  tooMany: (count: number, most: number): string => `${count}ページになります。${most}ページまで印刷できます。`,
  cancel: 'キャンセル',
  submit: '印刷',
  filters: '絞り込み',
  none: 'なし',
  planned: '立案',
  printed: '印刷',
  page: (page: number, pages: number): string => `${page}/${pages}ページ`,
  range: (from: PlantDate, to: PlantDate): string => `${formatDate(from)} 〜 ${formatDate(to)}`,
} as const;
