import { addDays, instantAt } from '../../server/domain/ground/plant-time.ts';
import { type CaseOrder, type CasePlant, type CaseStep, caseDay, plantOf } from './causes-plant.ts';
import type { Demo } from './types.ts';

/** Why an order is late, in the vocabulary of the run's messages. */
export const CAUSES = {
  late_start: '着手遅れ',
  earlier_due: '先の納期の仕事',
  later_due: '後の納期の仕事',
  weekday: '曜日指定',
  outsourcing_lead: '外注LT',
  late_casting: '鋳込遅れ',
  demolding: '解枠待ち',
  waiting_days: '待ち日数',
  closed_calendar: '休業',
  lock: 'ロック',
} as const;
export type Cause = keyof typeof CAUSES;

/** A problem with one planted cause of lateness, and the same without it. Both are for 07:30 of `planted.options.today`, a Monday. */
export type PlantedLateness = {
  name: string;
  cause: Cause;
  /** Causes that name the same thing as well as `cause` does; `cause` among them. */
  accepts: readonly Cause[];
  planted: Demo;
  removed: Demo;
  /** The serial numbers that may be late in `planted`; at least one is, and none is in `removed`. */
  late_orders: string[];
};

type Case = { name: string; accepts?: Cause[]; late?: string[]; planted: CasePlant; removed: CasePlant };
type Builder = (today: string, size: number) => Case;

/** One unit of each place that the common route needs, and ten where nothing is to be scarce. */
const UNITS = {
  '320-01-06': 10,
  '320-02-01': 10,
  '320-02-02': 10,
  '320-03-02': 10,
  '320-04-01': 10,
  '320-05-03': 10,
  '320-07-05': 10,
  '320-08-01': 10,
  '320-09-01': 10,
};
const NORMALISE = '320-3123-020';
const ROUGHING = '320-5131-010';
const TARGET = '02610001';
const DEMOLD: CaseStep = { task: '320-3121-060' };
const HEAT: CaseStep = { task: NORMALISE, setup: 5, work: 4 };
const FINISH: CaseStep[] = [
  { task: '320-3124-010' },
  { task: '320-3125-010', work: 1.5 },
  { task: '320-4111-010' },
  { task: '320-6111-020' },
];
const ROUTE: CaseStep[] = [DEMOLD, { task: '320-3122-010' }, { task: '320-3122-020' }, HEAT, ...FINISH];

/** The order that is to be late: cast last Friday, three working days from the end of its route. */
const target = (change: Partial<CaseOrder>): CaseOrder => ({
  serial: TARGET,
  casting: -3,
  delivery: 7,
  steps: ROUTE,
  heats: [{ task: NORMALISE }],
  ...change,
});
const plant = (today: string, orders: CaseOrder[], change: Partial<CasePlant> = {}): CasePlant => ({
  today,
  orders,
  units: UNITS,
  ...change,
});
const serials = (count: number): string[] => Array.from({ length: count }, (_, index) => `0261${String(index + 1).padStart(4, '0')}`);

const lateCasting: Builder = (today, size) => ({
  name: 'casting two weeks late',
  planted: plant(today, [target({ casting: 14 + size, delivery: 12 })]),
  removed: plant(today, [target({ delivery: 12 })]),
});

const outsourcingLead: Builder = (today, size) => {
  const route = (lead: number): CaseStep[] => [
    ...ROUTE.slice(0, -1),
    { task: '320-9111-020', partner: 'G002', lead },
    { task: '320-6111-020' },
  ];
  return {
    name: 'partner takes weeks',
    planted: plant(today, [target({ delivery: 14, steps: route(21 + size) })]),
    removed: plant(today, [target({ delivery: 14, steps: route(5) })]),
  };
};

const demolding: Builder = (today, size) => ({
  name: 'long in the mould',
  planted: plant(today, [target({ delivery: 8, demolding: 360 + 24 * size })]),
  removed: plant(today, [target({ delivery: 8 })]),
});

