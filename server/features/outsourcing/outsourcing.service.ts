import type { Query, Success } from '../../contract/handlers.ts';
import type { PageBounds } from '../../db/list.ts';
import { type Plan, plannedAt } from '../../db/plan.ts';
import type { Db } from '../../db/types.ts';
import { addDays, addMonths, daysBetween, type PlantDate } from '../../domain/ground/plant-time.ts';
import {
  belongs,
  expectedDate,
  isWaiting,
  nextEvent,
  overdueDays,
  spareDays,
  spareDaysIfBack,
  type Week,
  type WorkFilter,
  weekOf,
} from '../../domain/plant/outsourcing.ts';
import { OUTSOURCING_TEXTS } from '../../domain/texts/outsourcing.ts';
import { chainCount, keptByPartner, type OpenWork, openWork, returnedBetween, type WorkDetail, workDetails } from './outsourcing.store.ts';

export type { Neighbour, WorkDetail } from './outsourcing.store.ts';
export type Work = Success<'listOutsourcingWork'>['results'][number];
type Section = Success<'listOutsourcingWork'>['sections'][number];
type Summary = Success<'getOutsourcingSummary'>;

/** A partner owes its answer for long after so many days. */
const LONG_WAIT_DAYS = 3;
const KEPT_MONTHS = 3;
/** Lead time where the file names none, as a run has it by default. */
const USUAL_LEAD_DAYS = 7;

const isOpen = ({ done_on }: OpenWork): boolean => done_on === null;
const isOf = (partner: string | undefined) => (work: OpenWork) => partner === undefined || partner === '' || work.partner === partner;

/** The work of one list, in its order, with what comes next of each. */
function listed(all: readonly OpenWork[], filter: WorkFilter, week: Week, today: PlantDate) {
  const from = today >= week.from && today <= week.to ? today : week.from;
  const rows = all
    .filter((work) => belongs(work, filter, week, today))
    .map((work) => ({ work, late: overdueDays(work, today), next: nextEvent(work, filter, from, today) }))
    .filter(({ work, late, next }) => late > 0 || work.done_on !== null || filter !== 'all' || next.date >= from);
  rows.sort((a, b) => b.late - a.late || (a.next.date < b.next.date ? -1 : a.next.date > b.next.date ? 1 : a.work.id - b.work.id));
  return rows;
}

/** The section a day stands in: today by itself, the rest of the shown week, then a week each. */
function sectionOf(date: PlantDate, week: Week, today: PlantDate): { from: PlantDate; to: PlantDate } {
  if (date === today) return { from: today, to: today };
  const own = weekOf(date);
  return own.from === week.from && today >= own.from && date > today ? { from: addDays(today, 1), to: own.to } : own;
}

function sectionsOf(rows: ReturnType<typeof listed>, week: Week, today: PlantDate): Section[] {
  const sections = new Map<string, Section>();
  for (const { late, next } of rows) {
    if (late > 0) continue;
    const span = sectionOf(next.date, week, today);
    const section = sections.get(span.from) ?? { ...span, handovers: 0, returns: 0 };
    if (next.event === 'handover') section.handovers += 1;
    else section.returns += 1;
    sections.set(span.from, section);
  }
  return [...sections.values()];
}

/** A page of the work with partners. */
export async function workPage(
  db: Db,
  plan: Plan,
  { week_from, filter = 'all', partner }: Query<'listOutsourcingWork'>,
  page: PageBounds,
  today: PlantDate,
): Promise<{ count: number; rows: Work[]; sections: Section[] }> {
  const week = weekOf(week_from ?? today);
  const rows = listed((await openWork(db, plan)).filter(isOf(partner)), filter, week, today);
  const shown = rows.slice(page.offset, page.offset + page.limit);
  const details = await workDetails(
    db,
    plan,
    shown.map(({ work }) => work.id),
  );
  const byId = new Map(shown.map((row) => [row.work.id, row]));
  const results = details.map((detail): Work => wireOf(detail, byId.get(detail.id)!.next, today));
  return { count: rows.length, rows: results, sections: sectionsOf(rows, week, today) };
}

/** Work as the wire has it. */
function wireOf(detail: WorkDetail, next: { event: Work['event']; date: PlantDate }, today: PlantDate): Work {
  return {
    id: detail.id,
    order_task_id: detail.order_task_id,
    order_id: detail.order_id,
    serial_number: detail.serial_number,
    lot_number: detail.lot_number,
    unique_order: detail.unique_order,
    product_name: detail.product_name,
    task_name: detail.task_name,
    quantity: detail.quantity,
    partner: detail.partner,
    outsourcing_code: detail.outsourcing_code,
    outsourcing_name: detail.outsourcing_name,
    locked: detail.locked,
    handover_date: detail.handover_date,
    return_date: detail.return_date,
    expected_date: expectedDate(detail),
    overdue_days: overdueDays(detail, today),
    event: next.event,
    event_date: next.date,
    previous_task: detail.previous?.task_name ?? null,
    previous_partner: detail.previous?.outsourcing_name ?? null,
    next_task: detail.next?.task_name ?? null,
    next_partner: detail.next?.outsourcing_name ?? null,
    deadline_date: detail.deadline_date,
    spare_days: spareOf(detail, today),
    answered_date: detail.answered_date,
    handed_on: detail.handed_on,
    completed_quantity: detail.completed_quantity,
    note: detail.note,
    answer_version: detail.answer_version,
    answered_at: detail.answered_at,
    asked_date: detail.asked_date,
    done_on: detail.done_on,
  };
}

