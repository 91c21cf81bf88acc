import type { Instant, PlantDate } from '../../domain/ground/plant-time.ts';
import type { PlantBound } from '../bounds/index.ts';
import type { MoveCause } from '../moves.ts';
import type { Bar } from '../plant.ts';
import type { PlanMessage } from '../solution.ts';

/** Everything a run leaves behind, ready to be written; minutes are plant minutes since 1970-01-01 00:00 (`instantOfMinutes` of domain/ground/plant-time). */
export interface Outcome {
  readonly entries: readonly PlannedEntry[];
  readonly runs: readonly PlannedRun[];
  /** Late orders, conflicts, what did not fit; to be shown after the messages of reading. */
  readonly messages: readonly PlanMessage[];
  /** The latest orders with what made them so. */
  readonly late: readonly LateNote[];
  readonly figures: PlanFigures;
}

/** A bar of the plan with its times. */
export interface PlannedEntry extends Bar {
  /** The task is finished: `received_locked`, no capacity. */
  readonly finished: boolean;
  readonly start_minutes: number;
  readonly end_minutes: number;
  /** Index of its first run in `runs`, null outside furnaces. */
  readonly run: number | null;
  /** Why it moved, or that it did not; null where the run did not place it, or no plan stood. */
  readonly moved_by: MoveCause | 'stays' | null;
}

export interface PlannedRun {
  readonly facility_id: number;
  readonly unit: number;
  readonly temperature: number;
  readonly retention_time: number;
  readonly cooling_method: string;
  readonly cooling_time: number;
  readonly start_minutes: number;
  readonly end_minutes: number;
  readonly members: readonly PlannedMember[];
}

export interface PlannedMember {
  /** Index into `entries`. */
  readonly entry: number;
  readonly pieces: number;
  readonly weight: number;
  readonly volume: number;
}

/** Why an order is late: the parts of its days, the main one, and where its lot that ends last waits longest. */
export interface LateNote {
  readonly order_id: number;
  readonly serial_number: string;
  readonly late_days: number;
  readonly cause: string;
  readonly facility_id: number | null;
  /** The process that the cause speaks of. */
  readonly order_task_id: number | null;
  readonly parts: readonly { part: string; days: number }[];
  readonly wait: LateWait | null;
}

/** A bar that waits on a facility between two dates, and what stands there meanwhile. */
export interface LateWait {
  readonly order_task_id: number | null;
  readonly facility_id: number | null;
  readonly from: PlantDate;
  readonly to: PlantDate;
  /** From when it could begin, and until when it waits. */
  readonly ready_at: Instant;
  readonly begin_at: Instant;
  /** Whether the facility is counted by furnace runs. */
  readonly furnace: boolean;
  readonly later_in_time: number;
  readonly later_late: number;
  readonly earlier: number;
  readonly rush: number;
  readonly locked: number;
  readonly held: boolean;
  readonly weekdays: readonly number[];
  /** As its parts say them. */
  readonly closed_days: number;
  readonly stopped_days: number;
  /** Another facility that could have taken it and was shut on most of these days; null: its own was. */
  readonly shut_facility_id: number | null;
  readonly idle_percent: number | null;
  readonly mate: {
    order_task_id: number | null;
    label: string;
    ready: PlantDate;
    /** Where it waits longest itself. */
    wait: { facility_id: number | null; from: PlantDate; to: PlantDate } | null;
  } | null;
}

export interface PlanFigures {
  readonly orders: number;
  /** Of the orders that are planned whole. */
  readonly late_orders: number;
  readonly late_days: number;
  /** Planned, and those that found no place. */
  readonly tasks: number;
  readonly unplaced: number;
  readonly runs: number;
  /** Share of the capacity from the planning start to the plan's end that is used, per facility. */
  readonly load: readonly { facility_id: number; hours: number; open_hours: number }[];
  /** Entries of the present plan that moved. */
  readonly moved: number;
  /** Of `late_days` those that no other assignment takes away, by cause: the orders have them alone in the plant, too, whatever the run might move. */
  readonly unavoidable: readonly { part: string; days: number }[];
  /** The lower bound of every plan. */
  readonly bound: PlantBound;
  /**
   * By how much of the avoidable part of its score (without the lateness that no plan avoids) a plan could be better at most, in percent; null where the
   * bound is 0: then by its days late.
   */
  readonly gap_percent: number | null;
}
