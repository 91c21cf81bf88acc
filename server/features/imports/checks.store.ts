import type { Knex } from 'knex';
import { bound } from '../../db/bound.ts';
import { takeLock } from '../../db/locks.ts';
import type { Plan } from '../../db/plan.ts';
import type { ImportKindName } from '../../domain/files/imports.ts';
import { MAX_IMPORT_MESSAGES } from '../../domain/ground/constants.ts';
import { IMPORT_TEXTS, RULE_TEXTS, STORE_TEXTS } from '../../domain/texts/files/imports.ts';
import type { Effect } from './effects.store.ts';
import { awaitedOther, besideHeld, lotsOfHeld, meetHeld, renumberHeld } from './held.store.ts';
import type { Question } from './questions.store.ts';
import { markBad, ROWS } from './staging.store.ts';
import { BROUGHT, DEMOLDING, finishedOrLocked, type Has, HEAT, LOTS, PROCESSING } from './targets.store.ts';

/** What a check may use. The text of an issue is the sentence without row and column; an error without a row refuses the file. */
export interface CheckContext {
  trx: Knex.Transaction;
  /** What is fixed there deserves a look. */
  plan: Plan;
  has: Has;
  report(level: 'error' | 'warning', row: number | null, field: string | null, text: string): void;
  /** Proposes to give back lost zeros, once a cell; the sentence about it comes once a value of its `owner`. */
  repair(row: number, field: string, from: string, to: string, owner?: string): void;
  /** Names a row that would double what is there or stands in the file as well: every one, whatever is said of it. */
  doubles(question: Question): void;
  /** Whether lots that are there take the longer spelling of the file. */
  joins: boolean;
  isAsIs(row: number, field: string): boolean;
  /** The rows in which a person has said so of this cell alone. */
  kept(field: string): readonly number[];
  /** Lots that took another number, which is the file's. */
  respelled: Effect[];
  /** Orders that took another number, which is the file's. */
  renumbered: Effect[];
}
type Check = (context: CheckContext) => Promise<void>;

/** The rows of a query, never many more than can be said. */
async function select<Row>(trx: Knex.Transaction, sql: string): Promise<Row[]> {
  const { rows } = await trx.raw(`${sql} limit ${MAX_IMPORT_MESSAGES + 1}`);
  return rows as Row[];
}

/** Most codes of a process file are products: the wrong file lies on this panel. */
const productFileOnTasks: Check = async ({ trx, report }) => {
  const { rows } = await trx.raw(
    `select count(*)::int as rows, count(p.id)::int as products from ${ROWS} r left join products p on p.code_key = r.task_code_key where not r.bad`,
  );
  if (rows[0].rows > 0 && rows[0].products * 2 > rows[0].rows) report('error', null, null, RULE_TEXTS.productFile);
};

/** The availability map is keyed by facility name, so no two active facilities may share one. */
const facilityNames: Check = async ({ trx, report, has }) => {
  if (!has('facility_name')) return;
  const found = await select<{ row: number; key: string; name: string; other: string }>(
    trx,
    `with s as (select distinct on (facility_code_key) facility_code_key as key, facility_code as code, facility_name as name, row_number
        from ${ROWS} where not bad order by facility_code_key, row_number),
      after as (select key, code, name from s union all
        select code_key, facility_code, facility_name from facilities t where active and not exists (select 1 from s where s.key = t.code_key))
      select s.row_number as row, s.key, s.name, min(after.code) as other from s join after on after.name = s.name and after.key <> s.key
      group by s.row_number, s.key, s.name order by s.row_number`,
  );
  for (const { row, name, other } of found) report('error', row, 'facility_name', STORE_TEXTS.facilityNameTaken(name, other));
  if (found.length > 0) await markBad(trx, 'r.facility_code_key = any (?)', [found.map(({ key }) => key)]);
};

