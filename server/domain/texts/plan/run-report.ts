import { formatMonthDay, isPlantDate, type PlantDate } from '../../ground/plant-time.ts';
import type { PlanPart } from '../../plant/plan-inputs.ts';
import { counted } from '../numbers.ts';

/** A change to a part of the plan's inputs, as a reason tells it. */
export interface InputChange {
  part: PlanPart;
  /** What people call the row: a name, a code, a day; of a whole table `*`. */
  key: string;
  did: 'added' | 'changed' | 'removed' | 'imported';
  /** What the files of an import hold. */
  imported?: string;
  /** It is a stop of the facility: that it lasts, or is over. */
  stop?: 'begun' | 'ended';
}

/** People's names for the parts of a plan's inputs. */
export const PART_NAMES: Readonly<Record<PlanPart, string>> = {
  holidays: '休日',
  availability: '設備稼働',
  orders: 'オーダー',
  products: '製品',
  facilities: '設備',
  tasks: '工程',
  outsourcing: '外注',
  settings: '立案の設定',
};
const DID = { added: 'の追加', changed: 'の変更', removed: 'の削除', imported: 'の取り込み' } as const;
const STOP_WORDS = { begun: '故障・停止', ended: '再開' } as const;
const DID_BACK = 'の取り消し';
const EVERYTHING = '*';
const NAMED = 2;

const nameOf = (key: string): string => (isPlantDate(key) ? formatMonthDay(key) : key);

function one({ part, key, did, imported, stop }: InputChange): string {
  if (did === 'imported') return `${imported ?? PART_NAMES[part]}${DID.imported}`;
  if (part === 'settings') return `${PART_NAMES.settings}${DID.changed}`;
  if (key === EVERYTHING) return `${PART_NAMES[part]}の全削除`;
  if (stop) return `${key}の${STOP_WORDS[stop]}${did === 'removed' ? DID_BACK : ''}`;
  if (part === 'availability') return `${key}の設備稼働変更`;
  if (part === 'holidays' && did === 'removed') return `休日 ${nameOf(key)} の取り消し`;
  return `${PART_NAMES[part]} ${nameOf(key)} ${DID[did]}`;
}

/** Why a plan became another: one part of what it is made from, by the changes that it had. */
export function inputReason(part: PlanPart, changes: readonly InputChange[]): string {
  const distinct = [...new Map(changes.map((change) => [`${change.did} ${change.key}`, change])).values()];
  const [only] = distinct;
  if (!only) return `${PART_NAMES[part]}${DID.changed}`;
  if (distinct.length === 1) return one(only);
  const imported = distinct.filter(({ did }) => did === 'imported');
  if (imported.length === distinct.length) return [...new Set(imported.map(one))].join('、');
  const { stop } = only;
  if (stop && distinct.every((one) => one.stop === stop && one.did !== 'removed'))
    return `${distinct.map(({ key }) => key).join('、')}の${STOP_WORDS[stop]}`;
  const names = [...new Set(distinct.map(({ key }) => nameOf(key)))].filter((name) => name !== EVERYTHING);
  const more = names.length > NAMED ? ` ほか${counted(names.length - NAMED)}件` : '';
  return `${PART_NAMES[part]}${DID.changed}(${names.slice(0, NAMED).join('、')}${more})`;
}

/** この製番を先に: 026Y0189、026Y0190; nothing where a run placed none first. */
export const placedFirst = (orders: readonly { serial_number: string }[]): string[] =>
  orders.length === 0 ? [] : [`この製番を先に: ${orders.map(({ serial_number }) => serial_number).join('、')}`];

/** Other reasons: what people did to the plan itself, what the shop floor reported, the day, the run's own options. */
export const OTHER_REASONS = {
  edited: '手で変えた工程の反映',
  marked: '今日の作業で記録した実績の反映',
  day: (from: PlantDate, to: PlantDate): string => `日付の経過(${formatMonthDay(from)} → ${formatMonthDay(to)})`,
  options: '立案条件の変更',
} as const;
