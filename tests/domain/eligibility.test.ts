import { describe, expect, it } from 'vitest';
import { eligibleFacilities, type Naming, namesFacilities, treatmentOn } from '../../server/domain/plant/eligibility.ts';
import { isAllReceived, isDelivered, lateUntil } from '../../server/domain/plant/lateness.ts';
import { placeOf, placeOfTask } from '../../server/domain/plant/places.ts';
import { FROM_ONE, isWithin } from '../../server/domain/plant/run-options.ts';
import { isKnownArrangement, taskPurpose } from '../../server/domain/plant/task-purpose.ts';

describe('who may do a task', () => {
  const facilities = [
    { id: 1, active: true, task_ids: [] },
    { id: 2, active: true, task_ids: [7] },
    { id: 3, active: false, task_ids: [7] },
  ];
  const naming = (processings: number[], treatments: (number | null)[]): Naming => ({
    processings: processings.map((facility_id) => ({ facility_id })),
    treatments: treatments.map((facility_id) => ({ facility_id })),
  });
  it.each<[string, Naming, number[], named: boolean]>([
    ['whoever holds it where nothing is named', naming([], []), [2], false],
    ['whoever holds it where the treatments name nobody', naming([], [null]), [2], false],
    ['those that the treatments name', naming([], [1]), [1], true],
    ['nobody where the one that is named is asleep', naming([], [3]), [], true],
    ['both where a treatment is for all', naming([], [1, null]), [1, 2], true],
    ['those that the processings name, whatever else does', naming([1], [2]), [1], true],
    ['each of those', naming([2, 1], []), [1, 2], true],
    ['nobody where who is named is asleep', naming([3], []), [], true],
  ])('is %s', (_, rows, expected, named) => {
    expect(eligibleFacilities(facilities, 7, rows).map(({ id }) => id)).toEqual(expected);
    expect(namesFacilities(rows)).toBe(named);
  });

  it('is treated there by its own row, else by the one for all; without a facility by the one for all, else by the first', () => {
    const rows = (...ids: (number | null)[]) => ids.map((facility_id, at) => ({ facility_id, at }));
    const found = (ids: (number | null)[], facility: number | null) => treatmentOn(rows(...ids), facility)?.at;
    expect([found([1, null, 2], 2), found([1, null, 2], 3), found([1, 2], 3)]).toEqual([2, 1, undefined]);
    expect([found([1, null, 2], null), found([1, 2], null), treatmentOn([], null)]).toEqual([1, 0, null]);
  });
});

describe('of a lot', () => {
  it('is said by its next task where it is', () => {
    const codes = ['320-3121-010', '340-3152', '3124', '３１５５', '320-3123-010', '5131', '4111', '6111', '9999', ''];
    const places = ['casting', 'shakeout', 'finishing', 'finishing', 'heat', 'machining', 'inspection', 'shipping', 'other', 'other'];
    expect(codes.map(placeOfTask)).toEqual(places);
    const next = { arrangement: null, outsourcing_code: null };
    expect([placeOf({ ...next, task_code: '4111' }), placeOf({ ...next, task_code: null })]).toEqual(['inspection', 'other']);
    expect(placeOf({ ...next, task_code: '4111', outsourcing_code: 'G001' })).toBe('outsourced');
    expect(['320-3123-010', '5131', '320-3121-060', '320-3121-061'].map(taskPurpose)).toEqual(['heat', 'processing', 'demolding', 'other']);
  });

  it('it is known who arranges it, or taken for the plant', () => {
    const known = (arrangement: string | null, outsourcing_code: string | null = null) =>
      isKnownArrangement({ arrangement, outsourcing_code });
    expect([known('外注'), known('社内'), known(' 内作 '), known('何か', 'G001')]).toEqual([true, true, true, true]);
    expect([known(null), known('何か'), known('何か', ' ')]).toEqual([true, false, false]);
  });

  it('lateness counts from the last that ends, its own or the one that is asked about', () => {
    const order = (...ends: (string | null)[]) => ({ lots: ends.map((end_date) => ({ end_date })), delivery_date: '2026-04-10' });
    const days = [lateUntil(order(), '2026-04-12'), lateUntil(order('2026-04-11', null, '2026-04-13', '2026-04-09'), '2026-04-12')];
    expect([...days, lateUntil(order('2026-04-13'), '2026-04-15')]).toEqual([2, 3, 5]);
    expect([lateUntil(order(), '2026-04-09'), lateUntil({ ...order(), delivery_date: null }, '2026-04-12')]).toEqual([0, 0]);
    expect([isDelivered(' 納入済 '), isDelivered('未納')]).toEqual([true, false]);
    const received = (quantity: number, ordered: number, mark = false) =>
      isAllReceived({ received: mark, order_quantity: ordered, received_quantity: quantity });
    expect([received(4, 4), received(3, 4), received(0, 0), received(0, 4, true)]).toEqual([true, false, false, true]);
  });
});

it('a number is within limits that are both allowed, and whole where it must be', () => {
  const within = (values: number[], limits: Parameters<typeof isWithin>[1]) => values.map((value) => isWithin(value, limits));
  expect(within([0, 1, 1.5, 4, 5], { from: 1, to: 4, whole: true })).toEqual([false, true, false, true, false]);
  expect([within([1.5], { from: 1, to: 4, whole: false }), within([0, 1e9], FROM_ONE)]).toEqual([[true], [false, true]]);
});
