import type { components } from '../../contract/types.ts';
import type { Db } from '../../db/types.ts';
import { invalid } from '../../domain/ground/errors.ts';
import { datesBetween } from '../../domain/ground/plant-time.ts';
import { premiseText } from '../../domain/texts/plan/premises.ts';
import { SCENARIO_TEXTS as TEXTS } from '../../domain/texts/plan/scenarios.ts';
import type { PlanPremise as Kept } from '../plan/publish.service.ts';
import { type Named, namesOf } from './scenarios.store.ts';

type Asked = components['schemas']['PremiseAsked'];

/** Longer than any plan looks ahead. */
const MOST_DAYS = 800;

const idsOf = (premises: readonly Asked[], field: 'facility_id' | 'order_id' | 'outsourcing_id'): number[] =>
  premises.flatMap((premise) => premise[field] ?? []);

/** Premises as they are kept. Throws invalid, with a sentence for each that cannot be. */
export async function keptPremises(db: Db, premises: readonly Asked[]): Promise<Kept[]> {
  const known = await namesOf(db, {
    facilities: idsOf(premises, 'facility_id'),
    orders: idsOf(premises, 'order_id'),
    partners: idsOf(premises, 'outsourcing_id'),
  });
  const kept = premises.map((premise) => KINDS[premise.kind](premise, known));
  const wrong = kept.flatMap((one, at) => (typeof one === 'string' ? [TEXTS.premise_wrong(at + 1, one)] : []));
  if (wrong.length > 0) throw invalid({ premises: wrong });
  return kept as Kept[];
}

/** How each kind is checked and kept; a text: why it cannot be. */
const KINDS: { readonly [Kind in Asked['kind']]: (asked: Asked, known: Named) => Kept | string } = {
  availability({ facility_id, from_date, to_date, units }, { facilities }) {
    if (facility_id === undefined || from_date === undefined || to_date === undefined || units === undefined)
      return TEXTS.premise_incomplete;
    const facility_name = facilities.get(facility_id);
    if (facility_name === undefined) return TEXTS.premise_unknown.facility;
    if (to_date < from_date) return TEXTS.premise_order;
    if (datesBetween(from_date, to_date).length > MOST_DAYS) return TEXTS.premise_long(MOST_DAYS);
    const premise = { kind: 'availability', facility_id, from_date, to_date, units } as const;
    return { ...premise, text: premiseText({ ...premise, facility_name }) };
  },
  holiday({ date, closed }) {
    if (date === undefined || closed === undefined) return TEXTS.premise_incomplete;
    const premise = { kind: 'holiday', date, closed } as const;
    return { ...premise, text: premiseText(premise) };
  },
  partner({ outsourcing_id, lead_days }, { partners }) {
    if (outsourcing_id === undefined || lead_days === undefined) return TEXTS.premise_incomplete;
    const partner = partners.get(outsourcing_id);
    if (!partner) return TEXTS.premise_unknown.partner;
    const { name, outsourcing_code } = partner;
    return { kind: 'partner', outsourcing_id, outsourcing_code, lead_days, text: premiseText({ kind: 'partner', name, lead_days }) };
  },
  order({ order_id, priority }, { orders }) {
    if (order_id === undefined || priority === undefined) return TEXTS.premise_incomplete;
    const serial_number = orders.get(order_id);
    if (serial_number === undefined) return TEXTS.premise_unknown.order;
    const premise = { kind: 'order', order_id, priority } as const;
    return { ...premise, text: premiseText({ ...premise, serial_number }) };
  },
};
