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
  | { kind: 'stop'; facility: string; from: string; to: string; reason: string }
  | { kind: 'order'; serial: string; delivery_date: string; priority: string; pieces: string }
  | { kind: 'order_added'; product: string; pieces: string; delivery_date: string; ready_date: string }
  | { kind: 'order_removed'; serial: string };

/** What each kind begins with. */
export const DRAFTS: { readonly [Kind in Draft['kind']]: Extract<Draft, { kind: Kind }> } = {
  availability: { kind: 'availability', facility: '', from_date: '', to_date: '', units: '1' },
  holiday: { kind: 'holiday', date: '', closed: 'open' },
  partner: { kind: 'partner', partner: '', lead_days: '1' },
  stop: { kind: 'stop', facility: '', from: '', to: '', reason: '' },
  order: { kind: 'order', serial: '', delivery_date: '', priority: '', pieces: '' },
  order_added: { kind: 'order_added', product: '', pieces: '', delivery_date: '', ready_date: '' },
  order_removed: { kind: 'order_removed', serial: '' },
};

/** Looks up what people write down: orders and products whose number has a text in it. */
export interface Lookup {
  orders(serial: string): Promise<readonly { id: number; serial_number: string }[]>;
  products(code: string): Promise<readonly { id: number; product_code: string; product_name: string }[]>;
}

interface Names {
  facilities: ReadonlyMap<string, string>;
  partners: ReadonlyMap<string, string>;
}

const whole = (text: string): number | undefined => (/^\d{1,5}$/.test(text.trim()) ? Number(text) : undefined);

const isCalled = (name: string, wanted: string): boolean => codeKey(name) === codeKey(wanted);

/** What was entered as a premise with its sentence; a text: what is missing. */
export async function premiseOf(draft: Draft, names: Names, lookup: Lookup): Promise<ToldPremise | string> {
  const orderOf = async (serial: string) => (await lookup.orders(serial)).find(({ serial_number }) => isCalled(serial_number, serial));
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
      const changes = {
        ...(draft.delivery_date === '' ? {} : { delivery_date: draft.delivery_date }),
        ...(draft.priority === '' ? {} : { priority: draft.priority as Priority }),
        ...(draft.pieces === '' ? {} : { pieces: whole(draft.pieces) ?? 0 }),
      };
      if (Object.keys(changes).length === 0 || changes.pieces === 0) return PREMISES.incomplete;
      const order = await orderOf(serial);
      if (!order) return PREMISES.noOrder(serial);
      const said = { kind: 'order', order_id: order.id, ...changes } as const;
      return { ...said, text: premiseText({ ...said, serial_number: order.serial_number }) };
    }
    case 'order_removed': {
      const serial = draft.serial.trim();
      if (serial === '') return PREMISES.incomplete;
      const order = await orderOf(serial);
      if (!order) return PREMISES.noOrder(serial);
      const said = { kind: 'order_removed', order_id: order.id } as const;
      return { ...said, text: premiseText({ ...said, serial_number: order.serial_number }) };
    }
    case 'order_added': {
      const [code, pieces] = [draft.product.trim(), whole(draft.pieces)];
      if (code === '' || !pieces || draft.delivery_date === '') return PREMISES.incomplete;
      const product = (await lookup.products(code)).find(({ product_code }) => isCalled(product_code, code));
      if (!product) return PREMISES.noProduct(code);
      const { id: product_id, product_name } = product;
      const said = { kind: 'order_added', pieces, delivery_date: draft.delivery_date } as const;
      const ready = draft.ready_date === '' ? {} : { ready_date: draft.ready_date };
      return { ...said, ...ready, product_id, text: premiseText({ ...said, product_name }) };
    }
    case 'stop': {
      const { facility, from, to, reason } = draft;
      const facility_name = names.facilities.get(facility);
      if (facility_name === undefined || from === '') return PREMISES.incomplete;
      const said = { kind: 'stop', from, to: to || from, reason: reason.trim() } as const;
      return { ...said, facility_id: Number(facility), text: premiseText({ ...said, facility_name }) };
    }
  }
}

/** Premises as they are asked for. */
export const askedOf = (premises: readonly ToldPremise[]): Premise[] => premises.map(({ text: _, ...premise }) => premise);
