import { TICKS_PER_DAY } from '../../../domain/ground/constants.ts';
import { dayNumber } from '../../../domain/ground/plant-time.ts';
import { limitOf } from '../../../domain/plant/piece.ts';
import type { PlantMachine, StoppedTime } from '../../plant.ts';
import { type Machine, NONE } from '../../problem.ts';
import type { ProblemBuilder } from '../builder.ts';
import type { Facts } from '../rows/facts.ts';
import { type Horizon, WORK_FROM, WORK_TO } from '../rows/horizon.ts';
import type { FacilityRow } from '../rows/input.ts';

/** The machines of the problem: one a facility that something can use, and the plant itself for what has no facility or is with a partner. */
export interface Machines {
  readonly plant: number;
  readonly described: readonly PlantMachine[];
  /** Elapsed time without a facility: begins in working hours, goes on over nights and holidays, as many at once as there are. Added when first asked for. */
  elapsed(): number;
  /** The machine of a facility; added when it is first asked for, so that facilities without a task are no part of the problem. */
  of(facility: number): number;
  /** Intervals in which a unit machine works. */
  open(machine: number): Int32Array;
  /** Whether something may begin on the machine on a day, counted from the horizon's first; also before it. */
  opensOn(machine: number, day: number): boolean;
}

const NO_FACILITY: PlantMachine = { facility_id: null, facility_code: '', facility_name: '', availability: 1, stops: [] };

/** Builds the machines; `furnaces` are the facilities on which some task is a furnace run. */
export function readMachines(facts: Facts, horizon: Horizon, builder: ProblemBuilder, furnaces: ReadonlySet<number>): Machines {
  const shared = new Map<number, Int32Array>();
  const plain = (units: number): Int32Array => {
    const known = shared.get(units) ?? workIntervals(horizon, (day) => (horizon.worksOn(day) ? units : 0));
    shared.set(units, known);
    return known;
  };
  const plant = builder.addMachine({ open: plain(1), unlimited: true });
  const described: PlantMachine[] = [NO_FACILITY];
  const known = new Map<number, number>();
  /** By machine; what is not here keeps to the plant's own days. */
  const units = new Map<number, (day: number) => number>();
  let elapsed = NONE;
  const add = (facility: FacilityRow): number => {
    const overrides = overridesOf(facts, horizon, facility);
    const { id: facility_id, facility_code, facility_name, availability } = facility;
    described.push({ facility_id, facility_code, facility_name, availability, stops: stopsOf(facts, horizon, facility) });
    const toWork = unitsToWork(horizon, facility, overrides);
    const machine = furnaces.has(facility.id)
      ? addFurnace(builder, horizon, facility, overrides, toWork)
      : builder.addMachine({ open: overrides.size === 0 ? plain(facility.availability) : workIntervals(horizon, toWork) });
    units.set(machine, toWork);
    return machine;
  };
  return {
    plant,
    described,
    elapsed() {
      if (elapsed === NONE) {
        described.push(NO_FACILITY);
        elapsed = builder.addMachine({ ...elapsedTime(horizon), unlimited: true });
      }
      return elapsed;
    },
    open: (machine) => builder.machine(machine).open,
    opensOn: (machine, day) => {
      const toWork = units.get(machine);
      return toWork ? toWork(day) > 0 : horizon.worksOn(day);
    },
    of(id) {
      const index = known.get(id) ?? add(facts.facilities.get(id)!);
      known.set(id, index);
      return index;
    },
  };
}

function overridesOf(facts: Facts, horizon: Horizon, facility: FacilityRow): Map<number, number> {
  const rows = facts.availabilities.get(facility.id) ?? [];
  return new Map(rows.map((row) => [dayNumber(row.date) - horizon.origin, row.units]));
}

/** The days of a facility that a stop closes, neighbours of one reason joined. */
function stopsOf(facts: Facts, horizon: Horizon, facility: FacilityRow): StoppedTime[] {
  const stops: StoppedTime[] = [];
  for (const { date, stop } of facts.availabilities.get(facility.id) ?? []) {
    if (!stop) continue;
    const from = horizon.midnight(date);
    const to = from + TICKS_PER_DAY;
    const last = stops.at(-1);
    if (last?.to === from && last.reason === stop) stops[stops.length - 1] = { ...last, to };
    else stops.push({ from, to, reason: stop });
  }
  return stops;
}

/** Units to start and to work: the override, else 0 on a non-working day, else the facility's count. */
const unitsToWork =
  (horizon: Horizon, facility: FacilityRow, overrides: ReadonlyMap<number, number>) =>
  (day: number): number =>
    overrides.get(day) ?? (horizon.worksOn(day) ? facility.availability : 0);

/** 08:00-16:00 of every day with units. */
function workIntervals(horizon: Horizon, units: (day: number) => number): Int32Array {
  const open: number[] = [];
  for (let day = 0; day < horizon.days; day += 1) {
    const count = units(day);
    if (count > 0) open.push(day * TICKS_PER_DAY + WORK_FROM, day * TICKS_PER_DAY + WORK_TO, count);
  }
  return Int32Array.from(open);
}

/** A furnace that is always open and may start whenever the plant works. */
function elapsedTime(horizon: Horizon): Pick<Machine, 'kind' | 'open' | 'starts'> {
  const starts: number[] = [];
  horizon.day.working.forEach((works, day) => {
    if (works) starts.push(day * TICKS_PER_DAY + WORK_FROM, day * TICKS_PER_DAY + WORK_TO);
  });
  return { kind: 'furnace', open: Int32Array.of(0, horizon.ticks, 1), starts: Int32Array.from(starts) };
}

function addFurnace(
  builder: ProblemBuilder,
  horizon: Horizon,
  facility: FacilityRow,
  overrides: ReadonlyMap<number, number>,
  toWork: (day: number) => number,
): number {
  const open: number[] = [];
  const starts: number[] = [];
  for (let day = 0; day < horizon.days; day += 1) {
    // Units to hold a run in progress: the override, else the count, whatever the holiday.
    const held = overrides.get(day) ?? facility.availability;
    const last = open.length - 3;
    if (held > 0 && last >= 0 && open[last + 1] === day * TICKS_PER_DAY && open[last + 2] === held)
      open[last + 1] = (day + 1) * TICKS_PER_DAY;
    else if (held > 0) open.push(day * TICKS_PER_DAY, (day + 1) * TICKS_PER_DAY, held);
    if (toWork(day) > 0) starts.push(day * TICKS_PER_DAY + WORK_FROM, day * TICKS_PER_DAY + WORK_TO);
  }
  return builder.addMachine({
    kind: 'furnace',
    open: Int32Array.from(open),
    starts: Int32Array.from(starts),
    maxWeight: limitOf(facility.max_weight),
    maxVolume: limitOf(facility.volume),
  });
}
