import type { Knex } from 'knex';
import type { components } from '../../contract/types.ts';
import { PUBLISHED } from '../../db/plan.ts';
import { closedDaysBetween } from '../../db/sql/calendar.ts';
import { datesBetween, type PlantDate } from '../../domain/ground/plant-time.ts';
import { premiseText, PREMISE_TEXTS as TEXTS } from '../../domain/texts/plan/premises.ts';
import { withPieces } from '../../scheduling/index.ts';
import type { PlanPremise as Kept } from '../plan/publish.service.ts';
import { PLAN_SETTINGS_KEY, settingProblem, withStored } from '../runs/ask/plan-settings.service.ts';
import {
  type Named,
  type RowChange,
  rowsNow,
  tasksOfOrder,
  tasksOfPartner,
  unitsOf,
  type Written,
  type WrittenTable,
  workOfTask,
} from './premises.store.ts';

export type Asked = components['schemas']['PremiseAsked'];
type Kind = Asked['kind'];
type KeptOf<K extends Kind> = Extract<Kept, { kind: K }>;

/** What is known when premises are checked. */
export interface Known extends Named {
  today: PlantDate;
}

/** How a kind of premises is checked, said and written. */
interface KindOf<K extends Kind> {
  /** As it is kept; a text: why it cannot be. `at`: which of the premises it is. */
  kept(asked: Asked, known: Known, at: number): KeptOf<K> | string;
  /** The rows of the plant that it comes to; a text: why they are not written; absent: it is of the plan alone. */
  rows?: ((trx: Knex.Transaction, premise: KeptOf<K>, actor: string) => Promise<Written[]>) | string;
}

/** Longer than any plan looks ahead. */
const MOST_DAYS = 800;

function daysProblem(from: PlantDate, to: PlantDate, today: PlantDate): string | undefined {
  if (to < from) return TEXTS.order;
  if (to < today) return TEXTS.past;
  return datesBetween(from, to).length > MOST_DAYS ? TEXTS.long(MOST_DAYS) : undefined;
}

/** The rows with these keys, each as it stands and as it is to be; those that stand so already are none. */
async function changesOf<Key extends RowChange['key']>(
  trx: Knex.Transaction,
  table: WrittenTable,
  keys: readonly Key[],
  become: (old: RowChange['old'], at: number) => RowChange['now'],
): Promise<Written[]> {
  const before = await rowsNow(trx, table, keys);
  const rows = keys
    .map((key, at) => ({ key, old: before[at]!, now: become(before[at]!, at) }))
    .filter(({ old, now }) => JSON.stringify(old) !== JSON.stringify(now));
  return rows.length === 0 ? [] : [{ table, rows }];
}

/** So many units of a facility on days: no row where that is what it has on a working day. */
async function unitsOn(
  trx: Knex.Transaction,
  facility_id: number,
  days: readonly PlantDate[],
  units: number,
  opens: boolean,
): Promise<Written[]> {
  const closed = await closedDaysBetween(trx, days[0]!, days.at(-1)!);
  const working = days.filter((date) => !closed.has(date));
  const told = opens && working.length > 0 ? working : days;
  const own = await unitsOf(trx, facility_id);
  const keys = told.map((date) => ({ facility_id, date }));
  return changesOf(trx, 'facility_availabilities', keys, (_, at) => (units === own && !closed.has(told[at]!) ? null : { units }));
}

