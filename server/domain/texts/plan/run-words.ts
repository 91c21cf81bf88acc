import { formatDate, isPlantDate } from '../../ground/plant-time.ts';
import { counted as inDigits } from '../numbers.ts';

/** Plain values of a message, as the engine gives them. `lots` are the first names of a group, `count` how many there are. */
export type RunMessageParams = Record<string, string | number | null | readonly (string | number)[] | undefined>;

const LISTED = 5;

/** A parameter that is a count, as it is read: 9,640. */
export const counted = (value: RunMessageParams[string]): string => inDigits(Number(value));

/** `立案対象外 3製番`: orders of which something is excluded from the plan. */
export const excludedOrders = (count: number): string => `立案対象外 ${inDigits(count)}製番`;

/** The names of a group, the first few (`listed`) by name. */
export function names(params: RunMessageParams, listed = LISTED): string {
  const all = Array.isArray(params.lots) ? params.lots.map(String) : [];
  const count = Math.max(Number(params.count ?? all.length), all.length);
  const shown = all.slice(0, listed);
  return `${shown.join('、')}${count > shown.length ? ` ほか${counted(count - shown.length)}件` : ''}`;
}

/** The same as serial numbers. */
export const serials = (params: RunMessageParams): string => `製番 ${names(params)}`;
/** A date with its weekday: 2026/04/01(水). */
export const dated = (value: RunMessageParams[string]): string =>
  typeof value === 'string' && isPlantDate(value) ? formatDate(value) : String(value ?? '');

/** A parameter that is a list; none: empty. */
export const listOf = (value: RunMessageParams[string]): readonly (string | number)[] => (Array.isArray(value) ? value : []);
