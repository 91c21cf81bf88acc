import type { Instant, PlantDate } from '../../../domain/ground/plant-time.ts';
import type { Priority } from '../../../domain/plant/priority.ts';

/**
 * Input of the engine: the rows of the tables as the database has them (numbers as numbers, dates as `YYYY-MM-DD`, instants as ISO texts with an offset).
 * Reading turns them into a problem; nothing else of the product reaches the engine.
 */
export interface PlanningRows {
  /** Every order that is not yet deleted; reading leaves out the delivered ones itself. */
  orders: readonly OrderRow[];
  /** The lots of those orders, each with the casting date of its own (null: the order's is used). */
  lots: readonly LotRow[];
  order_tasks: readonly OrderTaskRow[];
  tasks: readonly TaskRow[];
  /** Active products of those orders; an order whose product is not here is E101. */
  products: readonly ProductRow[];
  heat_treatments: readonly HeatTreatmentRow[];
  product_processings: readonly ProductProcessingRow[];
  demoldings: readonly DemoldingRow[];
  /** All facilities; inactive ones serve fixed entries only. */
  facilities: readonly FacilityRow[];
  facility_availabilities: readonly AvailabilityRow[];
  /** Non-working days. */
  holidays: readonly { date: PlantDate }[];
  outsourcings: readonly OutsourcingRow[];
  /** Answers of partners, of order tasks that are still theirs. */
  outsourcing_answers: readonly OutsourcingAnswerRow[];
  /** The present plan: every entry of the published plan, its furnace runs and their members. */
  plan_entries: readonly PlanEntryRow[];
  /** Order tasks that were closed in the plant and have no entry: their orders went and came again. */
  closed: readonly ClosedRow[];
  furnace_runs: readonly FurnaceRunRow[];
  furnace_run_members: readonly FurnaceRunMemberRow[];
}

export interface OrderRow {
  id: number;
  serial_number: string;
  product_code: string;
  product_name: string;
  product_id: number | null;
  number: number;
  weight: number | null;
  delivery_status: string;
  delivery_date: PlantDate | null;
  casting_date: PlantDate | null;
  priority: Priority;
  /** It only holds a day that was promised. */
  held?: boolean;
}

export interface LotRow {
  id: number;
  order_id: number;
  lot_number: string;
  /** Of the lot's row in `castings`; null where it has none. */
  casting_date: PlantDate | null;
}

export interface OrderTaskRow {
  id: number;
  lot_id: number;
  task_id: number;
  arrangement: string;
  task_sort: number;
  outsourcing_code: string;
  setup_hours: number;
  work_hours: number;
  solution_frame_days: number;
  received: boolean;
  last_reception_date: PlantDate | null;
  order_quantity: number;
  received_quantity: number;
}

export interface TaskRow {
  id: number;
  task_code: string;
  task_name: string;
}

export interface ProductRow {
  id: number;
  product_code: string;
  product_name: string;
  volume_factor: number | null;
  depth: number | null;
  width: number | null;
  height: number | null;
  volume: number | null;
  round_up: number | null;
}

export interface HeatTreatmentRow {
  product_id: number;
  task_id: number;
  facility_id: number | null;
  temperature: number;
  retention_time: number;
  cooling_method: string;
  cooling_time: number;
  work_settings: readonly string[];
  waiting_days: number;
}

export interface ProductProcessingRow {
  product_id: number;
  task_id: number;
  facility_id: number;
  waiting_days: number;
}

export interface DemoldingRow {
  product_id: number;
  task_id: number;
  demolding_time: number;
}

export interface FacilityRow {
  id: number;
  active: boolean;
  facility_code: string;
  facility_name: string;
  availability: number;
  max_weight: number | null;
  depth: number | null;
  width: number | null;
  height: number | null;
  volume: number | null;
  task_ids: readonly number[];
}

/** What a day of a facility says instead of its own count of units. */
export interface AvailabilityRow {
  facility_id: number;
  date: PlantDate;
  units: number;
  /** Why it, or a unit of it, stands out of order that day. */
  stop?: string | null;
}

interface OutsourcingRow {
  outsourcing_code: string;
}

/** A partner's answer: when the lot is back (null: not said), how many pieces are done (null: not said), the handover the answer was given for, and the day on which somebody here handed it over. */
export interface OutsourcingAnswerRow {
  order_task_id: number;
  answered_date: PlantDate | null;
  completed_quantity: number | null;
  handover_date: PlantDate | null;
  handed_on?: PlantDate | null;
}

interface ClosedRow {
  order_task_id: number;
  /** null: nobody said. */
  closed_on: PlantDate | null;
}

export interface PlanEntryRow {
  id: number;
  order_task_id: number | null;
  lot_id: number;
  task_id: number;
  task_sort: number | null;
  facility_id: number | null;
  unit: number | null;
  outsourced: boolean;
  locked: boolean;
  received_locked: boolean;
  start_at: Instant;
  end_at: Instant;
  work_time_set: boolean;
  created_by_hand: boolean;
  /** When the shop floor said that it was started. */
  started_at?: Instant | null;
  /** When the shop floor said that it was finished. */
  finished_at?: Instant | null;
  /** A request sheet has asked its partner for it. */
  asked?: boolean;
}

export interface FurnaceRunRow {
  id: number;
  facility_id: number;
  unit: number;
  temperature: number;
  retention_time: number;
  cooling_method: string;
  cooling_time: number;
  run_start: Instant;
  run_end: Instant;
}

export interface FurnaceRunMemberRow {
  furnace_run_id: number;
  plan_entry_id: number;
  pieces: number;
  weight: number;
  volume: number;
}