const weekday: Builder = (today, size) => {
  // Eight hours of cutting bring the lot to the furnace on Tuesday, past Monday.
  const steps = ROUTE.map((step) => (step.task === '320-3122-020' ? { ...step, work: 8 + size * 0.5 } : step));
  const of = (weekdays: string): CaseOrder[] => [target({ delivery: 5, steps, heats: [{ task: NORMALISE, weekdays }] })];
  return { name: 'treated on Mondays only', planted: plant(today, of('月')), removed: plant(today, of('')) };
};

const waitingDays: Builder = (today, size) => {
  const of = (waiting: number): CaseOrder[] => [target({ delivery: 9, heats: [{ task: NORMALISE, waiting }] })];
  return { name: 'waits after treatment', planted: plant(today, of(14 + size)), removed: plant(today, of(1)) };
};

const furnaceCapacity: Builder = (today, size) => {
  const names = serials(10 + size);
  // One casting fills the furnace, and one run fills its day.
  const steps = ROUTE.map((step) => (step === HEAT ? { ...step, work: 8 } : step));
  const orders = names.map((serial) => target({ serial, delivery: 8, weight: 4500, steps, heats: [{ task: NORMALISE, retention: 8 }] }));
  return {
    name: 'one furnace for many heavy castings',
    accepts: ['later_due'],
    late: names,
    planted: plant(today, orders, { units: { ...UNITS, '320-05-03': 1 } }),
    removed: plant(today, orders, { units: { ...UNITS, '320-05-03': names.length } }),
  };
};

const machineCapacity: Builder = (today, size) => {
  const names = serials(7 + size);
  const steps: CaseStep[] = [DEMOLD, { task: ROUGHING, setup: 1, work: 15 }, { task: '320-6111-020' }];
  const machines = [{ task: ROUGHING, facility: '320-07-05' }];
  const orders = names.map((serial) => target({ serial, delivery: 9, steps, heats: [], machines }));
  return {
    name: 'one machine for many orders',
    accepts: ['later_due'],
    late: names,
    planted: plant(today, orders, { units: { ...UNITS, '320-07-05': 1 } }),
    removed: plant(today, orders, { units: { ...UNITS, '320-07-05': names.length } }),
  };
};

const furnaceWait: Builder = (today, size) => {
  const names = serials(8 + size);
  const steps = ROUTE.map((step) => (step === HEAT ? { ...step, work: 8 } : step));
  const orders = (degrees: number): CaseOrder[] =>
    names.map((serial, index) =>
      target({ serial, delivery: 8, steps, heats: [{ task: NORMALISE, temperature: 900 + degrees * index, retention: 8 }] }),
    );
  const units = { ...UNITS, '320-05-03': 1 };
  return {
    name: 'small castings of as many recipes',
    accepts: ['later_due'],
    late: names,
    planted: plant(today, orders(10), { units }),
    removed: plant(today, orders(0), { units }),
  };
};

const closedCalendar: Builder = (today, size) => {
  const closed = Array.from({ length: 12 + size }, (_, index) => index + 1);
  return {
    name: 'plant closed for two weeks',
    planted: plant(today, [target({ delivery: 8 })], { closed }),
    removed: plant(today, [target({ delivery: 8 })]),
  };
};

const furnaceClosed: Builder = (today, size) => {
  const units = { ...UNITS, '320-05-03': 1 };
  const availabilities = Array.from({ length: 14 + size }, (_, index) => ({
    facility_code: '320-05-03',
    date: addDays(today, index),
    units: 0,
  }));
  return {
    name: 'furnace out for maintenance',
    planted: plant(today, [target({ delivery: 8 })], { units, availabilities }),
    removed: plant(today, [target({ delivery: 8 })], { units }),
  };
};

