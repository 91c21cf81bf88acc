import type { ListDescription } from '../../db/list.ts';
import { plainCode } from '../../domain/ground/fold.ts';
import { isDemoldingCode, isHeatCode, isProcessingFacility, taskPurpose } from '../../domain/plant/task-purpose.ts';
import { SESSION } from '../../domain/texts/program/session.ts';
import * as sql from './columns.store.ts';

/** A list of rows that belongs to a row and is written with it as a whole. */
export interface Nested {
  /** Its name on the wire. */
  field: string;
  table: string;
  parent: string;
  /** Field on the wire -> column. */
  columns: Record<string, string>;
  /** Fields that make a row of the list unique. */
  key: readonly string[];
  /** Which tasks and facilities the list takes (specification §5). */
  takesTask: (code: string) => boolean;
  takesFacility?: (code: string) => boolean;
}

/** One of the nine kinds of rows: what is different between them, as data. */
export interface Resource {
  /** Table, and the kind under which changes are recorded. */
  table: string;
  /** SQL between `select` and `where` of its lists. */
  from: string;
  columns: readonly string[];
  list: ListDescription;
  /** Lists never show inactive rows. */
  hidesInactive?: boolean;
  /** What people call a row. */
  key: string;
  /** What is said where another row has the key; without it that of a code. */
  takenText?: (key: string) => string;
  /** The column that holds the key's folded form. */
  foldedKey?: string;
  /** Columns taken from a body; texts among them may not be blank when required, and null means '' when not. */
  requiredTexts?: readonly string[];
  texts?: readonly string[];
  values?: readonly string[];
  nested?: readonly Nested[];
  /** SQL condition under which a row is in use although no foreign key says so. */
  inUse?: string;
}

const part = (column: string) => ({ how: 'part', column }) as const;
const ids = (table: string) => ({ how: 'ids', column: `${table}.id` }) as const;
const activeOnly = (table: string) => ({ how: 'flag', where: `${table}.active` }) as const;
const ordered = (table: string, field: string, sortable: Record<string, string>): Pick<ListDescription, 'order' | 'sortable' | 'tie'> => ({
  order: [`${table}.${field}`, `${table}.id`],
  sortable: { id: `${table}.id`, ...sortable },
  tie: `${table}.id`,
});
const own = (table: string, ...fields: string[]): Record<string, string> =>
  Object.fromEntries(fields.map((field) => [field, `${table}.${field}`]));

const PRODUCT_FIELDS = ['product_code', 'product_name', 'customer_name', 'volume_factor', 'depth', 'width', 'height', 'volume', 'round_up'];

export const PRODUCTS: Resource = {
  table: 'products',
  from: 'products',
  columns: ['products.id', 'products.version', 'products.active', ...Object.values(own('products', ...PRODUCT_FIELDS))],
  list: {
    filters: {
      ids: ids('products'),
      product_code_search: part('products.product_code'),
      product_name_search: part('products.product_name'),
      customer_name_search: part('products.customer_name'),
    },
    ...ordered('products', 'product_code', own('products', ...PRODUCT_FIELDS)),
  },
  hidesInactive: true,
  key: 'product_code',
  foldedKey: 'code_key',
  requiredTexts: ['product_code', 'product_name'],
  texts: ['customer_name'],
  values: ['volume_factor', 'depth', 'width', 'height', 'volume', 'round_up'],
  nested: [
    {
      field: 'heat_treatments',
      table: 'heat_treatments',
      parent: 'product_id',
      columns: {
        task: 'task_id',
        facility: 'facility_id',
        temperature: 'temperature',
        retention_time: 'retention_time',
        cooling_method: 'cooling_method',
        cooling_time: 'cooling_time',
        work_settings: 'work_settings',
        waiting_days: 'waiting_days',
      },
      key: ['task', 'facility'],
      takesTask: isHeatCode,
    },
    {
      field: 'product_processings',
      table: 'product_processings',
      parent: 'product_id',
      columns: { task: 'task_id', facility: 'facility_id', waiting_days: 'waiting_days' },
      key: ['task', 'facility'],
      takesTask: (code) => taskPurpose(code) === 'processing',
      takesFacility: isProcessingFacility,
    },
    {
      field: 'demoldings',
      table: 'demoldings',
      parent: 'product_id',
      columns: { task: 'task_id', demolding_time: 'demolding_time' },
      key: ['task'],
      takesTask: isDemoldingCode,
    },
  ],
};

