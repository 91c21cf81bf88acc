import { describe, expect, test } from 'vitest';
import { addDays } from '../../server/domain/ground/plant-time.ts';
import { RUN_MESSAGES, type RunMessageParams } from '../../server/domain/texts/plan/runs.ts';
import { check, NONE } from '../../server/scheduling/index.ts';
import {
  addEntry,
  addLot,
  addOrder,
  DEMOLDING,
  facility,
  foundry,
  HEAT,
  MACHINING,
  MOULDING,
  plan,
  product,
  SHAKE_OUT,
  TEMPERING,
  TODAY,
  treatment,
} from './plant.ts';

type Rows = ReturnType<typeof foundry>;

/** A plant that means no good and the codes it must be told by. */
interface Hazard {
  name: string;
  make(rows: Rows): void;
  codes?: readonly string[];
}

const furnace = (rows: Rows) => rows.facilities.find(({ id }) => id === 13)!;
const heat = { task_id: HEAT, setup_hours: 1, work_hours: 2 };
const whole = [DEMOLDING, SHAKE_OUT, heat, MACHINING];
const treated = (rows: Rows, parts: Parameters<typeof treatment>[0] = {}): void => {
  rows.heat_treatments.push(treatment(parts));
};
/** A plant with one treated lot, made worse. */
const heated =
  (worse: (rows: Rows) => void) =>
  (rows: Rows): void => {
    treated(rows);
    addOrder(rows, { tasks: whole });
    worse(rows);
  };
const days = (from: number, count: number) => Array.from({ length: count }, (_, day) => addDays(TODAY, from + day));