/** Every kind of premises: how it is checked, said and written. */
export const KINDS: { readonly [K in Kind]: KindOf<K> } = {
  availability: {
    kept({ facility_id, from_date, to_date, units }, { facilities, today }) {
      if (facility_id === undefined || from_date === undefined || to_date === undefined || units === undefined) return TEXTS.incomplete;
      const facility_name = facilities.get(facility_id);
      if (facility_name === undefined) return TEXTS.unknown.facility;
      const premise = { kind: 'availability', facility_id, from_date, to_date, units } as const;
      return daysProblem(from_date, to_date, today) ?? { ...premise, text: premiseText({ ...premise, facility_name }) };
    },
    rows: (trx, { facility_id, from_date, to_date, units }) => unitsOn(trx, facility_id, datesBetween(from_date, to_date), units, true),
  },
  stop: {
    kept({ facility_id, from, to, reason = '' }, { facilities, today }) {
      if (facility_id === undefined || from === undefined || to === undefined) return TEXTS.incomplete;
      const facility_name = facilities.get(facility_id);
      if (facility_name === undefined) return TEXTS.unknown.facility;
      const premise = { kind: 'stop', facility_id, from, to, reason } as const;
      return daysProblem(from, to, today) ?? { ...premise, text: premiseText({ ...premise, facility_name }) };
    },
    rows: (trx, { facility_id, from, to }) => unitsOn(trx, facility_id, datesBetween(from, to), 0, false),
  },
  holiday: {
    kept({ date, closed }, { today }) {
      if (date === undefined || closed === undefined) return TEXTS.incomplete;
      if (date < today) return TEXTS.past;
      const premise = { kind: 'holiday', date, closed } as const;
      return { ...premise, text: premiseText(premise) };
    },
    rows: (trx, { date, closed }) => changesOf(trx, 'holidays', [{ date }], () => (closed ? {} : null)),
  },
  partner: {
    kept({ outsourcing_id, lead_days }, { partners }) {
      if (outsourcing_id === undefined || lead_days === undefined) return TEXTS.incomplete;
      const partner = partners.get(outsourcing_id);
      if (!partner) return TEXTS.unknown.partner;
      const { name, outsourcing_code } = partner;
      return { kind: 'partner', outsourcing_id, outsourcing_code, lead_days, text: premiseText({ kind: 'partner', name, lead_days }) };
    },
    rows: async (trx, { outsourcing_code, lead_days }) => {
      const keys = (await tasksOfPartner(trx, outsourcing_code)).map((id) => ({ id }));
      return changesOf(trx, 'order_tasks', keys, (old) => old && { ...old, solution_frame_days: lead_days });
    },
  },
  answer: {
    kept({ order_task_id, date }, { processes }) {
      if (order_task_id === undefined || date === undefined) return TEXTS.incomplete;
      const process = processes.get(order_task_id);
      if (!process) return TEXTS.unknown.process;
      if (!process.outsourced) return TEXTS.not_outsourced;
      if (process.finished) return TEXTS.finished;
      return { kind: 'answer', order_task_id, date, text: premiseText({ kind: 'answer', process: process.name, date }) };
    },
    rows: async (trx, { order_task_id, date }, actor) => {
      const work = await workOfTask(trx, PUBLISHED, order_task_id);
      if (!work) return [];
      const first = { ...work, answered_date: null, completed_quantity: null, note: '', handed_on: null, answered_by: actor };
      return changesOf(trx, 'outsourcing_answers', [{ order_task_id }], (old) => ({ ...(old ?? first), answered_date: date }));
    },
  },
  order: {
    kept({ order_id, delivery_date, priority, pieces }, { orders }) {
      if (order_id === undefined) return TEXTS.incomplete;
      if (delivery_date === undefined && priority === undefined && pieces === undefined) return TEXTS.nothing;
      const serial_number = orders.get(order_id);
      if (serial_number === undefined) return TEXTS.unknown.order;
      const said = {
        ...(delivery_date === undefined ? {} : { delivery_date }),
        ...(priority === undefined ? {} : { priority }),
        ...(pieces === undefined ? {} : { pieces }),
      };
      return { kind: 'order', order_id, ...said, text: premiseText({ kind: 'order', serial_number, ...said }) };
    },
    rows: async (trx, { order_id, delivery_date, priority, pieces }) => {
      const [order] = await changesOf(trx, 'orders', [{ id: order_id }], (old) => {
        if (!old) return old;
        return {
          delivery_date: delivery_date === undefined ? old.delivery_date : delivery_date,
          priority: priority ?? old.priority,
          number: pieces ?? old.number,
        };
      });
      const before = Number(order?.rows[0]?.old?.number);
      if (!order || pieces === undefined || before === pieces) return order ? [order] : [];
      const tasks = await tasksOfOrder(trx, order_id);
      const keys = tasks.map(({ id }) => ({ id }));
      const own = await changesOf(trx, 'order_tasks', keys, (old, at) => {
        const { work_hours, order_quantity } = withPieces(tasks[at]!, pieces / Math.max(1, before));
        return old && { ...old, work_hours, order_quantity };
      });
      return [order, ...own];
    },
  },
  order_added: {
    kept({ product_id, pieces, delivery_date, ready_date }, { products, today }, at) {
      if (product_id === undefined || pieces === undefined || delivery_date === undefined) return TEXTS.incomplete;
      const product = products.get(product_id);
      if (!product) return TEXTS.unknown.product;
      if (product.routing_order_id === null) return TEXTS.no_routing;
      const { name: product_name, routing_order_id } = product;
      const said = { product_id, pieces, delivery_date, ready_date: ready_date ?? today, routing_order_id };
      return {
        kind: 'order_added',
        order_id: -1 - at,
        ...said,
        text: premiseText({ kind: 'order_added', product_name, pieces, delivery_date }),
      };
    },
    rows: TEXTS.not_added,
  },
  order_removed: {
    kept({ order_id }, { orders }) {
      if (order_id === undefined) return TEXTS.incomplete;
      const serial_number = orders.get(order_id);
      if (serial_number === undefined) return TEXTS.unknown.order;
      return { kind: 'order_removed', order_id, text: premiseText({ kind: 'order_removed', serial_number }) };
    },
    rows: TEXTS.not_removed,
  },
  unlock: {
    kept({ order_task_id }, { processes }) {
      if (order_task_id === undefined) return TEXTS.incomplete;
      const process = processes.get(order_task_id);
      if (!process) return TEXTS.unknown.process;
      return { kind: 'unlock', order_task_id, text: premiseText({ kind: 'unlock', process: process.name }) };
    },
  },
  setting: {
    kept({ name, value }) {
      if (name === undefined || value === undefined) return TEXTS.incomplete;
      return settingProblem(name, value) ?? { kind: 'setting', name, value, text: premiseText({ kind: 'setting', name, value }) };
    },
    rows: (trx, { name, value }) =>
      changesOf(trx, 'settings', [{ key: PLAN_SETTINGS_KEY }], (old) => ({ value: withStored(old?.value, name, value) })),
  },
};
