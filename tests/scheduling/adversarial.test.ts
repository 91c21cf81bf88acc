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
  SHAKE_OUT,
  TEMPERING,
  TODAY,
  treatment,
} from './plant.ts';

type Rows = ReturnType<typeof foundry>;

/** A plant that means no good, and the codes it must be told by. */
type Hazard = [make: (rows: Rows) => unknown, ...codes: string[]];

const furnace = (rows: Rows) => rows.facilities.find(({ id }) => id === 13)!;
const heat = { task_id: HEAT, setup_hours: 1, work_hours: 2 };
const whole = [DEMOLDING, SHAKE_OUT, heat, MACHINING];
const treated = (rows: Rows, parts: Parameters<typeof treatment>[0] = {}) => rows.heat_treatments.push(treatment(parts));
/** A plant with one treated lot, made worse. */
const heated = (worse: (rows: Rows) => unknown) => (rows: Rows) => {
  treated(rows);
  addOrder(rows, { tasks: whole });
  worse(rows);
};
const days = (from: number, count: number) => Array.from({ length: count }, (_, day) => addDays(TODAY, from + day));
const closed = (from: number, count: number) => days(from, count).map((date) => ({ date }));
const ordered = (parts: Parameters<typeof addOrder>[1]) => (rows: Rows) => addOrder(rows, parts);
const due = (delivery_date: string | null) => ordered({ order: { delivery_date }, tasks: [MACHINING] });
const everyFacility = (parts: object) => heated((rows) => rows.facilities.forEach((each) => void Object.assign(each, parts)));
const treatedBy = (parts: object) => heated((rows) => Object.assign(rows.heat_treatments[0]!, parts));
const limited = (parts: object) => heated((rows) => Object.assign(furnace(rows), parts));
const row = (at: number, parts: object) => heated((rows) => Object.assign(rows.order_tasks[at]!, parts));
const NO_LIMITS = { max_weight: null, depth: null, width: null, height: null, volume: null };

