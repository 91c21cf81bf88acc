import { beforeAll, describe, expect, it } from 'vitest';
import type { components } from '../../server/contract/types.ts';
import { epochMs, plantDate } from '../../server/domain/ground/plant-time.ts';
import { serverHere } from '../support/here.ts';

type Lateness = components['schemas']['OrderLateness'];
type Note = components['schemas']['LateNote'];
type Kind = components['schemas']['InTheWay']['kind'];

const server = serverHere({ demo: { orders: 90, products: 60 }, planned: 'crowded' }, '1004');
let notes: Note[] = [];

beforeAll(async () => {
  const [{ statistics }] = (await server.db('jobs').where({ kind: 'schedule', status: 'complete' }).select('statistics')) as [
    { statistics: { late: Note[] } },
  ];
  notes = statistics.late;
});

const asked = (order: number) => server.get<'getLateness'>(`/api/schedules/lateness/?order_id=${order}`);
const overview = () => server.get<'getScheduleOverview'>('/api/schedules/overview/');
const countOf = ({ in_the_way }: NonNullable<Lateness['wait']>, kind: Kind): number => in_the_way.filter((use) => use.kind === kind).length;

describe('who stands in the way of a late order', () => {
  it('is counted as the sentence of the run counts it, of every late order', async () => {
    const waiting = notes.filter(({ wait }) => wait?.order_task_id != null && wait.facility_id !== null);
    expect(waiting.length).toBeGreaterThan(3);
    for (const { order_id, serial_number, wait: note, parts, late_days } of waiting) {
      const { wait, ...order } = await asked(order_id);
      expect(order).toMatchObject({ serial_number, parts, late_days });
      expect(wait, serial_number).not.toBeNull();
      const { later_in_time, later_late, earlier, locked, weekdays, idle_percent } = note!;
      expect(
        {
          ...{ later_in_time: countOf(wait!, 'later_in_time'), later_late: countOf(wait!, 'later_late') },
          ...{ earlier: countOf(wait!, 'earlier_due'), locked: wait!.in_the_way.filter((use) => use.locked).length },
          ...{ weekdays: wait!.weekdays, idle_percent: wait!.idle_percent, mate: wait!.mate?.bar.unique_order },
        },
        serial_number,
      ).toEqual({ later_in_time, later_late, earlier, locked, weekdays, idle_percent, mate: note!.mate?.label });
    }
  });

  it('follows the mate of its charge once, to where that waited itself', async () => {
    const mates = notes.filter(({ wait }) => wait?.mate?.wait?.facility_id != null);
    expect(mates.length).toBeGreaterThan(0);
    for (const { order_id, wait: note } of mates) {
      const { wait } = await asked(order_id);
      const { from, to } = note!.mate!.wait!;
      expect(wait!.mate).toMatchObject({ ready: note!.mate!.ready, wait: { from, to } });
      expect(wait!.mate!.wait!.facility_name).not.toBe('');
    }
  });

  it('stands there between the moment at which it could begin and its bar', async () => {
    const { orders } = (await overview()).late;
    for (const { order_id, late_days } of notes) {
      const { wait } = await asked(order_id);
      const late = orders.find((order) => order.order_id === order_id);
      if (!wait) continue;
      expect(late).toMatchObject({ entry_id: wait.bar.entry_id, late_days });
      const [from, to] = [epochMs(wait.from), epochMs(wait.to)];
      expect(from).toBeLessThan(to);
      if (wait.there) expect(epochMs(wait.bar.start_date)).toBeGreaterThanOrEqual(to);
      for (const { start_date, end_date, lots } of wait.in_the_way) {
        expect(epochMs(start_date) < to && epochMs(end_date) > from).toBe(true);
        expect(lots.length).toBeGreaterThan(0);
        for (const lot of lots) expect(lot.late_days).toBe(orders.find((order) => order.order_id === lot.order_id)?.late_days ?? 0);
      }
      if (wait.before) expect(epochMs(wait.before.end_date)).toBeLessThanOrEqual(from);
      expect([...wait.closed].sort()).toEqual(wait.closed);
      if (wait.there) expect(wait.closed).not.toContain(plantDate(wait.bar.start_date));
    }
  });

  it('the main cause is a part of the days, with its partner where it is one', async () => {
    for (const { order_id, cause } of notes) {
      const found = await asked(order_id);
      expect(found.cause).toBe(cause);
      expect(found.parts.reduce((sum, { days }) => sum + days, 0)).toBe(found.late_days);
      expect(found.away !== null).toBe(cause === 'outsourcing_lead');
    }
  });
});

describe('an order', () => {
  it('that is in time has neither cause nor wait; one that is not there is not found', async () => {
    const late = new Set(notes.map(({ order_id }) => order_id));
    const [other] = (await server.db('orders').pluck('id')).filter((id) => !late.has(id));
    expect(await asked(other)).toMatchObject({ order_id: other, late_days: 0, cause: null, parts: [], wait: null });
    expect((await server.ask('GET', '/api/schedules/lateness/?order_id=99999999')).status).toBe(404);
  });

  it('is found by its number at the bar to which the list of late orders leads', async () => {
    const { late } = await overview();
    expect(late.orders.length).toBeGreaterThan(3);
    for (const { serial_number, order_id, entry_id } of late.orders) {
      const { orders } = await server.get<'findInSchedule'>(`/api/schedules/find/?q=${encodeURIComponent(serial_number)}`);
      expect(orders.find((order) => order.order_id === order_id)?.entry_id, serial_number).toBe(entry_id);
    }
  });

  it('whose bar was moved to where it could begin waits no more', async () => {
    const waiting = notes.find(({ wait }) => wait?.order_task_id != null)!;
    const { wait } = await asked(waiting.order_id);
    await server.db('plan_entries').where('id', wait!.bar.entry_id).update({ start_at: wait!.from });
    expect((await asked(waiting.order_id)).wait).toBeNull();
  });
});
