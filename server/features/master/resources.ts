import { activeOnly, ids, type Listed, ordered, own, part } from '../../db/rows.ts';
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

/** One of the five kinds of masters: what is different between them, as data. Changes are recorded under its table. */
export interface Resource extends Listed {
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