/** Name and code of a task that say different things; once for each pair, at the first row. */
const taskNames: Check = async ({ trx, report, has }) => {
  if (!has('task_code') || !has('task_name')) return;
  const folded = (column: string): string => `replace(code_fold(${column}), ' ', '')`;
  const found = await select<{ row: number; given: string; code: string; known: string; rows: number }>(
    trx,
    `select row, given, code, known, rows from (
       select min(r.row_number) as row, r.task_name as given, task.task_code as code, task.task_name as known, count(*)::int as rows
       from ${ROWS} r ${TASK} where r.task_name <> '' and r.task_name <> task.task_name group by 2, 3, 4) pairs
     where ${folded('given')} <> ${folded('known')} order by row`,
  );
  for (const { row, given, code, known, rows } of found)
    report('warning', row, 'task_name', STORE_TEXTS.taskNameDiffers(given, code, known, rows));
};

const TASK = `join tasks task on task.code_key = r.task_code_key`;
const FACILITY = `join facilities f on f.code_key = r.facility_code_key and r.facility_code_key <> ''`;

/** A facility named for a task must be able to do it; machining needs one. */
const facilitiesOfTreatments: Check = async ({ trx, report }) => {
  const incapable = `not exists (select 1 from facility_tasks ft where ft.facility_id = f.id and ft.task_id = task.id)`;
  const found = await select<{ row: number; facility: string; task: string }>(
    trx,
    `select r.row_number as row, r.facility_code as facility, task.task_name as task from ${ROWS} r ${TASK} ${FACILITY}
     where not r.bad and not ${DEMOLDING} and (${HEAT} or ${PROCESSING}) and ${incapable} order by r.row_number`,
  );
  for (const { row, facility, task } of found) report('error', row, 'facility_code', STORE_TEXTS.cannotDoTask(facility, task));
  const missing = await select<{ row: number }>(
    trx,
    `select r.row_number as row from ${ROWS} r ${TASK} where not r.bad and ${PROCESSING} and r.facility_code_key = '' order by r.row_number`,
  );
  for (const { row } of missing) report('error', row, 'facility_code', IMPORT_TEXTS.required);
  await markRows(trx, [...found, ...missing]);
};

const markRows = async (trx: Knex.Transaction, rows: readonly { row: number }[]): Promise<void> => {
  if (rows.length > 0) await markBad(trx, 'r.row_number = any (?)', [rows.map(({ row }) => row)]);
};

/** Rows of tasks that are none of the three purposes are left alone, and say so. */
const ignoredTreatments: Check = async ({ trx, report }) => {
  const found = await select<{ row: number; code: string }>(
    trx,
    `select r.row_number as row, task.task_code as code from ${ROWS} r ${TASK}
     where not r.bad and not ${HEAT} and not ${PROCESSING} and not ${DEMOLDING} order by r.row_number`,
  );
  for (const { row, code } of found) report('warning', row, 'task_code', RULE_TEXTS.taskIgnored(code));
};

/** A task given once by code and once by name, or one mould time given twice: the file must not contradict itself. */
const treatmentsTwice: Check = async ({ trx, report }) => {
  const found = await select<{ row: number; code: string; other: number }>(
    trx,
    `select row, code, other from (
       select r.row_number as row, task.task_code as code, ${DEMOLDING} as mould, r.demolding_time as time,
         first_value(r.row_number) over same as other, first_value(r.demolding_time) over same as first_time
       from ${ROWS} r ${TASK} where not r.bad
       window same as (partition by r.product_code_key, task.id, case when ${DEMOLDING} then '' else r.facility_code_key end order by r.row_number)) pairs
     where other <> row and (not mould or time is distinct from first_time) order by row`,
  );
  for (const { row, code, other } of found) report('error', row, 'task_code', IMPORT_TEXTS.duplicate(code, other));
  await markRows(
    trx,
    found.flatMap(({ row, other }) => [{ row }, { row: other }]),
  );
};

