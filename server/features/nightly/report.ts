import type { components } from '../../contract/types.ts';

type Night = components['schemas']['Night'];

/** What became of a file of the inbox. */
export type NightFileReport = components['schemas']['NightFile'];

/** What the planner reads in the morning; kept as it was at the end of the night. */
export interface NightSummary
  extends Pick<
    Night,
    | 'late_before_count'
    | 'late_after_count'
    | 'files'
    | 'left_out'
    | 'notes'
    | 'newly_late'
    | 'resolved'
    | 'resolved_count'
    | 'lost'
    | 'still_late_count'
    | 'moved'
    | 'planned'
    | 'workbooks'
  > {
  file_count: number;
  failed_count: number;
  left_out_count: number;
  moved_count: number;
}