const HAZARDS: Record<string, Hazard> = {
  'nothing at all': [() => undefined],
  'an order without lots': [(rows) => [addOrder(rows, { tasks: [] }), rows.lots.pop()], 'E103'],
  'a lot without rows': [ordered({ tasks: [] }), 'E103'],
  'an unknown product': [ordered({ order: { product_id: null }, tasks: whole }), 'E101'],
  'no casting date': [ordered({ casting_date: null, tasks: whole }), 'E102'],
  'no casting date and no demolding': [ordered({ casting_date: null, tasks: [MACHINING] })],
  'no due date': [due(null)],
  'a due date years ago': [due('2019-01-07'), 'W201'],
  'a due date decades ahead': [due('2099-12-31'), 'W211'],
  'a casting after the due date': [
    ordered({ order: { delivery_date: '2026-04-10' }, casting_date: '2026-04-20', tasks: whole }),
    ...['W201', 'E106'],
  ],
  'a casting years ahead': [ordered({ casting_date: '2035-04-20', tasks: [MOULDING, DEMOLDING, MACHINING] }), 'W208', 'I302'],
  'a casting years ago': [ordered({ casting_date: '1999-04-20', tasks: [MOULDING, DEMOLDING, MACHINING] })],
  'a furnace of zero units': [limited({ availability: 0 }), 'W208'],
  'all facilities of zero units': [everyFacility({ availability: 0 }), 'W208'],
  'all facilities retired': [everyFacility({ active: false }), 'E104'],
  'no facilities': [heated((rows) => rows.facilities.splice(0)), 'E104'],
  'facilities without tasks': [everyFacility({ task_ids: [] }), 'E104'],
  'a furnace with tiny limits': [limited({ max_weight: 0.1, depth: 0.01, width: 0.01, height: 0.01, volume: 0.0001 }), 'E105'],
  'a furnace without limits': [limited(NO_LIMITS), 'I304'],
  'a machine with a tiny limit': [
    (rows) => [addOrder(rows, { tasks: [MACHINING] }), Object.assign(rows.facilities[3]!, { max_weight: 0.001 })],
    'E104',
  ],
  'a piece of many tonnes': [heated((rows) => Object.assign(rows.orders[0]!, { weight: 1e9 })), 'E105'],
  'a product without weight or sizes': [
    heated((rows) => [Object.assign(rows.orders[0]!, { weight: null }), Object.assign(rows.products[0]!, NO_LIMITS)]),
    'W217',
  ],
  '200 parts of one lot': [heated((rows) => Object.assign(rows.orders[0]!, { number: 2_000 })), 'W210'],
  '40 steps': [ordered({ tasks: Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? MACHINING : SHAKE_OUT)) })],
  'the same task six times': [(rows) => [treated(rows), addOrder(rows, { tasks: Array(6).fill(heat) })]],
  'equal task_sort': [heated((rows) => rows.order_tasks.forEach((one) => void Object.assign(one, { task_sort: 10 })))],
  'an unknown task': [ordered({ tasks: [999, MACHINING] }), 'E104'],
  'all hours 0': [heated((rows) => rows.order_tasks.forEach((one) => void Object.assign(one, { setup_hours: 0, work_hours: 0 })))],
  'a treatment of all zeros': [treatedBy({ temperature: 0, retention_time: 0, cooling_time: 0 })],
  'work of a minute': [ordered({ tasks: [{ task_id: MACHINING, work_hours: 0.01 }] })],
  'work of ten years': [ordered({ tasks: [{ task_id: MACHINING, work_hours: 30_000 }, SHAKE_OUT] }), 'W208'],
  'a treatment of a year': [treatedBy({ retention_time: 9000 })],
  'a treatment longer than the horizon': [treatedBy({ retention_time: 90_000 }), 'W208'],
  'an empty weekday mask': [treatedBy({ work_settings: [] })],
  'weekdays that are never open': [treatedBy({ work_settings: ['土', '日'] }), 'W208'],
  'waiting 400 days': [treatedBy({ waiting_days: 400 }), 'W201'],
  'waiting 4,000 days': [treatedBy({ waiting_days: 4000 }), 'W208'],
  'a week of holidays': [heated((rows) => rows.holidays.push(...closed(0, 7)))],
  'holidays for ever': [heated((rows) => rows.holidays.splice(0, rows.holidays.length, ...closed(0, 1200))), 'W208'],
  'no holidays entered': [heated((rows) => rows.holidays.splice(0)), 'W211'],
  'a furnace open every other day': [
    heated((rows) =>
      days(0, 700).forEach((date, day) => void rows.facility_availabilities.push({ facility_id: 13, date, units: day % 2 })),
    ),
  ],
  'a reception in the future': [row(0, { received: true, last_reception_date: '2031-04-01' }), 'W215'],
  'a reception years ago': [row(0, { received: true, last_reception_date: '1999-04-01' })],
  'more received than ordered': [row(2, { order_quantity: 2, received_quantity: 20 })],
  'received out of order': [row(3, { received: true, last_reception_date: '2026-03-31' })],
  'a partner who keeps it for ever': [
    ordered({ tasks: [{ task_id: MACHINING, arrangement: '外注', solution_frame_days: 99_999 }, SHAKE_OUT] }),
    'W208',
  ],
  'an arrangement that nobody knows': [ordered({ tasks: [{ task_id: MACHINING, arrangement: '？？' }] }), 'W207'],
  'locks that collide, and one before its predecessor': [
    (rows) => {
      const [first, second] = addOrder(rows, { tasks: [SHAKE_OUT, MACHINING] });
      const [other] = addOrder(rows, { tasks: [MACHINING] });
      const parts = { facility_id: 14, locked: true, work_time_set: true };
      for (const id of [second!, other!]) addEntry(rows, id, '04-02 08:00', '04-02 16:00', parts);
      addEntry(rows, first!, '04-02 12:00', '04-02 16:00', { ...parts, facility_id: 12 });
    },
    'W206',
  ],
  'a horizon that is too short for forty lots, and temperings without a treatment': [
    (rows) => {
      rows.facilities.push(facility(16, [TEMPERING]));
      for (let i = 0; i < 4; i += 1) {
        addOrder(rows, { order: { delivery_date: null }, tasks: [{ task_id: MACHINING, work_hours: 900 }, { task_id: TEMPERING }] });
        for (let lot = 2; lot <= 10; lot += 1) addLot(rows, i + 1, String(lot).padStart(2, '0'), null, [MACHINING]);
      }
    },
    ...['W208', 'E106'],
  ],
};

describe('plants that mean no good are planned without a crash or a silent miss', () => {
  test.each(Object.entries(HAZARDS))('%s', (_, [make, ...expected]) => {
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