/** Finished or fixed tasks that the file lacks stay, and say so. */
const keptTasks: Check = async ({ trx, plan, report }) => {
  const found = await select<{ serial: string; lot: string; sort: number }>(
    trx,
    `select o.serial_number as serial, l.lot_number as lot, t.task_sort as sort
     from order_tasks t join lots l on l.id = t.lot_id join orders o on o.id = l.order_id
     where t.origin = 'file' and t.lot_id in (select l.id from ${LOTS} group by l.id having not bool_or(r.bad)) and ${finishedOrLocked(plan)}
       and not exists (select 1 from ${ROWS} r where r.serial_number_key = o.serial_key and coalesce(r.lot_number_key, '') = l.lot_key and r.task_sort = t.task_sort)
     order by o.serial_number, l.lot_number, t.task_sort`,
  );
  for (const { serial, lot, sort } of found) report('warning', null, null, STORE_TEXTS.keptTask(serial, lot, sort));
};

/** Processes that planners added by hand stay; one that the file brings, too, is from now on the file's, and one that it has besides may be there twice. */
const handTasks: Check = async ({ trx, report }) => {
  const found = await select<{ name: string; row: number | null; sort: number | null; twice: boolean }>(
    trx,
    `select o.serial_number || case when l.lot_number = '' then '' else '-' || l.lot_number end || ' ' || k.task_name as name, c.row_number as row, c.task_sort as sort,
       exists (select 1 from ${LOTS} ${TASK} where not r.bad and l.id = t.lot_id and task.id = t.task_id) as twice
     from order_tasks t join lots l on l.id = t.lot_id join orders o on o.id = l.order_id join tasks k on k.id = t.task_id
       left join (${BROUGHT}) c on c.id = t.id
     where t.origin = 'hand' and t.lot_id in (select l.id from ${LOTS} where not r.bad) order by c.row_number, o.serial_number, l.lot_number, t.id`,
  );
  const stay: string[] = [];
  for (const { name, row, sort, twice } of found) {
    if (row !== null && sort !== null) report('warning', row, 'task_code', STORE_TEXTS.handTaskBrought(name, sort));
    else if (twice) report('warning', null, null, STORE_TEXTS.handTaskTwice(name));
    else stay.push(name);
  }
  if (stay.length > 0) report('warning', null, null, STORE_TEXTS.handTasksStay(stay.slice(0, 3), stay.length));
};

/** A fixed bar whose task changes under it deserves a look. */
const lockedTasksChanged: Check = async ({ trx, plan, report }) => {
  const found = await select<{ row: number; serial: string; lot: string; sort: number }>(
    trx,
    `select r.row_number as row, o.serial_number as serial, l.lot_number as lot, t.task_sort as sort
     from ${LOTS} ${TASK} join order_tasks t on t.lot_id = l.id and t.task_sort = r.task_sort and t.origin = 'file'
     where not r.bad and t.task_id <> task.id
       and (exists (select 1 from plan_entries e where e.layer = ${plan} and e.id = t.id and e.locked)
         or exists (select 1 from actuals a where a.order_task_id = t.id and a.marked)) order by r.row_number`,
  );
  for (const { row, serial, lot, sort } of found) report('warning', row, 'task_code', STORE_TEXTS.lockedTaskChanged(serial, lot, sort));
};

/** Orders whose serial number stands in the file without its zeros: their lots are compared all the same. */
const SHORT_SERIALS = `select short.key, min(o.serial_key) as serial_key
  from (select distinct serial_number_key as key from ${ROWS} where bad and serial_number_key ~ '^[1-9][0-9]*$') short
  join orders o on ltrim(o.serial_key, '0') = short.key group by short.key having count(*) = 1`;
const TWIN = (lot: string, key: string): string =>
  `${lot}.lot_key ~ '^[0-9]+$' and ${key} ~ '^[0-9]+$' and ltrim(${lot}.lot_key, '0') = ltrim(${key}, '0')`;

