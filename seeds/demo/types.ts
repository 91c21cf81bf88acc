import type { ImportKindName } from '../../server/domain/files/imports.ts';
import type { CoolingMethod } from '../../server/domain/ground/constants.ts';
import type { Permission } from '../../server/domain/ground/permissions.ts';

export type HolidayRow = { date: string; is_holiday: boolean };
export type TaskRow = { task_code: string; task_name: string };
type Box = { depth: number | null; width: number | null; height: number | null; volume: number | null };
export type FacilityRow = Box & {
  facility_code: string;
  facility_name: string;
  task_name: string;
  task_code: string;
  availability: number;
  max_weight: number | null;
};
export type OutsourcingRow = { outsourcing_code: string; name: string };
export type EmployeeRow = { employee_id: string; password: string; name: string; name_furigana: string; permission: Permission };
export type ProductRow = Box & {
  product_code: string;
  product_name: string;
  customer_name: string;
  /** Empty where the row names no heat treatment; then the four fields after it are null. */
  task_code: string;
  task_name: string;
  temperature: number | null;
  retention_time: number | null;
  cooling_method: CoolingMethod | null;
  volume_factor: number | null;
  round_up: number | null;
};
export type HeatTreatmentRow = {
  product_code: string;
  task_code: string;
  facility_code: string;
  demolding_time: number | null;
  temperature: number | null;
  retention_time: number | null;
  cooling_method: CoolingMethod | null;
  cooling_time: number | null;
  /** Weekdays side by side, `月水金`; empty: any. */
  work_settings: string;
  waiting_days: number | null;
};
export type OrderRow = {
  serial_number: string;
  product_code: string;
  product_name: string;
  number: number;
  weight: number;
  delivery_status: string;
  material: string;
  delivery_date: string;
  casting_date: string | null;
};
export type OrderTaskRow = {
  serial_number: string;
  lot_number: string;
  arrangement: string;
  task_sort: number;
  task_code: string;
  task_name: string;
  outsourcing_code: string;
  order_name: string;
  setup_hours: number;
  work_hours: number;
  solution_frame_days: number;
  received: boolean;
  last_reception_date: string | null;
  order_quantity: number;
  received_quantity: number;
};
export type CastingRow = { serial_number: string; lot_number: string; casting_date: string };
/** No import kind: maintenance and overtime of 設備稼働. */
export type AvailabilityRow = { facility_code: string; date: string; units: number };

/** No import kind either: a locked entry (工程開始) of the published plan, instants with `+09:00`. */
export type LockRow = {
  serial_number: string;
  lot_number: string;
  task_sort: number;
  facility_code: string;
  start_at: string;
  end_at: string;
};

/** The rows of the ten import kinds, keyed by import field. */
export type DemoRows = {
  holidays: HolidayRow[];
  tasks: TaskRow[];
  facilities: FacilityRow[];
  outsourcings: OutsourcingRow[];
  employees: EmployeeRow[];
  products: ProductRow[];
  'heat-treatments': HeatTreatmentRow[];
  orders: OrderRow[];
  'order-tasks': OrderTaskRow[];
  castings: CastingRow[];
};

/** What was made wrong on purpose. `kind` and `key` name the row; `note` says in Japanese what is wrong. */
export type PlantedDefect = {
  code: DefectCode;
  kind: ImportKindName;
  key: string;
  field: string | null;
  /** What reports it: the page マスタ点検, or a run's messages. */
  found_by: 'master_check' | 'run';
  note: string;
};
export type DefectCode =
  | 'heat_treatment_missing'
  | 'demolding_missing'
  | 'dimensions_missing'
  | 'dimensions_unit'
  | 'volume_mismatch'
  | 'piece_too_large'
  | 'task_without_facility'
  | 'facility_weight_unit'
  | 'calendar_gap'
  | 'product_unknown'
  | 'order_tasks_missing'
  | 'casting_missing';

export type DemoOptions = {
  /** Orders made. */
  orders: number;
  seed: number;
  /** The plant day that the demo is made for. */
  today: string;
  /** 0: clean; up to 1: more and more planted defects. */
  dirty: number;
  /** Products made. */
  products: number;
  /** Months of arriving orders. */
  months: number;
  /** The first day of arriving orders, in days from today. */
  from_days: number;
  /** Least and most days from order to casting. */
  casting_days: readonly [number, number];
  /** Days before today of which the plant remembers what it did, beside what its book says; 0: none. */
  past_days: number;
  /** Multiplies the units of every facility. */
  capacity: number;
  /** Multiplies the time from casting to the delivery date. */
  lead: number;
};

/** Rows and what belongs to them without being a row of an import. */
export type Demo = DemoRows & {
  options: DemoOptions;
  availabilities: AvailabilityRow[];
  locks: LockRow[];
  defects: PlantedDefect[];
};

/** A cell as it is written: a Date is a date cell of that day. */
export type FileCell = string | number | Date | null;
/** A file before it is written: the header in the first row. */
export type FileGrid = { rows: FileCell[][]; hidden: number[]; hiddenSheets: string[] };
