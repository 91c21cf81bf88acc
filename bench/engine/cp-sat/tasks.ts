import { NEVER, type Problem, WORK } from '../../../server/scheduling/index.ts';
import type { Expression, Model } from './library.ts';
import type { Row, Timetable } from './places.ts';

/** An activity. Ticks of the usual working time are numbered; what keeps it is placed by their numbers alone, everything else by a table. */
export interface Task {
  /** Number of the first usual working tick at or after the start, and of the one from which the successor may start. */
  readonly slot: Expression;
  readonly done: Expression;
  /** Plain ticks of what stands in a table, null for what keeps the usual working time. */
  readonly ticks: {
    readonly start: Expression;
    readonly end: Expression;
    readonly after: Expression;
    readonly setup: Expression;
    readonly length: Expression;
  } | null;
  /** One literal a mode, from modeFrom on. */
  readonly chosen: readonly Expression[];
  /** Start and end in plain ticks, in any case. */
  span(): { readonly start: Expression; readonly end: Expression };
}

/** The variables of an activity that ends by `until`, and where they may stand. */
export function addTask({ activities, modes, horizon }: Problem, model: Model, timetable: Timetable, a: number, until: number): Task {
  const own = Array.from({ length: activities.modeFrom[a + 1]! - activities.modeFrom[a]! }, (_, at) => activities.modeFrom[a]! + at);
  const { before } = timetable.usual;
  const chosen = own.map(() => model.newBoolVar());
  model.addExactlyOne(chosen);
  const length = modes.duration[own[0]!]!;
  const usual = (mode: number): boolean =>
    modes.kind[mode] === WORK && timetable.keepsUsual(modes.machine[mode]!) && modes.lag[mode] === 0 && modes.waitDays[mode] === 0;
  if (length > 0 && own.every((mode) => usual(mode) && modes.duration[mode] === length)) {
    const rows = timetable.placesOf(own[0]!, until).map(([start, end]) => [before[start]!, start, end]);
    const slot = model.newIntVar(least(rows, 0), most(rows, 0));
    const span = (): { start: Expression; end: Expression } => {
      const [start, end] = [model.newIntVar(least(rows, 1), most(rows, 1)), model.newIntVar(least(rows, 2), most(rows, 2))];
      model.addAllowedAssignments([slot, start, end], rows);
      return { start, end };
    };
    return { slot, done: slot.plus(length), ticks: null, chosen, span };
  }
  // Modes of equal places are one kind: a furnace among four does not make the table four times as long.
  const kinds = new Map<string, { kind: number; rows: Row[] }>();
  const kindOf = own.map((mode) => {
    const rows = timetable.placesOf(mode, until);
    const key = rows.join(';');
    const known = kinds.get(key) ?? { kind: kinds.size, rows };
    kinds.set(key, known);
    return known.kind;
  });
  const slotAt = (tick: number): number => before[Math.min(tick, horizon)]!;
  const rows = [...kinds.values()].flatMap(({ kind, rows }) => rows.map((row) => [...row, slotAt(row[0]), slotAt(row[2]), kind]));
  const column = (at: number): Expression => model.newIntVar(least(rows, at), most(rows, at));
  const [start, end, after, setup, slot, done, kind] = [column(0), column(1), column(2), column(3), column(4), column(5), column(6)];
  model.addAllowedAssignments([start, end, after, setup, slot, done, kind], rows);
  model.add(kind.eq(sum(chosen.map((literal, at) => literal.times(kindOf[at]!)))));
  const lasts = model.newIntVar(0, until);
  model.add(lasts.eq(end.minus(start)));
  return { slot, done, ticks: { start, end, after, setup, length: lasts }, chosen, span: () => ({ start, end }) };
}

const least = (rows: readonly (readonly number[])[], column: number): number =>
  rows.reduce((low, row) => Math.min(low, row[column]!), NEVER);
const most = (rows: readonly (readonly number[])[], column: number): number => rows.reduce((high, row) => Math.max(high, row[column]!), 0);

/** Sum of at least one term. */
export const sum = (terms: readonly Expression[]): Expression => terms.reduce((left, right) => left.plus(right));

/** Ticks of an activity that stands in a table, as every furnace activity does. */
export const ticksOf = (tasks: readonly Task[], a: number): NonNullable<Task['ticks']> => tasks[a]!.ticks!;