const HAZARDS: readonly Hazard[] = [
  { name: 'nothing at all', make: () => undefined },
  {
    name: 'an order without lots',
    make: (rows) => {
      addOrder(rows, { tasks: [] });
      rows.lots.pop();
    },
    codes: ['E103'],
  },
  { name: 'a lot without rows', make: (rows) => void addOrder(rows, { tasks: [] }), codes: ['E103'] },
  { name: 'an unknown product', make: (rows) => void addOrder(rows, { order: { product_id: null }, tasks: whole }), codes: ['E101'] },
  { name: 'no casting date', make: (rows) => void addOrder(rows, { casting_date: null, tasks: whole }), codes: ['E102'] },
  { name: 'no casting date and no demolding', make: (rows) => void addOrder(rows, { casting_date: null, tasks: [MACHINING] }) },
  { name: 'no due date', make: (rows) => void addOrder(rows, { order: { delivery_date: null }, tasks: [MACHINING] }) },
  {
    name: 'a due date years ago',
    make: (rows) => void addOrder(rows, { order: { delivery_date: '2019-01-07' }, tasks: [MACHINING] }),
    codes: ['W201'],
  },
  {
    name: 'a due date decades ahead',
    make: (rows) => void addOrder(rows, { order: { delivery_date: '2099-12-31' }, tasks: [MACHINING] }),
    codes: ['W211'],
  },
  {
    name: 'a casting after the due date',
    make: (rows) => void addOrder(rows, { order: { delivery_date: '2026-04-10' }, casting_date: '2026-04-20', tasks: whole }),
    codes: ['W201', 'E106'],
  },
  {
    name: 'a casting years ahead',
    make: (rows) => void addOrder(rows, { casting_date: '2035-04-20', tasks: [MOULDING, DEMOLDING, MACHINING] }),
    codes: ['W208', 'I302'],
  },
  {
    name: 'a casting years ago',
    make: (rows) => void addOrder(rows, { casting_date: '1999-04-20', tasks: [MOULDING, DEMOLDING, MACHINING] }),
  },
  {
    name: 'a furnace of zero units',
    make: heated((rows) => {
      furnace(rows).availability = 0;
    }),
    codes: ['W208'],
  },
  {
    name: 'all facilities of zero units',
    make: heated((rows) =>
      rows.facilities.forEach((each) => {
        each.availability = 0;
      }),
    ),
    codes: ['W208'],
  },
  {
    name: 'all facilities retired',
    make: heated((rows) =>
      rows.facilities.forEach((each) => {
        each.active = false;
      }),
    ),
    codes: ['E104'],
  },
  {
    name: 'no facilities',
    make: heated((rows) => {
      rows.facilities = [];
    }),
    codes: ['E104'],
  },
  {
    name: 'facilities without tasks',
    make: heated((rows) =>
      rows.facilities.forEach((each) => {
        each.task_ids = [];
      }),
    ),
    codes: ['E104'],
  },
  {
    name: 'a furnace with tiny limits',
    make: heated((rows) => void Object.assign(furnace(rows), { max_weight: 0.1, depth: 0.01, width: 0.01, height: 0.01, volume: 0.0001 })),
    codes: ['E105'],
  },
  {
    name: 'a furnace without limits',
    make: heated((rows) => void Object.assign(furnace(rows), { max_weight: null, depth: null, width: null, height: null, volume: null })),
    codes: ['I304'],
  },
  {
    name: 'a machine with a tiny limit',
    make: (rows) => {
      addOrder(rows, { tasks: [MACHINING] });
      rows.facilities[3]!.max_weight = 0.001;
    },
    codes: ['E104'],
  },
  {
    name: 'a piece of many tonnes',
    make: heated((rows) => {
      rows.orders[0]!.weight = 1e9;
    }),
    codes: ['E105'],
  },
  {
    name: 'a product without weight or sizes',
    make: heated((rows) => {
      rows.orders[0]!.weight = null;
      rows.products[0] = product({ depth: null, width: null, height: null, volume: null });
    }),
    codes: ['W217'],
  },
  {
    name: '1,000 parts of one lot',
    make: heated((rows) => {
      rows.orders[0]!.number = 10_000;
    }),
    codes: ['W210'],
  },
  {
    name: '40 steps',
    make: (rows) => void addOrder(rows, { tasks: Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? MACHINING : SHAKE_OUT)) }),
  },
  {
    name: 'the same task six times',
    make: (rows) => {
      treated(rows);
      addOrder(rows, { tasks: [heat, heat, heat, heat, heat, heat] });
    },
  },
  {
    name: 'equal task_sort',
    make: heated((rows) =>
      rows.order_tasks.forEach((row) => {
        row.task_sort = 10;
      }),
    ),
  },
  { name: 'an unknown task', make: (rows) => void addOrder(rows, { tasks: [999, MACHINING] }), codes: ['E104'] },
  {
    name: 'all hours 0',
    make: heated((rows) => rows.order_tasks.forEach((row) => void Object.assign(row, { setup_hours: 0, work_hours: 0 }))),
  },
  {
    name: 'a treatment of all zeros',
    make: heated((rows) => void Object.assign(rows.heat_treatments[0]!, { temperature: 0, retention_time: 0, cooling_time: 0 })),
  },
  { name: 'work of a minute', make: (rows) => void addOrder(rows, { tasks: [{ task_id: MACHINING, work_hours: 0.01 }] }) },
  {
    name: 'work of ten years',
    make: (rows) => void addOrder(rows, { tasks: [{ task_id: MACHINING, work_hours: 30_000 }, SHAKE_OUT] }),
    codes: ['W208'],
  },
  {
    name: 'a treatment of a year',
    make: heated((rows) => {
      rows.heat_treatments[0]!.retention_time = 9000;
    }),
  },
  {
    name: 'a treatment longer than the horizon',
    make: heated((rows) => {
      rows.heat_treatments[0]!.retention_time = 90_000;
    }),
    codes: ['W208'],
  },
  {
    name: 'an empty weekday mask',
    make: heated((rows) => {
      rows.heat_treatments[0]!.work_settings = [];
    }),
  },
  {
    name: 'weekdays that are never open',
    make: heated((rows) => {
      rows.heat_treatments[0]!.work_settings = ['土', '日'];
    }),
    codes: ['W208'],
  },
  {
    name: 'waiting 400 days',
    make: heated((rows) => {
      rows.heat_treatments[0]!.waiting_days = 400;
    }),
    codes: ['W201'],
  },
  {
    name: 'waiting 4,000 days',
    make: heated((rows) => {
      rows.heat_treatments[0]!.waiting_days = 4000;
    }),
    codes: ['W208'],
  },
  { name: 'a week of holidays', make: heated((rows) => void rows.holidays.push(...days(0, 7).map((date) => ({ date })))) },
  {
    name: 'holidays for ever',
    make: heated((rows) => {
      rows.holidays = days(0, 1200).map((date) => ({ date }));
    }),
    codes: ['W208'],
  },
  {
    name: 'no holidays entered',
    make: heated((rows) => {
      rows.holidays = [];
    }),
    codes: ['W211'],
  },
  {
    name: 'a furnace open every other day',
    make: heated((rows) =>
      days(0, 700).forEach((date, day) => void rows.facility_availabilities.push({ facility_id: 13, date, units: day % 2 })),
    ),
  },
  {
    name: 'a reception in the future',
    make: heated((rows) => void Object.assign(rows.order_tasks[0]!, { received: true, last_reception_date: '2031-04-01' })),
    codes: ['W215'],
  },
  {
    name: 'a reception years ago',
    make: heated((rows) => void Object.assign(rows.order_tasks[0]!, { received: true, last_reception_date: '1999-04-01' })),
  },
  {
    name: 'more received than ordered',
    make: heated((rows) => void Object.assign(rows.order_tasks[2]!, { order_quantity: 2, received_quantity: 20 })),
  },
  {
    name: 'received out of order',
    make: heated((rows) => void Object.assign(rows.order_tasks[3]!, { received: true, last_reception_date: '2026-03-31' })),
  },
  {
    name: 'a partner who keeps it for ever',
    make: (rows) => void addOrder(rows, { tasks: [{ task_id: MACHINING, arrangement: '外注', solution_frame_days: 99_999 }, SHAKE_OUT] }),
    codes: ['W208'],
  },
  {
    name: 'an arrangement that nobody knows',
    make: (rows) => void addOrder(rows, { tasks: [{ task_id: MACHINING, arrangement: '？？' }] }),
    codes: ['W207'],
  },
  {
    name: 'locks that collide, and one before its predecessor',
    make: (rows) => {
      const [first, second] = addOrder(rows, { tasks: [SHAKE_OUT, MACHINING] });
      const [other] = addOrder(rows, { tasks: [MACHINING] });
      const parts = { facility_id: 14, locked: true, work_time_set: true };
      addEntry(rows, second!, '04-02 08:00', '04-02 16:00', parts);
      addEntry(rows, other!, '04-02 08:00', '04-02 16:00', parts);
      addEntry(rows, first!, '04-02 12:00', '04-02 16:00', { facility_id: 12, locked: true, work_time_set: true });
    },
    codes: ['W206'],
  },
  {
    name: 'a horizon that is too short for forty lots, and temperings without a treatment',
    make: (rows) => {
      rows.facilities.push(facility(16, [TEMPERING]));
      for (let i = 0; i < 4; i += 1) {
        addOrder(rows, { order: { delivery_date: null }, tasks: [{ task_id: MACHINING, work_hours: 900 }, { task_id: TEMPERING }] });
        for (let lot = 2; lot <= 10; lot += 1) addLot(rows, i + 1, String(lot).padStart(2, '0'), null, [MACHINING]);
      }
    },
    codes: ['W208', 'E106'],
  },
];

