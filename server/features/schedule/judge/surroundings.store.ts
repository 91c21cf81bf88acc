import { bound } from '../../../db/bound.ts';
import type { Plan } from '../../../db/plan.ts';
import { prepared } from '../../../db/prepared.ts';
import { closedDaysBetween, overridesBetween } from '../../../db/sql/calendar.ts';
import type { Db } from '../../../db/types.ts';
import type { PlacedBar, Surroundings } from '../../../domain/bars/judge.ts';
import { beganAt } from '../../../domain/bars/marks.ts';
import { daysToKnow } from '../../../domain/bars/occupancy.ts';
import { addDays, type Instant, instantAt, type PlantDate } from '../../../domain/ground/plant-time.ts';

/** Bars as capacity sees them (`Occupant`), one in several furnace runs as a piece for each, where and when that run is. */
const PIECE = `e.placed_by, e.id, r.id as furnace_run_id, coalesce(r.facility_id, e.facility_id) as facility_id,
  case when r.several then r.run_start else e.start_at end as start_at, case when r.several then r.run_end else e.end_at end as end_at,
  e.work_time_set, e.elapsed, e.work_hours as hours`;
const PIECE_TABLES = `bars e left join lateral (select fr.id, fr.facility_id, fr.run_start, fr.run_end, d.started_at, count(*) over () > 1 as several
    from furnace_run_members m join furnace_runs fr on fr.id = m.furnace_run_id left join furnace_loads d on d.furnace_run_id = fr.id
    where m.plan_entry_id = e.id and m.layer = e.layer) r on true`;

/** The bars of a plan near what is asked (one JSON array of facility_id, start_at, end_at and, if wanted, position and id; binds it, and twice the plan): `near`, beside `asked` itself. */
const NEAR = `spans as materialized (
       select * from jsonb_to_recordset(?::jsonb) as row (position integer, id bigint, facility_id bigint, start_at timestamptz, end_at timestamptz)),
     near as materialized (
       select e.id from spans s join plan_entries e on e.facility_id = s.facility_id and e.start_at < s.end_at and e.end_at > s.start_at
       where e.layer = ?
       union
       select m.plan_entry_id from spans s join furnace_runs f on f.facility_id = s.facility_id and f.run_start < s.end_at and f.run_end > s.start_at
         join furnace_run_members m on m.furnace_run_id = f.id where f.layer = ?)`;

/** A bar of another lot, or without a place in this one, as far as it takes a unit; where it stands in several furnace runs, a piece for each. */
export interface PlacedOccupant extends PlacedBar {
  facility: number;
  order_id: number;
  serial_number: string;
  unique_order: string;
  task_name: string;
}

/** The open pieces of the plan on these facilities that touch the days, inclusive, but those of these bars. */
export async function occupantsOf(
  db: Db,
  plan: Plan,
  facilities: readonly number[],
  days: readonly [PlantDate, PlantDate],
  but: readonly number[],
): Promise<PlacedOccupant[]> {
  const [from, to] = [instantAt(days[0], '00:00'), instantAt(addDays(days[1], 1), '00:00')];
  const { rows } = await db.raw(
    `with ${NEAR}
     select * from (
       select ${PIECE}, e.order_id, e.serial_number, t.task_name, e.unique_order
       from ${PIECE_TABLES} join tasks t on t.id = e.task_id
       where e.layer = ? and e.id = any(array(select id from near)) and not e.id = any(?::bigint[]) and e.holds) piece
     where facility_id = any(?::bigint[]) and start_at < ? and end_at > ?`,
    bound([
      JSON.stringify(facilities.map((facility_id) => ({ facility_id, start_at: from, end_at: to }))),
      ...[plan, plan, plan],
      ...[but, facilities, to, from],
    ]),
  );
  return (rows as (PlacedOccupant & { facility_id: number })[]).map(({ facility_id, ...piece }) => ({ ...piece, facility: facility_id }));
}

interface Piece extends PlacedBar {
  facility_id: number | null;
}

interface Judged extends Piece {
  outsourced: boolean;
  before_casting: boolean;
  started_at: Instant | null;
  ended: Instant | null;
  previous: Neighbour | null;
  next: Neighbour | null;
}

interface Neighbour {
  id: number;
  task_name: string;
  start_at: Instant;
  end_at: Instant;
  finished: boolean;
  started_at: Instant | null;
  ended: Instant | null;
}

