import { FURNACE_COOLING, HALF_DAY_MINUTES, TICK_MINUTES } from '../ground/constants.ts';

/** How long an order task takes by what is said of it: engine, labour and the search for a free time ask here (the views of the database say working hours in SQL). */

/** Half hours that so many hours take, rounded up once: what computing left over is no half hour more. */
export const ticksOfHours = (hours: number): number => Math.ceil((hours * 60) / TICK_MINUTES - 1e-9);

/** The readings of the plant where a row says nothing. */
export interface HourSettings {
  /** Added to a run where the row has no setup_hours. */
  furnace_heatup_hours: number;
  /** In-house task without setup_hours and work_hours: hours of working time (half a day). */
  default_work_hours: number;
  /** Heat task without set-up, retention and work: elapsed hours (a half-day block). */
  default_heat_hours: number;
}

export const DEFAULT_HOUR_SETTINGS: HourSettings = { furnace_heatup_hours: 0, default_work_hours: 4, default_heat_hours: 12 };

/** What the core system says of a row. */
export interface RowHours {
  setup_hours: number;
  work_hours: number;
}

/** A row of which part may have been received. */
export interface OpenRowHours extends RowHours {
  order_quantity: number;
  received_quantity: number;
}

/** Hours of set-up and of work that an in-house row has still to do: of a row that was received in part its share of the work, and no set-up. */
export function workHours(row: OpenRowHours, settings: Pick<HourSettings, 'default_work_hours'>): { setup: number; work: number } {
  const { setup_hours: setup, work_hours: work, order_quantity: ordered, received_quantity: received } = row;
  const whole = setup + work > 0 ? { setup, work } : { setup: 0, work: settings.default_work_hours };
  const partly = received > 0 && ordered > received;
  return partly ? { setup: 0, work: whole.work * (1 - received / ordered) } : whole;
}

/** What a treatment says of time. */
export interface TreatmentHours {
  retention_time: number;
  cooling_method: string;
  cooling_time: number;
}

/** Hours of a row in a furnace, one after the other; `lag`: behind them the lot cools outside. */
export interface FurnaceHours {
  setup: number;
  retention: number;
  hold: number;
  lag: number;
}

/** Whether a lot cools in its furnace, which is held until it has. */
export const coolsInFurnace = ({ cooling_method }: Pick<TreatmentHours, 'cooling_method'>): boolean => cooling_method === FURNACE_COOLING;

/** Hours of cooling: in the furnace, which it holds, or outside. */
export const coolingHours = (treatment: Omit<TreatmentHours, 'retention_time'>): { hold: number; lag: number } =>
  coolsInFurnace(treatment) ? { hold: treatment.cooling_time, lag: 0 } : { hold: 0, lag: treatment.cooling_time };

/** Hours of set-up of a row in a furnace; `treated`: whether a treatment is said of it, where the plant's own heating-up stands in for an empty set-up. */
export const furnaceSetup = (
  { setup_hours }: Pick<RowHours, 'setup_hours'>,
  treated: boolean,
  { furnace_heatup_hours }: Pick<HourSettings, 'furnace_heatup_hours'>,
): number => (setup_hours > 0 || !treated ? setup_hours : furnace_heatup_hours);

/** How a row is treated, by its treatment or, null, without one: work_hours stand in for an empty retention. */
export function furnaceHours(row: RowHours, heat: TreatmentHours | null, settings: HourSettings): FurnaceHours {
  const setup = furnaceSetup(row, heat !== null, settings);
  const said = heat && heat.retention_time > 0 ? heat.retention_time : row.work_hours;
  const retention = said === 0 && setup === 0 ? settings.default_heat_hours : said;
  return { setup, retention, ...(heat ? coolingHours(heat) : { hold: 0, lag: 0 }) };
}

/** Minutes from midnight of its casting date to the casting of a lot; `casting_half_day`: half days. */
export const castingMinutes = ({ casting_half_day }: { casting_half_day: number }): number => casting_half_day * HALF_DAY_MINUTES;

/** Half days that a lot stays in its mould, rounded up. */
export const mouldHalfDays = (demolding_time: number): number => Math.ceil((demolding_time * 60) / HALF_DAY_MINUTES);