describe('plants that mean no good are planned without a crash or a silent miss', () => {
  test('there are 49 of them', () => {
    expect(new Set(HAZARDS.map(({ name }) => name)).size).toBe(49);
  });

  test.each(HAZARDS)('$name', ({ make, codes: expected = [] }) => {
    const rows = foundry();
    make(rows);
    const { problem, result, outcome, messages: read, bars } = plan(rows, { horizon_years: 1 }, { rounds: 20 });
    expect(check(problem, result.solution)).toEqual([]);
    const messages = [...read, ...outcome.messages];
    const codes = new Set(messages.map(({ code }) => code));
    for (const code of expected) expect([...codes]).toContain(code);
    for (const { code, params } of messages)
      expect(RUN_MESSAGES[code]!(params as RunMessageParams)).not.toMatch(/undefined|NaN|Infinity|null/);
    const told = new Set(messages.filter(({ level }) => level !== 'info').flatMap(({ order_task_ids }) => order_task_ids));
    // What is planned has a bar; what has none is named, and so is what has no facility.
    const plant = problem.plant!;
    const missing = plant.tasks.filter(
      ({ order_task_id }, a) => result.solution.start[a] !== NONE && !bars.has(order_task_id!) && !told.has(order_task_id!),
    );
    expect(missing).toEqual([]);
    expect(rows.order_tasks.filter(({ id }) => !bars.has(id) && !told.has(id))).toEqual([]);
    const open = new Set(plant.tasks.filter(({ outsourced }) => !outsourced).map(({ order_task_id }) => order_task_id));
    const nowhere = outcome.entries.filter(({ order_task_id, facility_id }) => open.has(order_task_id) && facility_id === null);
    expect(nowhere.filter(({ order_task_id }) => !told.has(order_task_id!))).toEqual([]);
  });
});