const neighbour = (side: '<' | '>', direction: 'asc' | 'desc'): string =>
  `(select jsonb_build_object('id', b.id, 'task_name', bt.task_name, 'start_at', b.start_at, 'end_at', b.end_at, 'finished', b.finished,
      'started_at', bm.started_at, 'ended', bm.finished_at)
    from bars b join tasks bt on bt.id = b.task_id left join actuals bm on bm.order_task_id = b.id
    where b.layer = e.layer and b.lot_id = e.lot_id and b.task_sort ${side} e.task_sort
    order by b.task_sort ${direction}, b.id ${direction} limit 1)`;

/** The surroundings a bar is judged against, and the bar that follows it in its lot. */
export type Around = Surroundings & { next_id: number | undefined };

/** Reads the surroundings of bars of the plan: one for each furnace run of a bar, at least one. */
export async function surroundingsOfMany(db: Db, plan: Plan, entryIds: readonly number[]): Promise<Around[]> {
  const { rows: judged } = await prepared<Judged>(
    db,
    `select ${PIECE}, e.outsourced, e.before_casting, case when r.several then r.started_at else w.started_at end as started_at, case when e.finished then w.finished_at end as ended,
       ${neighbour('<', 'desc')} as previous, ${neighbour('>', 'asc')} as next
     from ${PIECE_TABLES} left join actuals w on w.order_task_id = e.id where e.layer = ? and e.id = any(?::bigint[]) order by e.id, r.run_start`,
    [plan, entryIds],
  );
  const others = await sharing(db, plan, judged);
  const around = judged.map((bar, index) => ({ bar, others: others.get(index) ?? [] }));
  const known = await daysAndFacilities(db, plan, around);
  return around.map(({ bar, others }) => ({
    bar: { ...bar, began: beganAt(bar.start_at, bar.started_at) },
    previous: bar.previous ?? undefined,
    next: bar.next ? { ...bar.next, began: beganAt(bar.next.start_at, bar.next.started_at) } : undefined,
    next_id: bar.next?.id,
    facility: bar.facility_id === null || bar.before_casting ? undefined : known.facilities.get(bar.facility_id),
    others,
    holidays: bar.before_casting ? new Set<PlantDate>() : known.holidays,
  }));
}

/** The open pieces that share the facility of each judged one and overlap it, by its position. */
async function sharing(db: Db, plan: Plan, judged: readonly Judged[]): Promise<Map<number, PlacedBar[]>> {
  const spans = judged.flatMap(({ id, facility_id, start_at, end_at, before_casting }, position) =>
    facility_id === null || before_casting ? [] : [{ position, id, facility_id, start_at, end_at }],
  );
  const found = new Map<number, PlacedBar[]>();
  if (spans.length === 0) return found;
  const { rows } = await prepared<Piece & { position: number }>(
    db,
    `with ${NEAR},
     pieces as materialized (select ${PIECE} from ${PIECE_TABLES} where e.layer = ? and e.id = any(array(select id from near)) and e.holds)
     select spans.position, pieces.* from spans join pieces on pieces.facility_id = spans.facility_id and pieces.id <> spans.id
       and pieces.start_at < spans.end_at and pieces.end_at > spans.start_at`,
    [JSON.stringify(spans), plan, plan, plan],
  );
  for (const { position, ...piece } of rows) {
    const beside = found.get(position);
    if (beside) beside.push(piece);
    else found.set(position, [piece]);
  }
  return found;
}

/** The facilities of the bars with their overrides, and the holidays, of the days that must be known. */
async function daysAndFacilities(db: Db, plan: Plan, around: readonly { bar: Piece; others: readonly PlacedBar[] }[]) {
  const ranges = around.map(({ bar, others }) => daysToKnow(bar, others));
  const days = [
    ranges.map(([first]) => first).sort()[0],
    ranges
      .map(([, last]) => last)
      .sort()
      .at(-1),
  ] as [PlantDate, PlantDate];
  const facilities = new Map<number, NonNullable<Surroundings['facility']> & { overrides: Map<PlantDate, number> }>();
  if (around.length === 0) return { facilities, holidays: new Set<PlantDate>() };
  const ids = [...new Set(around.flatMap(({ bar }) => bar.facility_id ?? []))];
  for (const { id, ...facility } of await db('facilities').whereIn('id', ids).select('id', 'facility_name', 'availability'))
    facilities.set(id, { ...facility, overrides: new Map() });
  for (const { facility_id, date, units } of await overridesBetween(db, plan, ...days, ids))
    facilities.get(facility_id)?.overrides.set(date, units);
  return { facilities, holidays: await closedDaysBetween(db, ...days, plan) };
}
