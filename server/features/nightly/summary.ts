import type { Knex } from 'knex';
import type { Job } from '../../db/jobs/jobs.ts';
import type { Plan } from '../../db/plan.ts';
import { daysBetween, plantDate } from '../../domain/ground/plant-time.ts';
import { isOfRows } from '../../domain/texts/files/imports.ts';
import { NIGHT_TEXTS } from '../../domain/texts/nightly.ts';
import { causeInBrief } from '../../domain/texts/plan/late.ts';
import { statisticsOf } from '../runs/ask/runs.service.ts';
import { type LostOrder, type ReportedOrder, reportOfRun } from '../runs/story/report.service.ts';
import type { NightWorkbook } from './nightly.store.ts';
import type { NightFileReport, NightSummary } from './report.ts';
import {
  codesOfOrders,
  type FileOutcome,
  facilityNames,
  fileOutcomes,
  leftOutOfNight,
  lockedCount,
  orderNames,
  workbooksOf,
} from './summary.store.ts';

const LISTED_ROWS = 200;
const LISTED_MOVED = 50;
const NOTES_A_FILE = 5;

/** Puts together what a night did to the plan. `run` is undefined where none was completed. */
export async function summaryOf(
  db: Knex,
  plan: Plan,
  night: { id: number; late_before: readonly ReportedOrder[] },
  run: Job | undefined,
): Promise<NightSummary> {
  const files = await fileOutcomes(db, night.id);
  const left_out = await leftOutOfNight(db, night.id, LISTED_ROWS);
  const lateness = await lateOf(db, plan, night.late_before, run);
  const moved = await movedOf(db, plan, run);
  return {
    file_count: files.length,
    failed_count: files.filter(({ outcome }) => outcome === 'failed').length,
    left_out_count: files.reduce((sum, { left_out_count }) => sum + (left_out_count ?? 0), 0),
    late_before_count: night.late_before.length,
    moved_count: moved.count,
    files: files.map(shownFile),
    left_out,
    notes: files.flatMap(notesOf),
    ...lateness,
    moved,
    planned: run !== undefined,
    workbooks: (await workbooksOf(db, night.id)).map(shownWorkbook),
  };
}

const shownFile = ({ errors, sentence, outcome, warnings: _, refused: __, ...file }: FileOutcome): NightFileReport => ({
  ...file,
  outcome: outcome ?? 'left',
  message: sentence ?? errors?.[0] ?? null,
});

function notesOf({ name, outcome, warnings }: FileOutcome): NightSummary['notes'] {
  if (outcome !== 'done' || !warnings) return [];
  return fileNotes(warnings).map((text) => ({ name, text }));
}

/** The first message of an import about its file as a whole; left-out rows are counted elsewhere. */
export const fileNotes = (warnings: readonly string[]): string[] => warnings.filter((text) => !isOfRows(text)).slice(0, NOTES_A_FILE);

const shownWorkbook = ({ file_type, file_name, excel_id, sentence }: NightWorkbook): NightSummary['workbooks'][number] => ({
  file_type,
  file_name,
  output_file: excel_id === null ? null : `/api/schedules/excels/${excel_id}/`,
  message: sentence,
});

/** What the night's run says of lateness, with names and reasons: one report, told on two cards. */
async function lateOf(db: Knex, plan: Plan, was: readonly ReportedOrder[], run: Job | undefined) {
  const report = run && (await reportOfRun(db, run.id));
  if (!run || !report)
    return { late_after_count: null, newly_late: [], resolved: [], resolved_count: 0, lost: [], still_late_count: was.length };
  const { newly_late, saved, lost = [], late_after } = report;
  const names = await orderNames(db, idsOf([...newly_late, ...saved, ...lost]));
  const reasons = await reasonsOf(db, run, newly_late);
  const whyLost = await lostReasons(db, plan, run, lost);
  const named = (late: ReportedOrder) => ({ ...late, product_name: names.get(late.order_id) ?? '' });
  return {
    late_after_count: late_after,
    newly_late: newly_late.map((late) => ({ ...named(late), reason: reasons.get(late.order_id) ?? null })),
    resolved: saved.map(named),
    resolved_count: report.saved_count,
    lost: lost.map(({ deleted: _, ...late }) => ({ ...named(late), reason: whyLost.get(late.order_id) ?? null })),
    still_late_count: late_after - report.newly_late_count,
  };
}

/** Why each of these orders left the plan: it was deleted, else as the run's messages have it. */
async function lostReasons(db: Knex, plan: Plan, run: Job, lost: readonly LostOrder[]): Promise<Map<number, string>> {
  const codes = await codesOfOrders(db, plan, run.id, idsOf(lost));
  return new Map(
    lost.map(({ order_id, deleted }) => [
      order_id,
      deleted ? NIGHT_TEXTS.deleted : (NIGHT_TEXTS.lost[codes.get(order_id) ?? ''] ?? NIGHT_TEXTS.unplaced),
    ]),
  );
}

const idsOf = (orders: readonly ReportedOrder[]): number[] => orders.map(({ order_id }) => order_id);

/** The main reason of each of these orders, as the run found it. */
async function reasonsOf(db: Knex, run: Job, late: readonly ReportedOrder[]): Promise<Map<number, string>> {
  const notes = new Map((statisticsOf(run).late ?? []).map((note) => [note.order_id, note]));
  // A run of an earlier version kept other notes.
  const reasons = late.flatMap(({ order_id }) => {
    const note = notes.get(order_id);
    return note?.cause ? [note] : [];
  });
  const names = await facilityNames(
    db,
    reasons.flatMap(({ facility_id }) => facility_id ?? []),
  );
  return new Map(
    reasons.map(({ order_id, cause, facility_id }) => [
      order_id,
      causeInBrief(cause, facility_id === null ? null : (names.get(facility_id) ?? null)),
    ]),
  );
}

async function movedOf(db: Knex, plan: Plan, run: Job | undefined): Promise<NightSummary['moved']> {
  const {
    moved = 0,
    moved_orders = null,
    moved_far = 0,
    moved_by = null,
    unchanged = false,
    first_plan = false,
    moved_entries = [],
  } = run ? statisticsOf(run) : {};
  return {
    count: moved,
    orders: moved_orders,
    far_count: moved_far,
    moved_by,
    locked_count: await lockedCount(db, plan),
    unchanged,
    first_plan,
    entries: moved_entries.slice(0, LISTED_MOVED).map(({ order_id, serial_number, lot_number, task_name, old_start, new_start }) => ({
      order_id,
      serial_number,
      lot_number,
      task_name,
      old_start,
      new_start,
      days: daysBetween(plantDate(old_start), plantDate(new_start)),
    })),
  };
}
