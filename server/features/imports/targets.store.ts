import type { Plan } from '../../db/plan.ts';
import { holdsDay } from '../../db/sql/held.ts';
import { type ImportKind, type ImportKindName, importKind } from '../../domain/files/imports.ts';
import { LOTS_TOO_MANY } from './held.store.ts';
import { ROWS } from './staging.store.ts';

/** What an import writes, as data: for each kind the tables it fills, from which query over the staged rows, matched on which columns. */
export interface Target {
  table: string;
  /** Select over the staged rows: `row_number`, `label` (what people call the record), `owner` (what it is counted under), match, fixed and changeable columns. */
  source: string;
  match: readonly string[];
  /** Columns of `match` that may be null. */
  nullable?: readonly string[];
  /** Written when a row is added, never changed after: the spelling of a key. */
  fixed?: readonly string[];
  columns: readonly string[];
  versioned?: boolean;
  /** Rows can sleep; an import wakes them. */
  wakes?: boolean;
  /** Records on which an owner is counted as new. */
  primary?: boolean;
  /** A condition on `t` for the rows the file speaks for as a whole: rows it lacks are deleted. */
  replaces?: string;
  /** Select of `owner` over the staged rows: what they say is not there, and is not. */
  stays_gone?: string;
  /** Condition on `t`: of these, the ones that stay. */
  kept?: string;
  /** Condition on `t`: of these no file speaks. */
  apart?: string;
  /** SQL for the label of a row `t` that goes. */
  gone_label?: string;
  /** SQL for the owner of a row `t` that goes. */
  gone_owner?: string;
  /** The row whose version counts up when a row of this table changes. */
  touches?: { table: string; column: string };
}

/** Whether the file has a column. */
export type Has = (field: string) => boolean;

/** The columns of a kind that are stored as they are: all but its keys, codes that become ids, and secrets. What a file lacks stays. */
function ownFields(name: ImportKindName, has: Has): string[] {
  const kind = importKind(name) as ImportKind;
  if (kind.owner) return kind.owner.fields.filter(has);
  const stored = kind.columns.filter(
    ({ field, type, refers }) => !kind.key.includes(field) && refers?.unknown !== 'error' && type !== 'secret',
  );
  return stored.map(({ field }) => field).filter(has);
}

/** The columns of a kind with an owner that belong to the owner's child: neither key, nor the owner's own, nor the task's name. */
function childFields(name: ImportKindName, has: Has): string[] {
  const kind = importKind(name) as ImportKind;
  const rest = kind.columns.filter(
    ({ field }) => !kind.key.includes(field) && !kind.owner?.fields.includes(field) && field !== 'task_name',
  );
  return rest.map(({ field }) => field).filter(has);
}

const list = (columns: readonly string[], prefix = 'r.'): string => columns.map((column) => `, ${prefix}"${column}"`).join('');
/** One row of several that agree: the first. */
const firstOf = (key: string, select: string): string =>
  `select distinct on (r."${key}") r.row_number, ${select} from ${ROWS} r where not r.bad order by r."${key}", r.row_number`;

/** What the tasks of a product's three lists are for. */
export const HEAT = 'is_heat_code(task.code_key)';
export const PROCESSING = 'is_processing_code(task.code_key)';
export const DEMOLDING = 'is_demolding_code(task.code_key)';

const simple =
  (name: ImportKindName, table: string, code: string) =>
  (has: Has): Target[] => {
    const columns = ownFields(name, has);
    const key = `r."${code}_key"`;
    return [
      {
        table,
        source: firstOf(`${code}_key`, `r."${code}" as label, ${key} as owner, ${key} as code_key, r."${code}"${list(columns)}`),
        match: ['code_key'],
        fixed: [code],
        columns,
        versioned: true,
        wakes: true,
        primary: true,
      },
    ];
  };

function facilityTargets(has: Has): Target[] {
  const [facilities] = simple('facilities', 'facilities', 'facility_code')(has) as [Target];
  const tasks: Target = {
    table: 'facility_tasks',
    source: `select r.row_number, r.facility_code || ' ' || t.task_code as label, r.facility_code_key as owner, f.id as facility_id, t.id as task_id
      from ${ROWS} r join tasks t on t.code_key = r.task_code_key left join facilities f on f.code_key = r.facility_code_key where not r.bad`,
    match: ['facility_id', 'task_id'],
    columns: [],
    replaces: `t.facility_id in (select f.id from ${ROWS} r join facilities f on f.code_key = r.facility_code_key group by f.id having not bool_or(r.bad))`,
    gone_label: `(select f.facility_code || ' ' || k.task_code from facilities f, tasks k where f.id = t.facility_id and k.id = t.task_id)`,
    gone_owner: '(select f.code_key from facilities f where f.id = t.facility_id)',
    touches: { table: 'facilities', column: 'facility_id' },
  };
  return has('task_code') ? [facilities, tasks] : [facilities];
}

const productCode = '(select p.product_code from products p where p.id = t.product_id)';
const taskCode = '(select k.task_code from tasks k where k.id = t.task_id)';
const touchesProduct = { table: 'products', column: 'product_id' };

