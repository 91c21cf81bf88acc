import type { Success } from '../../contract/handlers.ts';
import { type ListDescription, listPage, type Page } from '../../db/list.ts';
import type { Db } from '../../db/types.ts';
import { NIGHT_TEXTS } from '../../domain/texts/nightly.ts';
import type { NightSummary } from './report.ts';

export type NightRow = Success<'listNights'>['results'][number];
export type Night = Success<'getNight'>;

/** A night whose job ended without it was cut off: it says so, whatever it kept. */
const CUT_OFF = `(n.finished_at is null and j.status in ('error','cancelled'))`;
const COUNTS = ['file_count', 'failed_count', 'left_out_count', 'late_before_count', 'late_after_count', 'moved_count'];

const nights = (db: Db, employeeId: number) =>
  db('nights as n')
    .join('jobs as j', 'j.id', 'n.job_id')
    .leftJoin('employees as e', 'e.employee_id', 'j.requested_by')
    .select('n.id', 'n.started_at', 'j.requested_by', 'e.name as requested_by_name')
    .select(db.raw('coalesce(n.finished_at, on_clock(j.finished_at)) as finished_at'))
    .select(db.raw(`case when ${CUT_OFF} then 'error' else n.status end as status`))
    .select(COUNTS.map((count) => db.raw(`(n.summary ->> ?)::integer as ${count}`, [count])))
    .select(
      db.raw('exists (select 1 from night_acknowledgements a where a.night_id = n.id and a.employee_id = ?) as acknowledged', [employeeId]),
    );

const NIGHTS: ListDescription = {
  filters: {
    status: { how: 'exact', column: `(case when ${CUT_OFF} then 'error' else n.status end)` },
    from_date: { how: 'from', column: 'n.day' },
    to_date: { how: 'to', column: 'n.day' },
  },
  order: ['n.id desc'],
  sortable: { id: 'n.id', started_at: 'n.started_at' },
  tie: 'n.id desc',
};

/** A page of the nights, newest first, as this employee sees them. */
export const nightPage = (db: Db, path: string, parameters: object, employeeId: number): Promise<Page<NightRow>> =>
  listPage<NightRow>(nights(db, employeeId), path, parameters as Record<string, unknown>, NIGHTS);

/** These nights, the oldest first. */
export const nightRows = (db: Db, ids: readonly number[], employeeId: number): Promise<NightRow[]> =>
  nights(db, employeeId).whereIn('n.id', ids).orderBy('n.id');

const NOTHING: NightSummary = {
  file_count: 0,
  failed_count: 0,
  left_out_count: 0,
  late_before_count: 0,
  late_after_count: 0,
  moved_count: 0,
  files: [],
  left_out: [],
  notes: [],
  newly_late: [],
  resolved: [],
  resolved_count: 0,
  lost: [],
  still_late_count: 0,
  moved: { count: 0, orders: null, far_count: 0, moved_by: null, locked_count: 0, unchanged: false, first_plan: false, entries: [] },
  planned: false,
  workbooks: [],
};

/**
 * A summary as it was kept. Earlier versions lack the resolved orders, the moved orders, why bars moved, first plans and the names of orders that left
 * the plan.
 */
type KeptSummary = Omit<NightSummary, 'resolved_count' | 'lost' | 'moved'> &
  Partial<Pick<NightSummary, 'resolved_count' | 'lost'>> & { moved: Omit<NightSummary['moved'], 'orders' | 'moved_by' | 'first_plan'> };

const wholeSummary = (kept: KeptSummary): NightSummary => ({
  lost: [],
  ...kept,
  moved: { orders: null, moved_by: null, first_plan: false, ...kept.moved },
  resolved_count: kept.resolved_count ?? (kept.late_before_count ?? 0) - kept.still_late_count,
});

/** One night with all that is kept of it; undefined when there is none. */
export async function findNight(db: Db, id: number, employeeId: number): Promise<Night | undefined> {
  const found = (await nights(db, employeeId)
    .select('n.summary', 'n.problems', 'j.error', 'j.progress', 'j.phase', db.raw(`${CUT_OFF} as cut_off`))
    .where('n.id', id)
    .first()) as
    | (NightRow & {
        summary: KeptSummary | null;
        problems: string[];
        error: string | null;
        cut_off: boolean;
        phase: string;
        progress: number;
      })
    | undefined;
  if (!found) return undefined;
  const { summary, problems, error, cut_off, ...row } = found;
  const said = cut_off ? [...problems, error ?? NIGHT_TEXTS.interrupted] : problems;
  const told = summary ? await withDeleted(db, wholeSummary(summary)) : NOTHING;
  return { ...row, ...told, problems: said } as Night;
}

