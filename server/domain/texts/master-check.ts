import { formatDate } from '../ground/plant-time.ts';
import { fewListed } from './few.ts';

const product = (code: string, name: string): string => `製品 ${code}（${name}）`;
const some = (names: readonly string[]): string => fewListed(names, '件');

/** The findings of マスタ点検 as sentences, each complete by itself and with its remedy. */
export const masterCheckTexts = {
  productUnknown: (code: string, serials: readonly string[]): string =>
    `製品ｺｰﾄﾞ「${code}」が製品に登録されていません（製番 ${some(serials)}）。製品を取り込んでください。`,
  heatMissing: (code: string, name: string, tasks: readonly string[]): string =>
    `${product(code, name)}に熱処理「${tasks.join('、')}」の条件が登録されていません。`,
  heatWithoutTemperature: (code: string, name: string, tasks: readonly string[]): string =>
    `${product(code, name)}の熱処理「${tasks.join('、')}」の温度が0のままです。`,
  demoldingMissing: (code: string, name: string): string =>
    `${product(code, name)}の解枠時間が登録されておらず、工程情報の解枠LT(日)も0です。鋳込の直後に解枠する計画になります。`,
  dimensionsMissing: (code: string, name: string): string =>
    `${product(code, name)}の奥行・幅・高さがそろっていません。炉に入るかどうかを判定できません。`,
  dimensionsUnit: (code: string, name: string, largest: number): string =>
    `${product(code, name)}の寸法 ${largest} はmmで入力されているようです。単位はmです。`,
  volumeMismatch: (code: string, name: string, volume: number, box: number): string =>
    `${product(code, name)}の容積 ${volume}m3 が、寸法から求めた容積 ${box}m3 と合いません。`,
  pieceTooLarge: (code: string, name: string, tasks: readonly string[]): string =>
    `${product(code, name)}は「${tasks.join('、')}」のどの設備にも入りません（寸法、容積または単重量）。`,
  noFacilityOfProduct: (code: string, name: string, tasks: readonly string[]): string =>
    `${product(code, name)}の「${tasks.join('、')}」に指定された設備は使用できません。`,
  noFacility: (code: string, name: string): string => `工程 ${code}（${name}）を行える設備がありません。`,
  noUnits: (code: string, name: string): string => `工程 ${code}（${name}）を行える設備は、設備数がすべて0です。`,
  weightUnit: (code: string, name: string, weight: number): string =>
    `設備 ${code}（${name}）の最大重量 ${weight}kg は小さすぎます。最大重量の単位はkgです。t単位で入力されていませんか。`,
  furnaceLimits: (code: string, name: string): string =>
    `設備 ${code}（${name}）の最大重量・寸法・容積がそろっていません。空欄または0の項目は制限なしとして計画します。`,
  weekdaysClosed: (code: string, name: string, tasks: readonly string[]): string =>
    `${product(code, name)}の熱処理「${tasks.join('、')}」の基本実施曜日は、すべて休日です。`,
  lotTwice: (serial: string, keep: string, drop: string): string =>
    `製番 ${serial} に、先頭の0だけが違う追番「${keep}」と「${drop}」があります。`,
  productTwice: (keep: string, drop: string): string => `先頭の0だけが違う製品「${keep}」と「${drop}」があります。`,
  orderTwice: (keep: string, drop: string): string =>
    `先頭の0だけが違う製番「${keep}」と「${drop}」があります。同じオーダーなら、どちらかを削除してください。`,
  noDouble: 'すでに1つになっています。再点検してください。',
  fixedDouble: (drop: string): string =>
    `追番「${drop}」に、ロックまたは終了した工程があります。ロックや終了を解除してから、1つにまとめてください。`,
  monthWithoutHolidays: (month: string): string => `${month.replace('-', '年')}月に休日が1日も登録されていません。`,
  calendarEnds: (last: string | null): string =>
    `休日は${last ? formatDate(last) : '1日も登録されておらず、'}${last ? 'までしか登録されていません。' : ''}以後は土日だけを休日として計画します。`,
} as const;
