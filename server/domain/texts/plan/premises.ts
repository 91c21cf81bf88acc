import { formatMonthDay, type PlantDate } from '../../ground/plant-time.ts';
import type { Priority } from '../../plant/priority.ts';
import { PRIORITY_WORDS } from './priority.ts';

/** 前提: changes of the plant that are tried before they are made. */

/** A premise as far as a sentence needs it. */
export type PremiseSaid =
  | { kind: 'availability'; facility_name: string; from_date: PlantDate; to_date: PlantDate; units: number }
  | { kind: 'holiday'; date: PlantDate; closed: boolean }
  | { kind: 'partner'; name: string; lead_days: number }
  | { kind: 'order'; serial_number: string; priority: Priority }
  | { kind: 'order_first' };

/** One change of the plant that is tried, in a sentence. */
export function premiseText(premise: PremiseSaid): string {
  switch (premise.kind) {
    case 'availability':
      return premise.from_date === premise.to_date
        ? `${formatMonthDay(premise.from_date)}に${premise.facility_name}を${premise.units}台で稼働`
        : `${formatMonthDay(premise.from_date)}から${formatMonthDay(premise.to_date)}まで${premise.facility_name}を${premise.units}台にする`;
    case 'holiday':
      return `${formatMonthDay(premise.date)}を${premise.closed ? '休業' : '稼働'}にする`;
    case 'partner':
      return `外注先「${premise.name}」の外注LTを${premise.lead_days}日にする`;
    case 'order':
      return `${premise.serial_number}を「${PRIORITY_WORDS[premise.priority]}」にする`;
    case 'order_first':
      return 'ほかの製番より先に置く';
  }
}
