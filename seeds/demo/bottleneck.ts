import { type CaseOrder, caseDay, plantOf } from './causes-plant.ts';
import type { Demo } from './types.ts';

/** The one machine of which there is one; of everything else there is plenty. */
export const BOTTLENECK_FACILITY = '320-07-05';
const PLENTY = 10;
const PLENTIFUL = ['320-01-06', '320-02-01', '320-02-02', '320-03-02', '320-04-01', '320-08-01', '320-09-01'];
const ROUGHING = '320-5131-010';

const ORDERS = 24;
/** Each order needs the machine for a day. One comes due every calendar day, and the plant works five days of seven. */
const HOURS = 7.5;
const FIRST_DUE_DAYS = 4;
const CAST_DAYS_AGO = 7;

/** A small plant whose orders are late for one machine: its Saturdays take most of the days, a unit more takes all. */
export function bottleneckDemo(today: string): Demo {
  const orders = Array.from(
    { length: ORDERS },
    (_, at): CaseOrder => ({
      serial: `0271${String(at + 1).padStart(4, '0')}`,
      casting: -CAST_DAYS_AGO,
      delivery: FIRST_DUE_DAYS + at,
      steps: [
        { task: '320-3121-060', received: true },
        { task: '320-3122-010', received: true },
        { task: '320-3122-020', received: true },
        { task: ROUGHING, setup: 0, work: HOURS },
        { task: '320-3124-010' },
        { task: '320-3125-010' },
        { task: '320-4111-010' },
        { task: '320-6111-020' },
      ],
      machines: [{ task: ROUGHING, facility: BOTTLENECK_FACILITY }],
    }),
  );
  const units = Object.fromEntries([...PLENTIFUL.map((facility) => [facility, PLENTY] as const), [BOTTLENECK_FACILITY, 1]]);
  return plantOf({ today: caseDay(today), orders, units });
}
