import { addDays, weekday } from '../../server/domain/ground/plant-time.ts';
import { demoFacilities, demoTasks, taskName } from './plant/masters.ts';
import { demoEmployees, demoOutsourcings } from './plant/people.ts';
import type { AvailabilityRow, Demo, HeatTreatmentRow, HolidayRow, LockRow } from './types.ts';

/** A small plant with few orders, written by hand, from which the one planted cause can be taken away. */
export type CaseStep = {
  task: string;
  setup?: number;
  work?: number;
  /** Partner and its days. */
  partner?: string;
  lead?: number;
  received?: boolean;
};
export type CaseHeat = { task: string; temperature?: number; retention?: number; weekdays?: string; waiting?: number };
export type CaseOrder = {
  serial: string;
  /** Days from the plant's today. */
  casting: number;
  delivery: number;
  weight?: number;
  steps: CaseStep[];
  heats?: CaseHeat[];
  /** Hours in the mould. */
  demolding?: number;
  /** Machines that the product may be made on. */
  machines?: { task: string; facility: string }[];
};
export type CasePlant = {
  today: string;
  orders: CaseOrder[];
  /** Units of facilities; 0 closes one, absent facilities of the same process are left out. */
  units: { [facility: string]: number };
  /** Closed besides Saturdays and Sundays, in days from today. */
  closed?: number[];
  availabilities?: AvailabilityRow[];
  locks?: LockRow[];
};

/** The Monday on or after a day: cases count their days from it. */
export const caseDay = (today: string): string => addDays(today, (8 - weekday(today)) % 7);

const CALENDAR_DAYS_BEFORE = 60;
const CALENDAR_DAYS_AFTER = 1200;

function holidaysOf({ today, closed = [] }: CasePlant): HolidayRow[] {
  const extra = new Set(closed.map((days) => addDays(today, days)));
  return Array.from({ length: CALENDAR_DAYS_BEFORE + CALENDAR_DAYS_AFTER }, (_, index) => {
    const date = addDays(today, index - CALENDAR_DAYS_BEFORE);
    return { date, is_holiday: weekday(date) === 0 || weekday(date) === 6 || extra.has(date) };
  });
}

const productCode = (order: CaseOrder): string => `CASE-${order.serial}`;
const BOX = { depth: 0.6, width: 0.5, height: 0.4, volume_factor: 1.1, volume: 0.132, round_up: 0.14 };

function treatmentRows(order: CaseOrder): HeatTreatmentRow[] {
  const blank = { product_code: productCode(order), facility_code: '', demolding_time: null, work_settings: '' };
  const untreated = { temperature: null, retention_time: null, cooling_method: null, cooling_time: null, waiting_days: null };
  return [
    { ...blank, ...untreated, task_code: '320-3121-060', demolding_time: order.demolding ?? 16 },
    ...(order.heats ?? []).map((heat) => ({
      ...blank,
      task_code: heat.task,
      temperature: heat.temperature ?? 900,
      retention_time: heat.retention ?? 4,
      cooling_method: '空冷' as const,
      cooling_time: 4,
      work_settings: heat.weekdays ?? '',
      waiting_days: heat.waiting ?? 1,
    })),
    ...(order.machines ?? []).map(({ task, facility }) => {
      return { ...blank, ...untreated, task_code: task, facility_code: facility, waiting_days: 0 };
    }),
  ];
}

function orderRows(order: CaseOrder, today: string): Pick<Demo, 'orders' | 'order-tasks' | 'castings' | 'products'> {
  const { serial, weight = 100 } = order;
  const casting_date = addDays(today, order.casting);
  const partners = new Map(demoOutsourcings().map((partner) => [partner.outsourcing_code, partner.name]));
  const product = { product_code: productCode(order), product_name: `試験品 ${serial}` };
  const untreated = { task_code: '', task_name: '', temperature: null, retention_time: null, cooling_method: null };
  return {
    products: [{ ...product, customer_name: '北霞重機工業株式会社', ...untreated, ...BOX }],
    orders: [
      {
        serial_number: serial,
        ...product,
        number: 1,
        weight,
        delivery_status: '素材',
        material: 'SC480',
        delivery_date: addDays(today, order.delivery),
        casting_date,
      },
    ],
    castings: [{ serial_number: serial, lot_number: '01', casting_date }],
    'order-tasks': order.steps.map((step, index) => ({
      serial_number: serial,
      lot_number: '01',
      arrangement: step.partner ? '外注' : '内作',
      task_sort: (index + 1) * 10,
      task_code: step.task,
      task_name: taskName(step.task),
      outsourcing_code: step.partner ?? '',
      order_name: partners.get(step.partner ?? '') ?? '',
      setup_hours: step.setup ?? (step.partner ? 0 : 0.5),
      work_hours: step.work ?? (step.partner ? 0 : 0.5),
      solution_frame_days: step.lead ?? 0,
      received: step.received ?? false,
      last_reception_date: step.received ? addDays(today, -3) : null,
      order_quantity: 1,
      received_quantity: step.received ? 1 : 0,
    })),
  };
}

/** The plant as a demo: the rows of the ten kinds with what belongs to them. */
export function plantOf(plant: CasePlant): Demo {
  const parts = plant.orders.map((order) => orderRows(order, plant.today));
  const facilities = demoFacilities(1)
    .filter((row) => row.facility_code in plant.units)
    .map((row) => ({ ...row, availability: plant.units[row.facility_code] ?? row.availability }));
  return {
    holidays: holidaysOf(plant),
    tasks: demoTasks(),
    facilities,
    outsourcings: demoOutsourcings(),
    employees: demoEmployees(1).slice(0, 4),
    products: parts.flatMap((part) => part.products),
    'heat-treatments': plant.orders.flatMap(treatmentRows),
    orders: parts.flatMap((part) => part.orders),
    'order-tasks': parts.flatMap((part) => part['order-tasks']),
    castings: parts.flatMap((part) => part.castings),
    options: {
      orders: plant.orders.length,
      seed: 0,
      today: plant.today,
      dirty: 0,
      products: plant.orders.length,
      months: 1,
      from_days: 0,
      casting_days: [0, 0],
      past_days: 0,
      capacity: 1,
      lead: 1,
    },
    availabilities: plant.availabilities ?? [],
    locks: plant.locks ?? [],
    defects: [],
  };
}