const lockInTheWay: Builder = (today, size) => {
  const steps = (work: number): CaseStep[] => [DEMOLD, { task: ROUGHING, setup: 0, work }, { task: '320-6111-020' }];
  const machines = [{ task: ROUGHING, facility: '320-07-05' }];
  const other = '02610002';
  // Eight hours a day: Tuesday of this week to Monday of the week after next, and one day more for each size.
  const days = 10 + size;
  const last = 14 + size;
  const orders = [
    target({ delivery: 7, steps: steps(12), heats: [], machines }),
    target({ serial: other, delivery: 120, steps: steps(days * 8), heats: [], machines }),
  ];
  const lock = {
    serial_number: other,
    lot_number: '01',
    task_sort: 20,
    facility_code: '320-07-05',
    start_at: instantAt(addDays(today, 1), '08:00'),
    end_at: instantAt(addDays(today, last), '16:00'),
  };
  const units = { ...UNITS, '320-07-05': 1 };
  return {
    name: 'locked task on the only machine',
    planted: plant(today, orders, { units, locks: [lock] }),
    removed: plant(today, orders, { units }),
  };
};

const ownLock: Builder = (today, size) => {
  const orders = [target({ delivery: 8 })];
  const day = addDays(today, 14 + (size % 5));
  const grinding = ROUTE.findIndex((step) => step.task === '320-3125-010');
  const lock = {
    serial_number: TARGET,
    lot_number: '01',
    task_sort: (grinding + 1) * 10,
    facility_code: '320-04-01',
    start_at: instantAt(day, '08:00'),
    end_at: instantAt(day, '10:00'),
  };
  return { name: 'own task locked too late', planted: plant(today, orders, { locks: [lock] }), removed: plant(today, orders) };
};

const lateStart: Builder = (today, size) => {
  // Two treatments still to come, due tomorrow: work that should have been done last week.
  const route = (done: boolean): CaseStep[] => {
    const tempering: CaseStep = { task: '320-3123-040', setup: 4, work: 4 };
    const earlier = [...ROUTE.slice(0, 4), tempering, ...FINISH.slice(0, 2)].map((step) => ({ ...step, received: done }));
    return [...earlier, ...FINISH.slice(2)];
  };
  const heats = [{ task: NORMALISE }, { task: '320-3123-040', temperature: 620 }];
  const of = (done: boolean): CaseOrder[] => [target({ casting: -20 - size, delivery: 1, steps: route(done), heats })];
  const units = { ...UNITS, '320-05-05': 10 };
  return { name: 'begun too late', planted: plant(today, of(false), { units }), removed: plant(today, of(true), { units }) };
};

const noUnit: Builder = (today, size) => {
  const availabilities = [{ facility_code: '320-05-03', date: addDays(today, 14 + (size % 5)), units: 1 }];
  const of = (units: number): CasePlant =>
    plant(today, [target({ delivery: 8 })], { units: { ...UNITS, '320-05-03': units }, availabilities });
  return { name: 'only furnace entered with no unit', planted: of(0), removed: of(1) };
};

const CASES: readonly (readonly [Cause, Builder])[] = [
  ['late_casting', lateCasting],
  ['outsourcing_lead', outsourcingLead],
  ['demolding', demolding],
  ['weekday', weekday],
  ['waiting_days', waitingDays],
  ['earlier_due', furnaceCapacity],
  ['earlier_due', machineCapacity],
  ['earlier_due', furnaceWait],
  ['closed_calendar', closedCalendar],
  ['closed_calendar', furnaceClosed],
  ['later_due', lockInTheWay],
  ['lock', ownLock],
  ['late_start', lateStart],
  ['closed_calendar', noUnit],
];

/** Every planted cause in `sizes` sizes, from the first Monday on or after today. Pure. */
export function plantedLateness({ today, sizes = 5 }: { today: string; sizes?: number }): PlantedLateness[] {
  const monday = caseDay(today);
  return CASES.flatMap(([cause, build]) =>
    Array.from({ length: sizes }, (_, size) => {
      const { name, accepts = [], late = [TARGET], planted, removed } = build(monday, size);
      return {
        name: `${name}, size ${size + 1}`,
        cause,
        accepts: [cause, ...accepts],
        planted: plantOf(planted),
        removed: plantOf(removed),
        late_orders: late,
      };
    }),
  );
}