/** Lots that are there with fewer zeros than in the file take the file's spelling. */
async function respellLots({ trx, kept, report, respelled }: CheckContext): Promise<void> {
  const { rows } = await trx.raw(
    `with fresh as (select o.id as order_id, o.serial_number as serial, r.lot_number_key as key, min(r.lot_number) as lot
       from ${ROWS} r join orders o on o.serial_key = r.serial_number_key
       where not r.bad and not exists (select 1 from lots l where l.order_id = o.id and l.lot_key = r.lot_number_key) group by 1, 2, 3
       having not bool_or(r.row_number = any(?))),
     pairs as (select fresh.*, l.id, l.lot_number as old_number, l.lot_key as old_key, count(*) over (partition by l.id) as wishes,
         count(*) over (partition by fresh.order_id, fresh.key) as twins
       from fresh join lots l on l.order_id = fresh.order_id and ${TWIN('l', 'fresh.key')} and length(l.lot_key) < length(fresh.key))
     update lots l set lot_number = p.lot, lot_key = p.key from pairs p where p.id = l.id and p.wishes = 1 and p.twins = 1
     returning l.id, p.serial, p.old_number, p.old_key, l.lot_number, l.lot_key`,
    bound([kept('lot_number')]),
  );
  for (const { id, serial, old_number, old_key, lot_number, lot_key } of rows) {
    report('warning', null, null, STORE_TEXTS.lotRespelled(serial, old_number, lot_number));
    respelled.push({ old: { id, lot_number: old_number, lot_key: old_key }, new: { id, lot_number, lot_key } });
  }
}

/** A new lot that differs only by zeros in front from one of its order's, or from another of the file, would double the order: the longer spelling is offered as a repair. */
const lotsByZeros: Check = async (context) => {
  const { trx, report, repair, doubles, isAsIs } = context;
  if (context.joins) await respellLots(context);
  const { rows } = await trx.raw(
    `with short as (${SHORT_SERIALS}),
     named as (select r.row_number as row, coalesce(r.lot_number, '') as lot, coalesce(r.lot_number_key, '') as key, o.id as order_id, o.serial_number as serial
       from ${ROWS} r left join short on r.bad and short.key = r.serial_number_key
       join orders o on o.serial_key = coalesce(short.serial_key, r.serial_number_key)
       where (not r.bad or short.key is not null)
         and not exists (select 1 from lots l where l.order_id = o.id and l.lot_key = coalesce(r.lot_number_key, ''))),
     all_lots as (select order_id, lot_key, true as stands from lots where order_id in (select order_id from named)
       union select order_id, key, false from named),
     twins as (select fresh.order_id, fresh.key, max(l.lot_key) as known, count(distinct l.lot_key) as twins
       from (select distinct order_id, key from named) fresh join all_lots l on l.order_id = fresh.order_id and ${TWIN('l', 'fresh.key')}
         and l.lot_key <> fresh.key and (l.stands or length(l.lot_key) > length(fresh.key))
       group by fresh.order_id, fresh.key)
     select row, serial, lot, known, twins = 1 and length(known) > length(key) as shortened
     from named join twins using (order_id, key) order by row`,
  );
  const said = new Set<string>();
  for (const { row, serial, lot, known, shortened } of rows as {
    row: number;
    serial: string;
    lot: string;
    known: string;
    shortened: boolean;
  }[]) {
    doubles({ row, field: 'lot_number', text: STORE_TEXTS.lotDoubles(serial, lot, known) });
    if (shortened) repair(row, 'lot_number', lot, known, serial);
    else if (isAsIs(row, 'lot_number') && !said.has(`${serial} ${lot}`))
      report('warning', row, 'lot_number', STORE_TEXTS.lotTwin(serial, lot, known));
    said.add(`${serial} ${lot}`);
  }
};