export const TASKS: Resource = {
  table: 'tasks',
  from: 'tasks',
  columns: Object.values(own('tasks', 'id', 'version', 'active', 'task_code', 'task_name', 'abbreviation')),
  list: {
    filters: {
      ids: ids('tasks'),
      task_code_search: part('tasks.task_code'),
      task_name_search: part('tasks.task_name'),
      active_only: activeOnly('tasks'),
    },
    ...ordered('tasks', 'task_code', own('tasks', 'task_code', 'task_name', 'abbreviation', 'active')),
  },
  key: 'task_code',
  foldedKey: 'code_key',
  requiredTexts: ['task_code', 'task_name'],
  texts: ['abbreviation'],
};

const FACILITY_FIELDS = ['facility_code', 'facility_name', 'availability', 'max_weight', 'depth', 'width', 'height', 'volume'];
export const FACILITIES: Resource = {
  table: 'facilities',
  from: 'facilities',
  columns: Object.values(own('facilities', 'id', 'version', 'active', ...FACILITY_FIELDS)),
  list: {
    filters: {
      ids: ids('facilities'),
      facility_code_search: part('facilities.facility_code'),
      facility_name_search: part('facilities.facility_name'),
      task_name_search: { how: 'fold_where', where: sql.DOES_TASK },
      active_only: activeOnly('facilities'),
    },
    ...ordered('facilities', 'facility_code', own('facilities', 'active', ...FACILITY_FIELDS)),
  },
  key: 'facility_code',
  foldedKey: 'code_key',
  requiredTexts: ['facility_code', 'facility_name'],
  values: ['availability', 'max_weight', 'depth', 'width', 'height', 'volume'],
};

export const OUTSOURCINGS: Resource = {
  table: 'outsourcings',
  from: 'outsourcings',
  columns: Object.values(own('outsourcings', 'id', 'version', 'active', 'outsourcing_code', 'name')),
  list: {
    filters: {
      ids: ids('outsourcings'),
      outsourcing_code_search: part('outsourcings.outsourcing_code'),
      name_search: part('outsourcings.name'),
    },
    ...ordered('outsourcings', 'outsourcing_code', own('outsourcings', 'outsourcing_code', 'name')),
  },
  hidesInactive: true,
  key: 'outsourcing_code',
  foldedKey: 'code_key',
  requiredTexts: ['outsourcing_code', 'name'],
  inUse: sql.PARTNER_IN_USE,
};

export const EMPLOYEES: Resource = {
  table: 'employees',
  from: 'employees',
  columns: Object.values(own('employees', 'id', 'version', 'active', 'employee_id', 'name', 'name_furigana', 'permission')),
  list: {
    filters: {
      ids: ids('employees'),
      employee_id_search: part('employees.employee_id'),
      name_furigana_search: part('employees.name_furigana'),
      permission_search: { how: 'exact', column: 'employees.permission' },
    },
    ...ordered('employees', 'employee_id', own('employees', 'employee_id', 'name', 'name_furigana', 'permission')),
  },
  hidesInactive: true,
  key: 'employee_id',
  takenText: (id) => SESSION.employeeExists(plainCode(id)),
  foldedKey: 'employee_key',
  requiredTexts: ['employee_id', 'name'],
  texts: ['name_furigana'],
  values: ['permission'],
};

export const HOLIDAYS: Resource = {
  table: 'holidays',
  from: 'holidays',
  columns: ['holidays.id', 'holidays.date'],
  list: {
    filters: { from_date: { how: 'from', column: 'holidays.date' }, to_date: { how: 'to', column: 'holidays.date' } },
    ...ordered('holidays', 'date', own('holidays', 'date')),
  },
  key: 'date',
};

