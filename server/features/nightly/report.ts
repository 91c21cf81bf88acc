import type { Instant } from '../../domain/plant-time.ts';
import type { ReportedOrder } from '../runs/report.service.ts';

/** A late order as the night left it. */
export interface NightLate extends ReportedOrder {
  product_name: string;
  /** Why, in a few words; null where no run said so. */
  reason: string | null;
}

export interface NightMoved {
  order_id: number;
  serial_number: string;
  lot_number: string;
  task_name: string;
  old_start: Instant;
  new_start: Instant;
  /** Later by so many days; earlier when negative. */
  days: number;
}

/** What the planner reads in the morning; kept as it was at the end of the night. */
export interface NightSummary {
  file_count: number;
  failed_count: number;
  left_out_count: number;
  /** null where the plan could not be made. */
  late_before_count: number | null;
  late_after_count: number | null;
  moved_count: number;
  files: NightFileReport[];
  left_out: { import_id: number; kind: string; row: number; reason: string }[];
  notes: { name: string; text: string }[];
  newly_late: NightLate[];
  /** No longer late; one that has no place any more is none of them. */
  resolved: Omit<NightLate, 'reason'>[];
  resolved_count: number;
  /** Late before, and left the plan: something of them has no place, or they were deleted. */
  lost: NightLate[];
  still_late_count: number;
  moved: { count: number; far_count: number; displaced: number | null; locked_count: number; unchanged: boolean; entries: NightMoved[] };
  /** Whether a run was completed. */
  planned: boolean;
  workbooks: { file_type: string; file_name: string; output_file: string | null; message: string | null }[];
}

/** What became of a file of the inbox. */
export interface NightFileReport {
  name: string;
  /** Null for a file of no kind. */
  kind: string | null;
  /** Taken in, refused, or left where it was for the next night. */
  outcome: 'done' | 'failed' | 'left';
  import_id: number | null;
  row_count: number | null;
  new_count: number | null;
  changed_count: number | null;
  left_out_count: number | null;
  message: string | null;
}