/** A casting for a lot that the process information does not have, where it has others of the order. */
const castingsOfNewLots: Check = async ({ trx, report }) => {
  const found = await select<{ row: number; serial: string; lot: string }>(
    trx,
    `select r.row_number as row, o.serial_number as serial, coalesce(r.lot_number, '') as lot
     from ${LOTS} where not r.bad and l.id is null
       and not exists (select 1 from lots twin where twin.order_id = o.id and ${TWIN('twin', 'r.lot_number_key')})
       and exists (select 1 from lots other join order_tasks ot on ot.lot_id = other.id where other.order_id = o.id) order by r.row_number`,
  );
  for (const { row, serial, lot } of found) report('warning', row, 'lot_number', STORE_TEXTS.newLot(serial, lot));
};

const castingDates: Check = async ({ trx, report }) => {
  const found = await select<{ row: number; date: string; delivery: string; late: boolean; closed: boolean }>(
    trx,
    `select r.row_number as row, r.casting_date as date, o.delivery_date as delivery, coalesce(r.casting_date > o.delivery_date, false) as late,
       shut.date is not null as closed
     from ${ROWS} r join orders o on o.serial_key = r.serial_number_key
       left join closed_days((select min(casting_date) from ${ROWS}), (select max(casting_date) from ${ROWS})) shut(date) on shut.date = r.casting_date
     where not r.bad and (r.casting_date > o.delivery_date or shut.date is not null) order by r.row_number`,
  );
  for (const { row, date, delivery, late, closed } of found) {
    if (late) report('warning', row, 'casting_date', RULE_TEXTS.castingAfterDelivery(date, delivery));
    if (closed) report('warning', row, 'casting_date', STORE_TEXTS.castingOnHoliday(date));
  }
};

/** One master_admin is always left. The lock is the one that forms take, so that two changes cannot pass each other. */
const lastAdmin: Check = async ({ trx, report, has }) => {
  if (!has('permission')) return;
  await takeLock(trx, 'admins');
  const { rows } = await trx.raw(
    `select count(*)::int as before, (count(*) filter (where not exists (select 1 from ${ROWS} r where not r.bad and r.employee_id_key = e.employee_key))
       + (select count(*) from ${ROWS} r where not r.bad and r.permission = 'master_admin'))::int as after
     from employees e where e.active and e.permission = 'master_admin'`,
  );
  if (rows[0].before > 0 && rows[0].after === 0) report('error', null, null, STORE_TEXTS.lastAdmin);
};

const employeesWithoutPassword: Check = async ({ trx, report }) => {
  const found = await select<{ row: number }>(
    trx,
    `select r.row_number as row from ${ROWS} r where not r.bad and r.password_hash is null
       and not exists (select 1 from employees e where e.employee_key = r.employee_id_key and e.password_hash is not null)
     order by r.row_number`,
  );
  for (const { row } of found) report('warning', row, 'password', STORE_TEXTS.noPassword);
};

/** How many days the file closes, where it opens some that were closed. */
const holidayCounts: Check = async ({ trx, report }) => {
  const { rows } = await trx.raw(
    `select count(*) filter (where r.is_holiday and h.id is null)::int as added, count(*) filter (where not r.is_holiday and h.id is not null)::int as removed
     from ${ROWS} r left join holidays h on h.date = r.date where not r.bad`,
  );
  if (rows[0].removed > 0) report('warning', null, null, STORE_TEXTS.holidays(rows[0].added, rows[0].removed));
};

/** What single kinds check against the database, in this order. */
export const CHECKS: Readonly<Partial<Record<ImportKindName, readonly Check[]>>> = {
  holidays: [holidayCounts],
  tasks: [productFileOnTasks],
  facilities: [facilityNames, taskNames],
  employees: [lastAdmin, employeesWithoutPassword],
  products: [taskNames],
  'heat-treatments': [facilitiesOfTreatments, treatmentsTwice, ignoredTreatments],
  orders: [renumberHeld, meetHeld, awaitedOther, besideHeld],
  'order-tasks': [meetHeld, lotsOfHeld, lotsByZeros, taskNames, keptTasks, handTasks, lockedTasksChanged],
  castings: [lotsByZeros, castingsOfNewLots, castingDates],
};