const ORDER_FIELDS = ['number', 'weight', 'delivery_status', 'material', 'delivery_date', 'casting_date', 'priority'];
export const ORDERS: Resource = {
  table: 'orders',
  from: sql.ORDERS_WITH_PRODUCTS,
  columns: [
    ...Object.values(own('orders', 'id', 'version', 'serial_number', 'product_id', 'product_code', ...ORDER_FIELDS)),
    `${sql.ORDER_PRODUCT_NAME} as product_name`,
    `${sql.TASK_NUMBER} as task_number`,
    `${sql.ORDER_OPEN} as open`,
    `${sql.SHIPPING_DATE} as shipping_date`,
    `${sql.LATE_DAYS} as late_days`,
  ],
  list: {
    filters: {
      ids: ids('orders'),
      serial_number_search: { how: 'parts', column: 'orders.serial_number' },
      product_code_search: part('orders.product_code'),
      product_name_search: part(sql.ORDER_PRODUCT_NAME),
      priority_search: { how: 'exact', column: 'orders.priority' },
    },
    ...ordered('orders', 'serial_number', {
      ...own('orders', 'serial_number', 'product_code', ...ORDER_FIELDS),
      product_name: sql.ORDER_PRODUCT_NAME,
      task_number: sql.TASK_NUMBER,
      shipping_date: sql.SHIPPING_DATE,
      late_days: sql.LATE_DAYS,
    }),
  },
  key: 'serial_number',
};

const ORDER_TASK_FIELDS = ['task_sort', 'arrangement', 'outsourcing_code', 'order_name', 'setup_hours', 'work_hours'];
const RECEPTION_FIELDS = ['solution_frame_days', 'received', 'last_reception_date', 'order_quantity', 'received_quantity'];
export const ORDER_TASKS: Resource = {
  table: 'order_tasks',
  from: sql.ORDER_TASKS_OF_LOTS,
  columns: [
    'order_tasks.id',
    'orders.id as order',
    'orders.serial_number',
    'lots.lot_number',
    'orders.product_id',
    'order_tasks.task_id',
    'tasks.task_code',
    `${sql.ORDER_TASK_NAME} as task_name`,
    ...Object.values(own('order_tasks', ...ORDER_TASK_FIELDS, ...RECEPTION_FIELDS)),
    `${sql.TASK_FINISHED} as finished`,
    "'file' as origin",
  ],
  list: {
    filters: { order_ids: { how: 'ids', column: 'orders.id' } },
    order: ['orders.serial_number', 'orders.id', 'lots.lot_number', 'order_tasks.task_sort', 'order_tasks.id'],
    sortable: {
      id: 'order_tasks.id',
      serial_number: 'orders.serial_number',
      lot_number: 'lots.lot_number',
      task_code: 'tasks.task_code',
      task_name: sql.ORDER_TASK_NAME,
      ...own('order_tasks', ...ORDER_TASK_FIELDS, ...RECEPTION_FIELDS),
    },
    tie: 'order_tasks.id',
    counted: { table: 'order_tasks', filters: [] },
  },
  key: 'id',
};

export const CASTINGS: Resource = {
  table: 'castings',
  from: sql.CASTINGS_OF_LOTS,
  columns: ['castings.id', 'orders.id as order', 'orders.serial_number', 'lots.lot_number', 'castings.casting_date'],
  list: {
    filters: {
      serial_number_search: { how: 'parts', column: 'orders.serial_number' },
      lot_number_search: part('lots.lot_number'),
      order_ids: { how: 'ids', column: 'orders.id' },
      casting_date_gte_search: { how: 'from', column: 'castings.casting_date' },
      casting_date_lte_search: { how: 'to', column: 'castings.casting_date' },
    },
    order: ['orders.serial_number', 'lots.lot_number', 'castings.id'],
    sortable: {
      id: 'castings.id',
      serial_number: 'orders.serial_number',
      lot_number: 'lots.lot_number',
      casting_date: 'castings.casting_date',
    },
    tie: 'castings.id',
    counted: { table: 'castings', filters: ['casting_date_gte_search', 'casting_date_lte_search'] },
  },
  key: 'id',
};
