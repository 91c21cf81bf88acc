import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addingAt, doneBy, type Facility, facilitiesFor, type Order, subjectsOf, turnsOf } from '../../admin/board/edit/form/adding.ts';
import { instantAt, plantMinutes } from '../../server/domain/ground/plant-time.ts';

const task = fc.record({ id: fc.integer({ min: 1, max: 9 }) }).map(({ id }) => ({ id, task_code: `C${id}`, task_name: `T${id}` }));
const tasks = fc.uniqueArray(task, { selector: ({ id }) => id, maxLength: 9 });
const orderTask = fc.record({
  id: fc.integer({ min: 1, max: 12 }),
  lot_number: fc.constantFrom('01', '02'),
  task_id: fc.integer({ min: 1, max: 9 }),
  task_sort: fc.integer({ min: 1, max: 99 }),
  outsourcing_code: fc.constantFrom('', '', 'G001'),
  arrangement: fc.constantFrom('', '内作', '外注'),
  origin: fc.constant('file'),
});
const order = fc
  .record({
    order_tasks: fc.uniqueArray(orderTask, { selector: ({ id }) => id, maxLength: 12 }),
    entries: fc.array(fc.record({ order_task_id: fc.option(fc.integer({ min: 1, max: 12 })) }), { maxLength: 8 }),
  })
  .map((one) => one as unknown as Order);
const eligible = fc.uniqueArray(
  fc.record({ task_id: fc.integer({ min: 1, max: 9 }), facility_ids: fc.uniqueArray(fc.integer({ min: 1, max: 5 })) }),
  { selector: ({ task_id }) => task_id },
);
const facilities: Facility[] = [1, 2, 3, 4, 5].map((id) => ({
  id,
  active: id !== 3,
  facility_code: `F${9 - id}`,
  facility_name: `N${id}`,
  task_ids: [],
}));

describe('what can be added', () => {
  it('are the order tasks of the lot without a bar, once each, and active tasks that the lot does not have', () => {
    fc.assert(
      fc.property(order, tasks, eligible, (given, active, able) => {
        const subjects = subjectsOf(given, '01', active, able);
        const planned = new Set(given.entries.map(({ order_task_id }) => order_task_id));
        const own = given.order_tasks.filter(({ lot_number }) => lot_number === '01');
        expect(subjects.flatMap(({ order_task }) => order_task ?? [])).toEqual(own.flatMap(({ id }) => (planned.has(id) ? [] : [id])));
        const byHand = subjects.filter(({ order_task }) => order_task === undefined).map(({ task_id }) => task_id);
        expect(byHand).toEqual(active.map(({ id }) => id).filter((id) => own.every(({ task_id }) => task_id !== id)));
        expect(new Set(subjects.map(({ key }) => key)).size).toBe(subjects.length);
        for (const subject of subjects) if (subject.outsourced) expect(subject.facilities).toEqual([]);
      }),
    );
  });

  it('takes a turn in its lot: each once, in order, behind the process that is named and before the next', () => {
    const lot = (...sorts: number[]) =>
      turnsOf(
        { order_tasks: sorts.map((task_sort) => ({ lot_number: '01', task_sort, task_name: `T${task_sort}` })) } as unknown as Order,
        '01',
      ).map(({ task_sort, behind }) => [task_sort, behind]);
    expect(lot(20, 10, 30)).toEqual([
      [5, undefined],
      [15, '10 T10'],
      [25, '20 T20'],
      [40, '30 T30'],
    ]);
    // Where no number is left it stands beside the one before.
    expect(lot(0, 7, 7, 8)).toEqual([
      [3, '0 T0'],
      [7, '7 T7'],
      [18, '8 T8'],
    ]);
    expect(lot()).toEqual([]);
  });

  it('narrows both ways: whatever task and facility are offered for each other go together, and none is retired', () => {
    fc.assert(
      fc.property(order, tasks, eligible, fc.constantFrom(null, 1, 2, 4, 5), (given, active, able, facility) => {
        const subjects = doneBy(subjectsOf(given, '01', active, able), facility);
        for (const subject of subjects) {
          const offered = facilitiesFor(subject, facilities);
          if (facility !== null) expect(offered.map(({ id }) => id)).toContain(facility);
          for (const { id } of offered) expect(subject.facilities).toContain(id);
          expect(offered.every((one) => one.active)).toBe(true);
        }
      }),
    );
    expect(facilitiesFor(undefined, facilities).map(({ id }) => id)).toEqual([5, 4, 2, 1]);
  });

  it('begins with the cell’s half day, and in the one that is now with the next half hour', () => {
    const minutes = (clock: string) => plantMinutes(instantAt('2026-04-06', clock));
    const morning = minutes('00:00') / 720;
    const at = (block: number, now: string) => addingAt(1, block, minutes(now));
    expect(at(morning, '09:10')).toEqual({ facility: 1, date: '2026-04-06', hour: '09:30' });
    expect(at(morning, '11:45')).toMatchObject({ hour: '11:30' });
    expect(at(morning + 1, '09:10')).toMatchObject({ date: '2026-04-06', hour: '12:00' });
    expect(at(morning + 2, '09:10')).toMatchObject({ date: '2026-04-07', hour: '00:00' });
    expect(at(morning - 1, '09:10')).toMatchObject({ date: '2026-04-05', hour: '12:00' });
  });
});