/** Says of each order that the summary names whether it has been deleted, by now. */
async function withDeleted(db: Db, summary: NightSummary): Promise<NightSummary> {
  const { newly_late, resolved, lost, moved } = summary;
  const ids = [...newly_late, ...resolved, ...lost, ...moved.entries].map(({ order_id }) => order_id);
  const there = new Set<number>(ids.length === 0 ? [] : await db('orders').whereIn('id', ids).pluck('id'));
  const told = <Named extends { order_id: number }>(list: Named[]) => list.map((one) => ({ ...one, deleted: !there.has(one.order_id) }));
  return {
    ...summary,
    newly_late: told(newly_late),
    resolved: told(resolved),
    lost: told(lost),
    moved: { ...moved, entries: told(moved.entries) },
  };
}

/** Nights of earlier days nobody can still act on; more than a few are a page, not a card. */
const KEPT_DAYS = 30;
const MOST_WAITING = 10;

/**
 * The nights that wait for this employee, the oldest first: what nobody has confirmed, and the newest while this employee has not. Beside them the
 * newest that has ended, and whether one is under way.
 */
export async function waitingNights(
  db: Db,
  employeeId: number,
): Promise<{ waiting: number[]; ended: number | undefined; running: boolean }> {
  const { rows } = await db.raw(
    `select id, under, not seen or (newest and not mine) as waits from (
       select n.id, under, not under and row_number() over (partition by under order by n.id desc) = 1 as newest,
         under or n.day < max(n.day) over () - ?::integer or exists (select 1 from night_acknowledgements a where a.night_id = n.id) as seen,
         exists (select 1 from night_acknowledgements a where a.night_id = n.id and a.employee_id = ?) as mine
       from (select n.id, n.day, j.status in ('queued','running') as under from nights n join jobs j on j.id = n.job_id order by n.id desc limit ?) n
     ) n order by id`,
    [KEPT_DAYS, employeeId, KEPT_DAYS],
  );
  const found = rows as { id: number; under: boolean; waits: boolean }[];
  return {
    waiting: found.flatMap(({ id, waits }) => (waits ? id : [])).slice(0, MOST_WAITING),
    ended: found.findLast(({ under }) => !under)?.id,
    running: found.some(({ under }) => under),
  };
}

/** When the newest complete night ended, by the machine's clock; undefined where there is none. */
export async function newestComplete(db: Db): Promise<string | undefined> {
  const query = db('nights as n').join('jobs as j', 'j.id', 'n.job_id').where('j.status', 'complete');
  return ((await query.orderBy('n.id', 'desc').first('j.finished_at')) as { finished_at: string } | undefined)?.finished_at;
}

/** Whether a night has begun at or after this instant. */
export async function nightSince(db: Db, instant: string): Promise<boolean> {
  return (await db('nights').whereRaw('coalesce(firing, started_at) >= ?', [instant]).first('id')) !== undefined;
}

/** The imports of a night that left rows out, in the order of its files. */
export async function importsWithLeftOut(db: Db, nightId: number): Promise<number[]> {
  const rows = await db('night_files as f')
    .join('import_log as i', 'i.id', 'f.import_id')
    .where('f.night_id', nightId)
    .where('i.left_out_count', '>', 0)
    .orderBy('f.position')
    .select('i.id');
  return rows.map(({ id }: { id: number }) => id);
}

/** When a night began, as it is kept; undefined when there is none. */
export const startOf = async (db: Db, nightId: number): Promise<string | undefined> =>
  ((await db('nights').where({ id: nightId }).first('started_at')) as { started_at: string } | undefined)?.started_at;

/** Notes that an employee has seen the night; once is enough. */
export async function insertAcknowledgement(db: Db, nightId: number, employeeId: number): Promise<void> {
  await db('night_acknowledgements').insert({ night_id: nightId, employee_id: employeeId }).onConflict().ignore();
}