function productTargets(has: Has): Target[] {
  const [products] = simple('products', 'products', 'product_code')(has) as [Target];
  const recipe = childFields('products', has);
  const heat: Target = {
    table: 'heat_treatments',
    // The product's row for the task without a facility; where it has rows with facilities only, those.
    source: `select r.row_number, r.product_code || ' ' || task.task_code as label, r.product_code_key as owner,
        p.id as product_id, task.id as task_id, h.facility_id${list(recipe)}
      from ${ROWS} r join tasks task on task.code_key = r.task_code_key and ${HEAT}
      left join products p on p.code_key = r.product_code_key
      left join heat_treatments h on h.product_id = p.id and h.task_id = task.id and h.facility_id is not null
        and not exists (select 1 from heat_treatments n where n.product_id = p.id and n.task_id = task.id and n.facility_id is null)
      where not r.bad`,
    match: ['product_id', 'task_id', 'facility_id'],
    nullable: ['facility_id'],
    columns: recipe,
    touches: touchesProduct,
  };
  return has('task_code') ? [products, heat] : [products];
}

/** Rows of a purpose whose product has all its rows of that purpose in the file. */
const replacedRows = (purpose: string): string =>
  `t.product_id in (select p.id from ${ROWS} r join products p on p.code_key = r.product_code_key
     left join tasks task on task.code_key = r.task_code_key
     group by p.id having bool_or(${purpose}) and not bool_or(r.bad))`;

const child = (table: string, purpose: string, facility: boolean, columns: readonly string[], values: string): Target => ({
  table,
  source: `select ${facility ? '' : 'distinct on (p.id, task.id) '}r.row_number,
      r.product_code || ' ' || task.task_code${facility ? ` || coalesce(' ' || f.facility_code, '')` : ''} as label,
      p.id || ' ' || task.id${facility ? ` || ' ' || coalesce(f.id, 0)` : ''} as owner,
      p.id as product_id, task.id as task_id${facility ? ', f.id as facility_id' : ''}${values}
    from ${ROWS} r join products p on p.code_key = r.product_code_key join tasks task on task.code_key = r.task_code_key and ${purpose}
    left join facilities f on f.code_key = r.facility_code_key and r.facility_code_key <> ''
    where not r.bad${facility ? '' : ' order by p.id, task.id, r.row_number'}`,
  match: ['product_id', 'task_id', ...(facility ? ['facility_id'] : [])],
  nullable: facility ? ['facility_id'] : [],
  columns,
  primary: true,
  replaces: replacedRows(purpose),
  gone_label: `${productCode} || ' ' || ${taskCode}${facility ? ` || coalesce((select ' ' || f.facility_code from facilities f where f.id = t.facility_id), '')` : ''}`,
  gone_owner: `t.product_id || ' ' || t.task_id${facility ? ` || ' ' || coalesce(t.facility_id, 0)` : ''}`,
  touches: touchesProduct,
});

function heatTargets(has: Has): Target[] {
  const fields = ownFields('heat-treatments', has);
  const of = (wanted: (field: string) => boolean): string[] => fields.filter(wanted);
  const days = of((field) => field === 'waiting_days');
  const time = of((field) => field === 'demolding_time');
  const recipe = of((field) => field !== 'waiting_days' && field !== 'demolding_time');
  // A treatment waits a day where the file says nothing, machining none.
  const waiting = (empty: number): string => (days.length > 0 ? `, coalesce(r.waiting_days, ${empty}) as waiting_days` : '');
  return [
    child('heat_treatments', HEAT, true, [...recipe, ...days], list(recipe) + waiting(1)),
    child('product_processings', PROCESSING, true, days, waiting(0)),
    child('demoldings', DEMOLDING, false, time, list(time)),
  ];
}

function orderTargets(has: Has): Target[] {
  const own = ownFields('orders', has);
  const taken = own.filter((field) => field !== 'priority');
  // A file that says nothing of an order's priority leaves it as people have set it.
  const priority = has('priority') ? `, coalesce(r.priority, old.priority, 'normal') as priority` : '';
  const product = has('product_code') ? ', r.product_code_key as product_key, p.id as product_id' : '';
  return [
    {
      table: 'orders',
      source: `select r.row_number, r.serial_number as label, r.serial_number_key as owner, r.serial_number_key as serial_key, r.serial_number${list(taken)}${product}${priority}
        from ${ROWS} r left join products p on p.code_key = r.product_code_key
        left join orders old on old.serial_key = r.serial_number_key where not r.bad`,
      match: ['serial_key'],
      fixed: ['serial_number'],
      columns: [...own, ...(has('product_code') ? ['product_key', 'product_id'] : [])],
      versioned: true,
      primary: true,
      apart: holdsDay('t.id'),
    },
  ];
}

/** The lots that the file names, with the order each belongs to. */
export const LOTS = `${ROWS} r join orders o on o.serial_key = r.serial_number_key left join lots l on l.order_id = o.id and l.lot_key = coalesce(r.lot_number_key, '')`;
const LOT_LABEL = `o.serial_number || case when coalesce(r.lot_number, '') = '' then '' else '-' || r.lot_number end`;

