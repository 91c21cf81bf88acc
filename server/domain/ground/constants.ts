/** The business constants of both specification documents, section 9, in their order. */

// Product and schedule
export const GANTT_PAGE_ORDERS = 5;
export const FACILITY_CALENDAR_PAGE_FACILITIES = 30;
export const EXCEL_LIST_PAGE = 100;
export const DEFAULT_LIMIT = 100;
export const PENDING_POLL_MS = 60_000;
export const HALF_DAY_MINUTES = 720;
export const DAY_COLUMN_PX = 40;
export const ROW_HEIGHT_STACK_PX = 20;
export const ROW_HEIGHT_INLINE_PX = 50;
export const INFO_COLUMNS_PX = { order: 150, deadline: 110, previous_end: 120, task: 150 } as const;
export const DEFAULT_FILTER_YEARS = 2;
export const CALENDAR_SPAN_MONTHS = 1;
export const CALENDAR_SPAN_END_CLOCK = '16:00';
export const EXCEL_EXPORT_MONTHS = 6;
/** Before the timeline's first bar or today, and after the last of bars, deadlines and today. */
export const TIMELINE_DAYS_BEFORE_TODAY = 3;
export const TIMELINE_DAYS_AFTER = 14;
export const CONFIRM_PERSISTENT_MS = 1_000;
/** So long a finger rests on a bar to pick it up. */
export const TOUCH_HOLD_MS = 300;
export const SNACKBAR_MS = 5_000;
export const SCHEDULE_SNACKBAR_MS = 3_000;
/** How long it stands beside a bar why it stays. */
export const REFUSAL_MS = 3_000;
/** So many bars at most are asked about, moved or removed in one step. */
export const MOVES_AT_ONCE = 200;
/** How long a snackbar stays that offers to take back what it says. */
export const UNDO_SNACKBAR_MS = 10_000;
export const DRAWER_RAIL_PX = 65;
export const DRAWER_WIDTH_PX = 300;
export const SELECT_MENU_MAX_HEIGHT_PX = 310;
export const MENU_OPEN_DELAY_MS = 300;
export const MENU_CLOSE_DELAY_MS = 250;
export const OVERLAY_Z_INDEX = 2000;
export const DIALOG_Z_INDEX = 2400;
export const POST_LOGIN_PATH = '/products';
/** Pages on which a login may land. */
export const LANDINGS = [POST_LOGIN_PATH, '/gantt', '/facility-calendar', '/today', '/orders', '/outsourcing-work', '/figures'] as const;
export const HOLIDAY_MARGIN_DAYS_BEFORE = 5;
export const HOLIDAY_MARGIN_DAYS_AFTER = 4;

// Master data
export const LIST_PAGE = 100;
export const TABLE_FIXED_HEIGHT_ROWS = 10;
export const TABLE_FIXED_HEIGHT_PX = 600;
export const RELOAD_AFTER_IMPORT_MS = 2_000;
export const NEW_HEAT_TREATMENT_WAITING_DAYS = 1;
export const NEW_DEMOLDING_TIME = 0;

