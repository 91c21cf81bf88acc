import { dateOfDay } from '../../../server/domain/ground/plant-time.ts';
import { endDay } from '../../twin/calendar.ts';
import { bookOf, type TwinOrder, type World } from '../../twin/world.ts';

/** As many orders of a kind have left before a day is told by them. */
const LEAST = 10;
/** Of so many of them the time from casting to leaving is enough. */
const SURE = 0.7;

/** Tells customers who ask a day by what has been: seven in ten orders of the same supply left in that time. By that day the order is due. Where too little has been it is due as wished. */
export function answerCustomers(world: World, day: number): void {
  for (const order of bookOf(world, day)) {
    if (!order.asking) continue;
    order.asking = false;
    const days = daysTaken(world, order.row.delivery_status, day);
    if (days.length < LEAST) continue;
    order.due = world.calendar.workingFrom(castOf(order) + days[Math.floor(days.length * SURE)]!);
    order.row = { ...order.row, delivery_date: dateOfDay(order.due) };
    order.quoted = { on: day, day: order.due };
  }
}

/** Day of the last casting of an order, as it is known. */
const castOf = ({ lots }: TwinOrder): number => Math.max(...lots.map(({ casting }) => casting));

/** Days from the last casting to the day of leaving, of all orders of a supply that have left by a day, the shortest first. */
const daysTaken = ({ orders }: World, supply: string, day: number): number[] =>
  orders
    .filter(
      ({ row, left, lots }) =>
        left !== null && row.delivery_status === supply && endDay(left) < day && lots.some(({ tasks }) => tasks.length > 0),
    )
    .map((order) => endDay(order.left!) - castOf(order))
    .sort((a, b) => a - b);
