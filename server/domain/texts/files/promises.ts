import { formatMonthDay, type PlantDate } from '../../ground/plant-time.ts';
import { counted } from '../numbers.ts';

/** Words of the files of 納期回答: the columns of a list of questions, and those of its answers. */

/** The columns of a question as people head them, each with other words for it. */
export const QUESTION_COLUMNS = {
  product_code: { header: '製品コード', spellings: ['製品', '品番', 'コード', '製番_製品コード'] },
  pieces: { header: '個数', spellings: ['数量', '数', '員数', '発注数'], units: ['個', '本', '枚', '台'] },
  ready_date: {
    header: '材料・鋳込の日',
    spellings: ['材料・鋳込日', '材料の日', '材料日', '材料入荷日', '鋳込の日', '鋳込日', '鋳込み日', '鋳込', '着手可能日'],
  },
  wished_date: { header: '希望日', spellings: ['希望納期', '納期', '希望納入日'] },
} as const;

export const QUESTION_TEXTS = {
  /** Of the file as a whole, where it is taken for one of another kind. */
  label: '質問の一覧',
  tooMany: (count: number, most: number): string =>
    `一度に調べられるのは${most}行までです(この一覧は${counted(count)}行)。分けてください。`,
  none: '調べる行がありません。',
} as const;

/** The head of the table of answers, on the screen, in the file and on the terminal. */
export const ANSWER_COLUMNS = {
  line: '行',
  product_code: '製品コード',
  product_name: '製品名',
  pieces: '個数',
  wished_date: '希望日',
  date: '回答納期',
  verdict: '判定',
  text: '理由',
  margin: '余裕(日)',
  earlier: '早くするなら',
  held: '仮押さえ',
  half: '50%の見込み',
  nine_of_ten: '90%の見込み',
} as const;

/** What a day costs the others. */
export const COST = {
  move: (orders: number): string => `${counted(orders)}製番を動かす`,
  nothingLate: '遅れる製番なし',
  newlyLate: (orders: number): string => `${counted(orders)}製番が納期を過ぎる`,
  laterLate: '遅れている製番がさらに遅れる',
  moreDays: (days: number): string => `(計+${counted(days)}日)`,
} as const;

/** What others lose by a day. */
export function lostText({ newly_late, more_late_days }: Pick<EarlierDay, 'newly_late' | 'more_late_days'>): string {
  const lost = newly_late > 0 ? COST.newlyLate(newly_late) : COST.laterLate;
  return more_late_days > 0 ? `${lost}${COST.moreDays(more_late_days)}` : COST.nothingLate;
}

/** An earlier day, and what it costs the others. */
export const earlierText = (day: EarlierDay): string => `${formatMonthDay(day.date)}: ${COST.move(day.moved_orders)}、${lostText(day)}`;

/** Such a day. */
export interface EarlierDay {
  date: PlantDate;
  moved_orders: number;
  newly_late: number;
  more_late_days: number;
}

/** What a day is beside the one that was wished for. */
export const VERDICTS = {
  none: '回答できません',
  unwished: '希望日なし',
  kept: '希望日に間に合います',
  late: (days: number): string => `希望日より${counted(days)}日遅い`,
} as const;

export const ANSWERS_FILE = '納期回答';
