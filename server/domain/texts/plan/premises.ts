import { formatMonthDay, type PlantDate } from '../../ground/plant-time.ts';
import type { Priority } from '../../plant/priority.ts';
import { PRIORITY_WORDS } from './priority.ts';

/** 前提: changes of the plant that are tried before they are made. */

/** A premise as far as a sentence needs it. */
export type PremiseSaid =
  | { kind: 'availability'; facility_name: string; from_date: PlantDate; to_date: PlantDate; units: number }
  | { kind: 'stop'; facility_name: string; from: PlantDate; to: PlantDate; reason: string }
  | { kind: 'holiday'; date: PlantDate; closed: boolean }
  | { kind: 'partner'; name: string; lead_days: number }
  | { kind: 'answer'; process: string; date: PlantDate }
  | { kind: 'order'; serial_number: string; delivery_date?: PlantDate | null; priority?: Priority; pieces?: number }
  | { kind: 'order_added'; product_name: string; pieces: number; delivery_date: PlantDate | null }
  | { kind: 'order_removed'; serial_number: string }
  | { kind: 'unlock'; process: string }
  | { kind: 'setting'; name: string; value: string | number | boolean }
  | { kind: 'order_first' };

const during = (from: PlantDate, to: PlantDate): string => `${formatMonthDay(from)}から${formatMonthDay(to)}まで`;

/** One change of the plant that is tried, in a sentence. */
export function premiseText(premise: PremiseSaid): string {
  switch (premise.kind) {
    case 'availability':
      return premise.from_date === premise.to_date
        ? `${formatMonthDay(premise.from_date)}に${premise.facility_name}を${premise.units}台で稼働`
        : `${during(premise.from_date, premise.to_date)}${premise.facility_name}を${premise.units}台にする`;
    case 'stop': {
      const days = premise.from === premise.to ? `${formatMonthDay(premise.from)}に` : during(premise.from, premise.to);
      return `${days}${premise.facility_name}を止める${premise.reason === '' ? '' : `（${premise.reason}）`}`;
    }
    case 'holiday':
      return `${formatMonthDay(premise.date)}を${premise.closed ? '休業' : '稼働'}にする`;
    case 'partner':
      return `外注先「${premise.name}」の外注LTを${premise.lead_days}日にする`;
    case 'answer':
      return `${premise.process}の回答納期を${formatMonthDay(premise.date)}にする`;
    case 'order':
      return `${premise.serial_number}を${orderChanges(premise).join('、')}にする`;
    case 'order_added':
      return `「${premise.product_name}」${premise.pieces}個の受注を加える${premise.delivery_date === null ? '' : `（納期${formatMonthDay(premise.delivery_date)}）`}`;
    case 'order_removed':
      return `${premise.serial_number}をなくす`;
    case 'unlock':
      return `${premise.process}のロックを外す`;
    case 'setting':
      return `計画設定「${premise.name}」を${premise.value}にする`;
    case 'order_first':
      return 'ほかの製番より先に置く';
  }
}

/** A sentence of premises as it stands before 「と」: a noun at its end becomes a verb. */
export const supposed = (text: string): string => (text.endsWith(WORKING) ? `${text}させる` : text);
const WORKING = '稼働';

/** The day that a sentence begins with. */
const DAY = /^[\d/]+\(.\)(?=に)/;

/** Several premises in one sentence: days of one thing follow each other. */
export function premisesText(texts: readonly string[]): string {
  const days = texts.flatMap((text) => DAY.exec(text)?.[0] ?? []);
  const what = texts[0]?.slice(days[0]?.length) ?? '';
  const isOne = days.length === texts.length && texts.every((text, at) => text.slice(days[at]!.length) === what);
  return isOne ? days.join('・') + what : texts.join('、');
}

function orderChanges({ delivery_date, priority, pieces }: Extract<PremiseSaid, { kind: 'order' }>): string[] {
  return [
    ...(delivery_date === undefined ? [] : [delivery_date === null ? '納期なし' : `納期${formatMonthDay(delivery_date)}`]),
    ...(priority === undefined ? [] : [`「${PRIORITY_WORDS[priority]}」`]),
    ...(pieces === undefined ? [] : [`${pieces}個`]),
  ];
}

/** Why a premise cannot be, or is not written to the plant. */
export const PREMISE_TEXTS = {
  wrong: (number: number, why: string): string => `前提${number}: ${why}`,
  incomplete: '項目が足りません。',
  unknown: {
    facility: '設備がありません。',
    partner: '外注先がありません。',
    order: '製番がありません。',
    process: '工程がありません。',
    product: '品目がありません。',
  },
  order: '終わりの日が始まりの日より前です。',
  past: '過ぎた日は変えられません。',
  long: (days: number): string => `期間は${days}日までです。`,
  nothing: '納期、優先度、個数のどれかを指定してください。',
  not_outsourced: '外注の工程ではありません。',
  finished: '完了した工程です。',
  no_routing: 'この品目の工程が分かる製番がないため、受注を加えられません。',
  /** Of a plan that is to be published, before it is. */
  impossible: (text: string, why: string): string => `前提「${text}」は反映できません: ${why}`,
  not_added: '受注は取込で加えてください。',
  not_removed: '製番は受注一覧で削除してください。',
  /** Of a plan whose premises have changed since. */
  unplanned: '前提を変えたあと、まだ立案していません。',
  /** What was written is otherwise now. */
  changed: (text: string): string => `前提「${text}」の設定がその後変更されたため、元に戻せません。`,
} as const;
