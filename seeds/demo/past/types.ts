import type { Place } from '../../../server/domain/plant/places.ts';
import type { Defect } from '../../../server/domain/texts/plan/reasons.ts';

type Words = { serial_number: string; lot_number: string; task_sort: number };

/** A process that was done, beside what was planned of it when it began. */
export type WorkRow = Words & {
  task_code: string;
  product_code: string;
  /** Empty: done by a partner, who taps nothing. */
  facility_code: string;
  unit: number | null;
  pieces: number;
  good: number | null;
  defect_reason: Defect | null;
  started_at: string | null;
  finished_at: string | null;
  ended_on: string;
  planned_start: string;
  planned_end: string;
  planned_hours: number;
};

/** A furnace load that was done. */
export type LoadRow = {
  facility_code: string;
  unit: number;
  temperature: number;
  retention_time: number;
  cooling_method: string;
  cooling_time: number;
  run_start: string;
  run_end: string;
  started_at: string;
  finished_at: string;
  fill: number;
  members: readonly (Words & { pieces: number; weight: number; volume: number })[];
};

/** A unit that was out of order. */
export type StopRow = { facility_code: string; unit: number; stopped_at: string; resumed_at: string; resumes_on: string };

/** What the plant remembers of the weeks before: no import kind. */
export type History = {
  completed: { serial_number: string; delivery_date: string; casting_date: string; completed_on: string }[];
  /** Days that customers were told, and that became orders. */
  promised: {
    serial_number: string;
    product_code: string;
    customer: string;
    pieces: number;
    asked_on: string;
    ready_date: string;
    promised_on: string;
  }[];
  loads: LoadRow[];
  /** Lots in work on Fridays. */
  works: { date: string; place: Place; lots: number }[];
  /** What was done of orders that have left, and of those that stand in the book. */
  gone: WorkRow[];
  book: WorkRow[];
  stops: StopRow[];
};