/** A task that is finished or fixed in a plan: nothing may take it from there in silence. */
export const finishedOrLocked = (
  plan: Plan,
): string => `(exists (select 1 from actuals a where a.order_task_id = t.id and (a.marked or a.received_by = 'file'))
  or exists (select 1 from plan_entries e where e.layer = ${plan} and e.id = t.id and e.locked))`;

/** Processes that planners added by hand and the file brings as new ones: each with the row that is the same process. */
export const BROUGHT = `select distinct on (t.id) t.id, r.row_number, t.lot_id, t.task_id, r.task_sort
  from (select r.*, l.id as lot_id, task.id as task_id, row_number() over (partition by l.id, task.id order by r.task_sort) as nth
    from ${LOTS} join tasks task on task.code_key = r.task_code_key
    where not r.bad and not exists (select 1 from order_tasks own where own.lot_id = l.id and own.origin = 'file' and own.task_sort = r.task_sort)) r
  join (select t.*, row_number() over (partition by t.lot_id, t.task_id order by t.task_sort nulls last, t.id) as nth from order_tasks t where t.origin = 'hand') t
    on (t.lot_id, t.task_id, t.nth) = (r.lot_id, r.task_id, r.nth)
  order by t.id, r.row_number`;

function orderTaskTargets(has: Has, plan: Plan): Target[] {
  const own = ownFields('order-tasks', has);
  return [
    {
      table: 'order_tasks',
      source: `select r.row_number, ${LOT_LABEL} || ' ' || r.task_sort as label, ${LOT_LABEL} || ' ' || r.task_sort as owner,
          l.id as lot_id, r.task_sort, 'file' as origin, task.id as task_id${list(own)}
        from ${LOTS} join tasks task on task.code_key = r.task_code_key where not r.bad`,
      // What planners added by hand is left alone.
      match: ['lot_id', 'task_sort', 'origin'],
      columns: ['task_id', ...own],
      primary: true,
      replaces: `t.origin = 'file' and t.lot_id in (select l.id from ${LOTS} group by l.id having not bool_or(r.bad) union ${LOTS_TOO_MANY})`,
      kept: finishedOrLocked(plan),
      gone_label: `(select o.serial_number || case when l.lot_number = '' then '' else '-' || l.lot_number end || ' ' || t.task_sort
        from lots l join orders o on o.id = l.order_id where l.id = t.lot_id)`,
      gone_owner: `'gone ' || t.id`,
    },
  ];
}

const castingTargets = (has: Has): Target[] => [
  {
    table: 'castings',
    source: `select r.row_number, ${LOT_LABEL} as label, ${LOT_LABEL} as owner, l.id as lot_id${list(ownFields('castings', has))} from ${LOTS} where not r.bad`,
    match: ['lot_id'],
    columns: ownFields('castings', has),
    versioned: true,
    primary: true,
  },
];

const holidayTargets = (): Target[] => [
  {
    table: 'holidays',
    source: `select r.row_number, r.date::text as label, r.date::text as owner, r.date from ${ROWS} r where not r.bad and r.is_holiday`,
    match: ['date'],
    columns: [],
    primary: true,
    replaces: `t.date in (select r.date from ${ROWS} r where not r.bad and not r.is_holiday)`,
    stays_gone: `select r.date::text as owner from ${ROWS} r where not r.bad and not r.is_holiday and not exists (select 1 from holidays t where t.date = r.date)`,
    gone_label: 't.date::text',
    gone_owner: 't.date::text',
  },
];

/** A password hash is there where a new password was given; a new password or role, or coming back, ends the sessions. */
function employeeTargets(has: Has): Target[] {
  const own = ownFields('employees', has);
  const role = has('permission') ? 'or e.permission <> r.permission' : '';
  return [
    {
      table: 'employees',
      source: `select r.row_number, coalesce(e.employee_id, normalize(r.employee_id, nfkc)) as label, r.employee_id_key as owner, r.employee_id_key as employee_key, normalize(r.employee_id, nfkc) as employee_id${list(own)},
          coalesce(r.password_hash, e.password_hash) as password_hash,
          coalesce(e.session_number, 1) + case when e.id is not null and (not e.active or r.password_hash is not null ${role}) then 1 else 0 end as session_number
        from ${ROWS} r left join employees e on e.employee_key = r.employee_id_key where not r.bad`,
      match: ['employee_key'],
      fixed: ['employee_id'],
      columns: [...own, 'password_hash', 'session_number'],
      versioned: true,
      wakes: true,
      primary: true,
    },
  ];
}

/** The tables each kind writes, in their order; `plan`: what is fixed there stays. */
export const TARGETS: Readonly<Record<ImportKindName, (has: Has, plan: Plan) => Target[]>> = {
  holidays: holidayTargets,
  tasks: simple('tasks', 'tasks', 'task_code'),
  facilities: facilityTargets,
  outsourcings: simple('outsourcings', 'outsourcings', 'outsourcing_code'),
  employees: employeeTargets,
  products: productTargets,
  'heat-treatments': heatTargets,
  orders: orderTargets,
  'order-tasks': orderTaskTargets,
  castings: castingTargets,
};