// What the contract adds
export const MAX_LIMIT = 1_000;
export const MAX_IMPORT_ROWS = 25_000;
export const MAX_IMPORT_MESSAGES = 1_000;
/** So long can an import be taken back. */
export const UNDO_IMPORT_DAYS = 30;
export const MAX_UPLOAD_BYTES = 20 * 1024 * 1024;
/** Of a field of a form beside the file: decisions about 200,000 cells, each of another code. */
export const MAX_FIELD_BYTES = 16 * 1024 * 1024;
/** Decisions about zeros: three codes in each of 200,000 rows. */
export const MAX_REPAIRS = 600_000;
export const MAX_BODY_BYTES = 12 * 1024 * 1024;
/** Files and large bodies that are read at once, and how many uploads may wait for that. */
export const READING_THREADS = 2;
export const MAX_WAITING_UPLOADS = 10;
/** How the plant differs from what is said of it is learned from the newest pieces of work of so many days: from fewer than `least` nothing, from fewer of a task what all have in common. */
export const LEARNED = { days: 180, newest: 3_000, least: 30, least_of_task: 20, least_of_partners: 20 } as const;
/** Of a piece of work that was tapped so many times shorter or longer than its hours the taps are not believed. */
export const MOST_DEVIATION = 10;
/** What is assumed of furnaces, and, as long as too little is known of them, of partners: days late, each as likely as any other. */
export const ASSUMED_DEVIATIONS = { furnace: { factor: 1, spread: 0.05 }, partner_days: [0, 0, 0, 0, 0, 0, 0, 1, 2, 4] } as const;
/** What a value may be, in forms, API and imports alike; openapi.yaml spells the same numbers (tests/domain/limits.test.ts). */
export const LIMITS = {
  code_length: 100,
  name_length: 200,
  password_length: 200,
  /** ℃ */
  temperature: 1_300,
  hours: 99_999,
  days: 3_650,
  /** Metres; files in millimetres are common. */
  size: 99_999,
  /** m³ */
  volume: 999_999,
  volume_factor: 1_000,
  /** kg */
  weight: 99_999_999,
  units: 10_000,
  task_sort: 1_000_000,
  /** Of an order or of an order task. */
  pieces: 1_000_000,
} as const;
/** Days after which the record of an export goes, and its file with it. */
export const EXPORT_KEEP_DAYS = 90;
/** Years after which 変更履歴 and 取込履歴 forget. */
export const HISTORY_KEEP_YEARS = 5;
/**
 * Settings of the plant that no run asks, each as it usually is: how many plans that were published before can be published again; working days that are added to a day
 * that is promised; how many orders an earlier day may move.
 */
export const PLANT_ONLY = { kept_plans: 5, promise_margin_days: 0, promise_moved_orders: 30 };
export type PlantOnly = typeof PLANT_ONLY;
/** A promised day is held no longer than so many days from today, however often that is extended. */
export const MOST_HELD_DAYS = 90;
export const MOST_KEPT_PLANS = 50;
/** A bar that begins so many days before or after has moved far. */
export const FAR_DAYS = 3;
/** So many scenarios are kept in a plant. */
export const MOST_SCENARIOS = 20;
/** As long as the name of one may be: a column of the list bears no more. */
export const MOST_SCENARIO_NAME = 60;
/** Dates of the plan, of holidays, of availability and of ranges lie within these two days. */
export const FIRST_DATE = '2000-01-01';
export const LAST_DATE = '2100-12-31';
export const LONGEST_BAR_MONTHS = 24;
/** The most days that so long a bar touches. */
export const LONGEST_BAR_DAYS = 732;

// The plant's day (task form choices)
export const WORK_START_CLOCK = '08:00';
export const WORK_END_CLOCK = '16:00';
export const TICK_MINUTES = 30;
export const DAY_MINUTES = 1_440;
export const TICKS_PER_DAY = 48;
export const WEEKDAYS = ['日', '月', '火', '水', '木', '金', '土'] as const;
export const COOLING_METHODS = ['空冷', '炉冷', '水冷', '強制空冷'] as const;
export type CoolingMethod = (typeof COOLING_METHODS)[number];

// Words with a meaning of their own; those of tasks are read by domain/plant/task-purpose, as codes are.
/** `delivery_status` values that take an order out of planning; a closed list. */
export const DELIVERED_STATUSES = ['納入済', '納品済', '出荷済', '完納'] as const;
/** `arrangement` values; anything else is in-house with a message. */
export const OUTSOURCED_ARRANGEMENTS = ['外注', '外作', '外'] as const;
export const PURCHASED_ARRANGEMENT = '購入';
export const IN_HOUSE_ARRANGEMENTS = ['支給', '内作', '社内', ''] as const;
/** The cooling method that keeps the furnace for the cooling too. */
export const FURNACE_COOLING: CoolingMethod = '炉冷';
/** A task whose name contains this is a tempering: its retention time is never merged with another. */
export const TEMPERING_NAME_PART = '焼戻';

// The plant's figures
/** 納期遵守率 that the plant aims at. */
export const ON_TIME_TARGET = 0.95;

/** Causes of lateness that nothing helps any more: it could have begun and did not; it was overdue before it could go on; what is left to do takes longer than there is time. */
export const SUNK_CAUSES = ['late_start', 'late_before', 'own_time'] as const;
