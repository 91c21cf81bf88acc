/** Words of the board on paper. */
import { endDate, formatDate, type Instant, type PlantDate, plantDate } from '../../../server/domain/ground/plant-time.ts';
import { endMoment, moment } from '../../../server/domain/texts/dates.ts';
import { counted } from '../../../server/domain/texts/numbers.ts';

export const PRINTING = {
  open: '印刷',
  title: '印刷',
  hint: 'A3横の用紙に、製番または設備を、選んだ期間だけ印刷します。',
  from: '開始日',
  to: '終了日',
  fewer: '期間を短くするか、絞り込んでください。',
  scope: '印刷する範囲',
  scopes: { page: () => 'このページ', all: (pages: number): string => `すべてのページ(${counted(pages)}ページ)` },
  over: (count: number, most: number): string =>
    `まとめて印刷できるのは${counted(most)}件までです(現在 ${counted(count)}件)。絞り込んでください。`,
  lists: (sheets: number): string => `バーに書ききれない製番の一覧を付ける(${counted(sheets)}枚)`,
  listed: 'バーに書ききれない製番の一覧',
  /** `12/1(火) 08:00 〜 10:30`. */
  span: (start: Instant, end: Instant): string => {
    const [from, to] = [moment(start), endMoment(end)];
    const isSameDay = plantDate(start) === endDate(end);
    return `${from} 〜 ${isSameDay ? to.slice(to.indexOf(' ') + 1) : to}`;
  },
  reading: 'すべてのページを読み込んでいます…',
  sheets: (count: number): string => `用紙 ${counted(count)}枚`,
  tooMany: (count: number, most: number): string => `用紙 ${counted(count)}枚になります。${most}枚まで印刷できます。`,
  cancel: 'キャンセル',
  submit: '印刷',
  filters: '絞り込み',
  none: 'なし',
  planned: '立案',
  printed: '印刷',
  page: (page: number, pages: number): string => `${page}/${pages}ページ`,
  range: (from: PlantDate, to: PlantDate): string => `${formatDate(from)} 〜 ${formatDate(to)}`,
} as const;
