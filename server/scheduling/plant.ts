import type { Conflict } from '../domain/bars/conflicts.ts';
import type { PlanSettings } from '../domain/plant/plan-settings.ts';
import type { Priority } from '../domain/plant/priority.ts';

/** Meaning of the problem's indexes to the plant, for entries, messages and explanations. */
export interface Plant {
  readonly settings: PlanSettings;
  readonly orders: readonly PlantOrder[];
  readonly lots: readonly PlantLot[];
  readonly tasks: readonly PlantTask[];
  /** By task id, for messages. */
  readonly taskNames: ReadonlyMap<number, string>;
  readonly machines: readonly PlantMachine[];
  readonly recipes: readonly PlantRecipe[];
  /** Entries that are not activities: finished tasks, tasks before the casting, kept entries outside every chain. */
  readonly entries: readonly ReadyEntry[];
  /** Rules that fixed bars break. Those that depend on the plan of their lot are found in the plan. */
  readonly conflicts: readonly FixedConflict[];
}

/** A rule and the fixed bars that break it. */
export interface FixedConflict {
  readonly conflict: Conflict;
  readonly facility_id: number | null;
  readonly bars: readonly FixedBar[];
  /** The other party, where it is not among the bars. */
  readonly others: readonly FixedBar[];
}

/** Why a bar stays where it is: still to begin and locked, made by hand or inside the frozen days; begun and locked or made by hand; merely under way. */
export type KeptAs = 'locked' | 'by_hand' | 'frozen' | 'begun' | 'under_way';

/** A bar that stays where it is. */
export interface FixedBar {
  readonly entry_id: number;
  readonly order_task_id: number | null;
  readonly order_id: number;
  readonly task_id: number;
  /** "serial-lot". */
  readonly label: string;
  readonly start_minutes: number;
  readonly kept: KeptAs;
}

export interface PlantOrder {
  readonly order_id: number;
  readonly serial_number: string;
  readonly delivery_date: string | null;
  readonly priority: Priority;
  /** Something of it is still to do. */
  readonly open: boolean;
}
/** Per chain. */
export interface PlantLot {
  readonly lot_id: number;
  readonly lot_number: string;
  /** "serial-lot", the serial alone for an empty lot number. */
  readonly label: string;
  readonly order_id: number;
  readonly product_id: number;
  /** Tick of the casting, null where unknown; may lie before the horizon. */
  readonly casting: number | null;
  /** Tick from which the first process that is not finished could in truth have begun, may lie before the horizon; null: not known. */
  readonly startable: number | null;
  /** The lot's processes in order: n >= 0 the first activity of a step, n < 0 the ready entry -n - 1. */
  readonly sequence: readonly number[];
}
/** Origin of the activity's release, for explanations. */
export type ReleaseCause = 'planning_start' | 'casting' | 'demolding' | 'finished_task';
/** Per activity. */
export interface PlantTask {
  readonly order_task_id: number | null;
  readonly entry_id: number | null;
  readonly task_id: number;
  readonly task_sort: number | null;
  readonly outsourced: boolean;
  /** Exact span of a fixed entry, plant minutes; null for free activities. */
  readonly kept: { readonly start_minutes: number; readonly end_minutes: number; readonly locked: boolean; readonly as: KeptAs } | null;
  readonly pieces: number;
  readonly released_by: ReleaseCause;
}
export interface PlantMachine {
  readonly facility_id: number | null;
  readonly facility_code: string;
  readonly facility_name: string;
  /** Units on a day that says nothing else. */
  readonly availability: number;
  /** When it, or a unit of it, is expected to stand out of order: closed time that is no holiday and no override. In order, apart or touching. */
  readonly stops: readonly StoppedTime[];
}
/** Ticks of whole days, end exclusive, and why, as a stop says it. */
export interface StoppedTime {
  readonly from: number;
  readonly to: number;
  readonly reason: string;
}
export interface PlantRecipe {
  readonly temperature: number;
  readonly retention_time: number;
  readonly cooling_method: string;
  readonly cooling_time: number;
}

/** Owner and place of a bar: an order task (all its runs together) or an entry made by hand. */
export interface Bar {
  /** null: made by hand. */
  readonly order_task_id: number | null;
  /** The row of the present plan it stands in; null: new. */
  readonly entry_id: number | null;
  readonly lot_id: number;
  readonly task_id: number;
  readonly task_sort: number | null;
  readonly facility_id: number | null;
  /** 0-based unit of the facility, null without one. */
  readonly unit: number | null;
  readonly outsourced: boolean;
}

/** A bar that reading already knows. Ticks, which may lie before the horizon. */
export interface ReadyEntry extends Bar {
  readonly kind: 'finished' | 'before_casting' | 'kept';
  /** null: finished without a date, to lie directly before its successor. */
  readonly end: number | null;
  readonly start: number | null;
  /** Calendar ticks of a finished task without a date. */
  readonly length: number;
}
