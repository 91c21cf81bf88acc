import { formatMonthDay, type PlantDate } from '../../server/domain/ground/plant-time.ts';

/** `11/25(水)`, both numbers of two digits, so that days stand under one another. */
export function day(date: PlantDate): string {
  const [, month, rest] = /^(\d+)\/(\d+\(.\))$/.exec(formatMonthDay(date)) ?? [];
  return month === undefined || rest === undefined ? date : `${month.padStart(2, '0')}/${rest.padStart(5, '0')}`;
}

/** `11/23(月)〜11/29(日)`. */
export const span = (from: PlantDate, to: PlantDate): string => (from === to ? day(from) : `${day(from)}〜${day(to)}`);
