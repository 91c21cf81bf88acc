import type { Body } from '../../server/contract/handlers.ts';
import { codeKey } from '../../server/domain/ground/fold.ts';
import type { Priority } from '../../server/domain/plant/priority.ts';
import { premiseText } from '../../server/domain/texts/plan/premises.ts';
import type { Plan } from '../providers/plan/published.ts';
import { PREMISES } from '../texts/plans.ts';

/** A premise as it is asked for, and with its sentence. */
export type Premise = NonNullable<Body<'createScenario'>['premises']>[number];
export type ToldPremise = Plan['premises'][number];

/** A premise that is being entered: everything as it stands in its fields. */
export type Draft =
  | { kind: 'availability'; facility: string; from_date: string; to_date: string; units: string }
  | { kind: 'holiday'; date: string; closed: string }
  | { kind: 'partner'; partner: string; lead_days: string }
  | { kind: 'order'; serial: string; priority: string };

/** What each kind begins with. */
export const DRAFTS: { readonly [Kind in Draft['kind']]: Extract<Draft, { kind: Kind }> } = {
  availability: { kind: 'availability', facility: '', from_date: '', to_date: '', units: '1' },
  holiday: { kind: 'holiday', date: '', closed: 'open' },
  partner: { kind: 'partner', partner: '', lead_days: '1' },
  order: { kind: 'order', serial: '', priority: 'rush' },
};

interface Names {
  facilities: ReadonlyMap<string, string>;
  partners: ReadonlyMap<string, string>;
}

const whole = (text: string): number | undefined => (/^\d{1,5}$/.test(text.trim()) ? Number(text) : undefined);

/** What was entered as a premise with its sentence; a text: what is missing. `ordered` gives the orders whose 製番 has a text in it. */
export async function premiseOf(
  draft: Draft,
  names: Names,
  ordered: (serial: string) => Promise<readonly { id: number; serial_number: string }[]>,
): Promise<ToldPremise | string> {
  switch (draft.kind) {
    case 'availability': {
      const { facility, from_date, to_date } = draft;
      const [facility_name, units] = [names.facilities.get(facility), whole(draft.units)];
      if (facility_name === undefined || from_date === '' || units === undefined) return PREMISES.incomplete;
      const said = { kind: 'availability', facility_id: Number(facility), from_date, to_date: to_date || from_date, units } as const;
      return { ...said, text: premiseText({ ...said, facility_name }) };
    }
    case 'holiday': {
      if (draft.date === '') return PREMISES.incomplete;
      const said = { kind: 'holiday', date: draft.date, closed: draft.closed === 'closed' } as const;
      return { ...said, text: premiseText(said) };
    }
    case 'partner': {
      const [name, lead_days] = [names.partners.get(draft.partner), whole(draft.lead_days)];
      if (name === undefined || lead_days === undefined) return PREMISES.incomplete;
      return { kind: 'partner', outsourcing_id: Number(draft.partner), lead_days, text: premiseText({ kind: 'partner', name, lead_days }) };
    }
    case 'order': {
      const serial = draft.serial.trim();
      if (serial === '') return PREMISES.incomplete;
      const order = (await ordered(serial)).find(({ serial_number }) => codeKey(serial_number) === codeKey(serial));
      if (!order) return PREMISES.noOrder(serial);
      const said = { kind: 'order', order_id: order.id, priority: draft.priority as Priority } as const;
      return { ...said, text: premiseText({ ...said, serial_number: order.serial_number }) };
    }
  }
}

/** Premises as they are asked for. */
export const askedOf = (premises: readonly ToldPremise[]): Premise[] => premises.map(({ text: _, ...premise }) => premise);
