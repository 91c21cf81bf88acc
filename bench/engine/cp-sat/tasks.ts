import { NEVER, type Problem, WORK } from '../../../server/scheduling/index.ts';
import type { Row, Timetable } from './places.ts';
import { type Expression, type Model, sum } from './proto.ts';

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

/** Where the known plan has an activity. */
export interface Place {
  readonly activity: number;
  readonly start: number;
  readonly end: number;
  readonly mode: number;
  /** Set-up of its run, 0 where it is in none. */
  readonly setup: number;
}

/** The variables of an activity that ends by `until`, and where they may stand. */
export function addTask(problem: Problem, model: Model, timetable: Timetable, until: number, known: Place): Task {
  const { activities, modes, horizon } = problem;
  const a = known.activity;
  const own = Array.from({ length: activities.modeFrom[a + 1]! - activities.modeFrom[a]! }, (_, at) => activities.modeFrom[a]! + at);
  const { before } = timetable.usual;
  const chosen = own.map((mode) => model.newBoolVar(mode === known.mode));
  model.addExactlyOne(chosen);
  const length = modes.duration[own[0]!]!;
  const usual = (mode: number): boolean =>
    modes.kind[mode] === WORK && timetable.keepsUsual(modes.machine[mode]!) && modes.lag[mode] === 0 && modes.waitDays[mode] === 0;
  if (length > 0 && own.every((mode) => usual(mode) && modes.duration[mode] === length)) {
    const rows = timetable.placesOf(own[0]!, until).map(([start, end]) => [start, end, before[start]!]);
    const slot = model.newIntVar(least(rows, 2), most(rows, 2), before[known.start]!);
    const span = (): { start: Expression; end: Expression } => {
      const [start, end, number] = addColumns(problem, model, {
        before,
        columns: ['tick', 'tick', 'slot'],
        rows,
        isKnown: (row) => row[0] === known.start,
      });
      model.add(number!.eq(slot));
      return { start: start!, end: end! };
    };
    return { slot, done: slot.plus(length), ticks: null, chosen, span };
  }
  // Modes of equal places are one kind: a furnace among four does not make the table four times as long.
  const kinds = new Map<string, { kind: number; rows: Row[] }>();
  const kindOf = own.map((mode) => {
    const rows = timetable.placesOf(mode, until);
    const key = rows.join(';');
    const equal = kinds.get(key) ?? { kind: kinds.size, rows };
    kinds.set(key, equal);
    return equal.kind;
  });
  const slotAt = (tick: number): number => before[Math.min(tick, horizon)]!;
  const rows = [...kinds.values()].flatMap(({ kind, rows }) => rows.map((row) => [...row, slotAt(row[0]), slotAt(row[2]), kind]));
  const knownKind = kindOf[known.mode - own[0]!];
  const [start, end, after, setup, slot, done, kind] = addColumns(problem, model, {
    before,
    columns: ['tick', 'tick', 'tick', 'number', 'slot', 'slot', 'number'],
    rows,
    isKnown: (row) => row[0] === known.start && row[3] === known.setup && row[6] === knownKind,
  }) as [Expression, Expression, Expression, Expression, Expression, Expression, Expression];
  model.add(kind.eq(sum(chosen.map((literal, at) => literal.times(kindOf[at]!)))));
  const lasts = model.newIntVar(0, until, known.end - known.start);
  model.add(lasts.eq(end.minus(start)));
  return { slot, done, ticks: { start, end, after, setup, length: lasts }, chosen, span: () => ({ start, end }) };
}

/** Rows of which one holds. */
interface Table {
  readonly before: Int32Array;
  readonly columns: readonly ('tick' | 'slot' | 'number')[];
  readonly rows: readonly (readonly number[])[];
  readonly isKnown: (row: readonly number[]) => boolean;
}

/**
 * A variable for each column of a table that begins with a tick. Days repeat: a row is its day, and where in it and behind it the columns lie; days with equal
 * rows share them. 1,600 places in a hundred days become a hundred rows and those of a few days. The known row is the hint.
 */
function addColumns({ day }: Problem, model: Model, { before, columns, rows, isKnown }: Table): Expression[] {
  const ticks = day!.ticks;
  const dayOf = (row: readonly number[]): number => Math.floor(row[0]! / ticks);
  const relative = (row: readonly number[]): number[] => {
    const [tick, slot] = [dayOf(row) * ticks, before[dayOf(row) * ticks]!];
    return row.map((value, at) => value - (columns[at] === 'tick' ? tick : columns[at] === 'slot' ? slot : 0));
  };
  const days = new Map<number, (readonly number[])[]>();
  for (const row of rows) {
    const own = days.get(dayOf(row)) ?? [];
    own.push(row);
    days.set(dayOf(row), own);
  }
  const kinds = new Map<string, { kind: number; rows: number[][] }>();
  const calendar = [...days].map(([date, own]) => {
    const places = own.map(relative);
    const key = places.join(';');
    const equal = kinds.get(key) ?? { kind: kinds.size, rows: places };
    kinds.set(key, equal);
    return [date, before[date * ticks]!, equal.kind];
  });
  const places = [...kinds.values()].flatMap(({ kind, rows }) => rows.map((row) => [kind, ...row]));
  const knownRow = rows.find(isKnown)!;
  const knownDay = calendar.find(([date]) => date === dayOf(knownRow))!;
  const column = (of: readonly (readonly number[])[], at: number, hint: number): Expression =>
    model.newIntVar(least(of, at), most(of, at), hint);
  const [date, number, kind] = [0, 1, 2].map((at) => column(calendar, at, knownDay[at]!)) as [Expression, Expression, Expression];
  model.addAllowedAssignments([date, number, kind], calendar);
  const inDay = relative(knownRow).map((hint, at) => column(places, at + 1, hint));
  model.addAllowedAssignments([kind, ...inDay], places);
  return inDay.map((own, at) => {
    if (columns[at] === 'number') return own;
    const whole = column(rows, at, knownRow[at]!);
    model.add(whole.eq(own.plus(columns[at] === 'tick' ? date.times(ticks) : number)));
    return whole;
  });
}

const least = (rows: readonly (readonly number[])[], column: number): number =>
  rows.reduce((low, row) => Math.min(low, row[column]!), NEVER);
const most = (rows: readonly (readonly number[])[], column: number): number => rows.reduce((high, row) => Math.max(high, row[column]!), 0);

/** Ticks of an activity that stands in a table, as every furnace activity does. */
export const ticksOf = (tasks: readonly Task[], a: number): NonNullable<Task['ticks']> => tasks[a]!.ticks!;