/** Days to spare, what is known of the return counted in: the answered day, for what is late without one at least today. */
function spareOf(detail: WorkDetail, today: PlantDate): number | null {
  if (!isOpen(detail)) return spareDays(detail);
  const expected = expectedDate(detail);
  const back = expected < today ? today : expected;
  return back > detail.return_date ? spareDaysIfBack(detail, back) : spareDays(detail);
}

/** The work of one entry, as a list of its own would show it. */
export async function workOf(db: Db, plan: Plan, entry: number, today: PlantDate): Promise<Work | undefined> {
  const [detail] = await workDetails(db, plan, [entry]);
  return detail && wireOf(detail, nextEvent(detail, 'all', today, today), today);
}

const count = <T>(rows: readonly T[], holds: (row: T) => boolean): number => rows.reduce((sum, row) => sum + (holds(row) ? 1 : 0), 0);

/** Everything the head of the page and its list of partners say. */
export async function workSummary(
  db: Db,
  plan: Plan,
  { week_from, partner }: Query<'getOutsourcingSummary'>,
  today: PlantDate,
): Promise<Summary> {
  const week = weekOf(week_from ?? today);
  const all = await openWork(db, plan);
  const own = all.filter(isOf(partner));
  const rows = own.filter(isOpen);
  const late = rows.filter((work) => overdueDays(work, today) > 0);
  const lateDetails = await workDetails(
    db,
    plan,
    late.map(({ id }) => id),
  );
  const out = rows.filter((work) => belongs(work, 'handover', week, today));
  const back = rows.filter((work) => belongs(work, 'return', week, today));
  const waiting = rows.filter((work) => isWaiting(work, week));
  const saidDone = count(own, (work) => !isOpen(work) && belongs(work, 'return', week, today));
  const done = saidDone + (partner ? 0 : await returnedBetween(db, plan, week.from, week.to));
  return {
    week_from: week.from,
    week_to: week.to,
    today,
    planned_at: await plannedAt(db, plan),
    late: {
      count: late.length,
      most_days: Math.max(0, ...late.map((work) => overdueDays(work, today))),
      misses_delivery: count(lateDetails, (detail) => (spareOf(detail, today) ?? 0) < 0),
    },
    handovers: {
      count: out.length,
      done: count(out, ({ handover_date }) => handover_date < today),
      today: count(out, ({ handover_date }) => handover_date === today),
      left: count(out, ({ handover_date }) => handover_date > today),
    },
    returns: {
      count: back.length + done,
      done,
      late: count(back, (work) => expectedDate(work) < today),
      today: count(back, (work) => expectedDate(work) === today),
      left: count(back, (work) => expectedDate(work) > today),
    },
    waiting: {
      count: waiting.length,
      long: count(waiting, ({ asked_date }) => asked_date !== null && daysBetween(asked_date, today) >= LONG_WAIT_DAYS),
    },
    open: {
      count: rows.length,
      partners: new Set(rows.map((work) => work.partner)).size,
      chained: await chainCount(
        db,
        plan,
        rows.map(({ id }) => id),
      ),
    },
    partners: partnersOf(all.filter(isOpen), today),
    kept: await keptByPartner(db, addMonths(today, -KEPT_MONTHS), USUAL_LEAD_DAYS),
  };
}

/** Partners with open work: those with late returns first, then by how much they have. */
function partnersOf(all: readonly OpenWork[], today: PlantDate): Summary['partners'] {
  const partners = new Map<string, Summary['partners'][number]>();
  for (const work of all) {
    const { partner, outsourcing_name } = work;
    const row = partners.get(partner) ?? { partner, outsourcing_name, count: 0, late: 0 };
    row.count += 1;
    if (overdueDays(work, today) > 0) row.late += 1;
    partners.set(partner, row);
  }
  return [...partners.values()].sort((a, b) => b.late - a.late || b.count - a.count || (a.partner < b.partner ? -1 : 1));
}

/** Whether there is any open work from a day on. */
export async function hasOpenWork(db: Db, plan: Plan, from: PlantDate, today: PlantDate, partner?: string): Promise<boolean> {
  return (await openWork(db, plan)).some(
    (work) => isOpen(work) && isOf(partner)(work) && (work.return_date >= from || overdueDays(work, today) > 0),
  );
}

/** The name of a partner with open work, as the list has it; undefined where it has none. */
export async function partnerOf(db: Db, plan: Plan, partner: string): Promise<{ key: string; name: string } | undefined> {
  const work = (await openWork(db, plan)).find(isOf(partner));
  return work && { key: work.partner, name: work.outsourcing_name ?? OUTSOURCING_TEXTS.nobody };
}

/** Every unfinished work from a day on, late ones included, by partner and handover: what the sheets hold. */
export async function workForSheets(db: Db, plan: Plan, from: PlantDate, today: PlantDate, partner?: string): Promise<WorkDetail[]> {
  const open = (await openWork(db, plan))
    .filter(isOpen)
    .filter(isOf(partner))
    .filter((work) => work.return_date >= from || overdueDays(work, today) > 0);
  const details = await workDetails(
    db,
    plan,
    open.map(({ id }) => id),
  );
  const key = ({ partner: code, handover_date, unique_order }: WorkDetail): string => `${code}\t${handover_date}\t${unique_order}`;
  return details.sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.id - b.id));
}
