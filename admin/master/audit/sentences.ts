import { dayNumber, formatDate, isPlantDate } from '../../../server/domain/ground/plant-time.ts';
import { RUN_TEXTS } from '../../../server/domain/texts/plan/runs.ts';
import { AUDIT, AUDIT_FIELDS, AUDIT_KINDS, type AuditKind, actorName, operationName } from '../../texts/audit.ts';
import { type AuditRow, type Fields, isEmpty, isFields, isInstant, nameOf, type Setting, valueText } from './values.ts';

/** A change as people read it. */
export interface Told {
  who: string;
  did: string;
  kind: string;
  about: string;
  lines: string[];
}

const isKind = (kind: string): kind is AuditKind => Object.hasOwn(AUDIT_KINDS, kind);
const fieldsOf = (kind: string): Record<string, string> => (isKind(kind) ? AUDIT_FIELDS[kind] : {});
const kindName = (kind: string): string => (isKind(kind) ? AUDIT_KINDS[kind] : '');
const same = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
const number = (value: unknown): number => (typeof value === 'number' ? value : 0);

const line = (field: string, name: string, text: string): string =>
  isInstant(field) ? AUDIT.instant(name, text) : AUDIT.value(name, text);

/** What is between two states of a row: a line a field that differs. */
function changedLines(names: Record<string, string>, before: Fields, after: Fields, setting: Setting): string[] {
  return Object.entries(names).flatMap(([field, name]) => {
    const [old, now] = [before[field], after[field]];
    if (same(old, now)) return [];
    if (field === 'task_ids') return listLines(name, old, now, setting);
    if (Object.hasOwn(AUDIT_KINDS, field)) return nestedLines(field, old, now, setting);
    return [line(field, name, AUDIT.changed(valueText(field, old, setting), valueText(field, now, setting)))];
  });
}

/** The sentence of a row that came or went: a field after the other, with its value. */
function wholeFields(names: Record<string, string>, row: Fields, setting: Setting): [field: string, name: string, text: string][] {
  return Object.entries(names).flatMap(([field, name]) => {
    const value = row[field];
    if (isEmpty(value) || value === false || value === 0 || field === 'active') return [];
    const text = field === 'task_ids' ? namesIn(listOf(value), setting) : valueText(field, value, setting);
    return [[field, name, text] as [string, string, string]];
  });
}

/** The same as lines; what is said of the row anyway is left out. */
function wholeLines(row: AuditRow, fields: Fields, setting: Setting): string[] {
  const about = ` ${aboutOf(row)} `;
  return Object.entries(fieldsOf(row.kind)).flatMap(([field, name]) => {
    if (Object.hasOwn(AUDIT_KINDS, field))
      return listOf(fields[field])
        .filter(isFields)
        .map((inner) => AUDIT.value(rowName(field, inner, setting), innerText(field, inner, setting)));
    const told = wholeFields({ [field]: name }, fields, setting).filter(([, , text]) => !about.includes(` ${text} `));
    return told.map(([, , text]) => line(field, name, text));
  });
}

/** What a row inside a row holds, in one line. */
const innerText = (list: string, row: Fields, setting: Setting): string =>
  wholeFields(fieldsOf(list), row, setting)
    .map(([, name, text]) => AUDIT.within(name, text))
    .join('、');

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const namesIn = (ids: unknown[], setting: Setting): string => ids.map((id) => nameOf('task_ids', id, setting)).join('、');

/** The ids that a list gained and lost. */
function listLines(name: string, old: unknown, now: unknown, setting: Setting): string[] {
  const [before, after] = [listOf(old), listOf(now)];
  const added = after.filter((id) => !before.includes(id));
  const removed = before.filter((id) => !after.includes(id));
  return [
    ...(added.length > 0 ? [AUDIT.value(name, AUDIT.added(namesIn(added, setting)))] : []),
    ...(removed.length > 0 ? [AUDIT.value(name, AUDIT.removed(namesIn(removed, setting)))] : []),
  ];
}

/** Which row of a list inside a row this is: its list, its task, and its facility where it has one. */
function rowName(list: string, row: Fields, setting: Setting): string {
  const task = nameOf('task', row.task, setting);
  const facility = isEmpty(row.facility) ? '' : `(${nameOf('facility', row.facility, setting)})`;
  return AUDIT.within(kindName(list), task + facility);
}

/** What became of the rows inside a row. */
function nestedLines(list: string, old: unknown, now: unknown, setting: Setting): string[] {
  const [before, after] = [listOf(old).filter(isFields), listOf(now).filter(isFields)];
  const twin = (rows: Fields[], { task, facility }: Fields): Fields | undefined =>
    rows.find((row) => same([row.task, row.facility], [task, facility]));
  const called = (row: Fields): string => rowName(list, row, setting);
  const removed = before.filter((row) => !twin(after, row)).map((row) => AUDIT.removed(called(row)));
  const others = after.flatMap((row) => {
    const own = twin(before, row);
    if (!own) return [AUDIT.value(AUDIT.added(called(row)), innerText(list, row, setting))];
    return changedLines(fieldsOf(list), own, row, setting).map((text) => AUDIT.within(called(row), text));
  });
  return [...removed, ...others];
}

/** Units of a facility by day; neighbouring days with the same change in one line. */
function availabilityLines(before: Fields, after: Fields): string[] {
  const units = (value: unknown): string => (typeof value === 'number' ? AUDIT.units(value) : AUDIT.unset);
  const runs: { from: string; to: string; text: string }[] = [];
  for (const day of Object.keys(after).filter(isPlantDate).sort()) {
    const text = AUDIT.changed(units(before[day]), units(after[day]));
    const last = runs.at(-1);
    if (last && last.text === text && dayNumber(last.to) + 1 === dayNumber(day)) last.to = day;
    else runs.push({ from: day, to: day, text });
  }
  return runs.map(({ from, to, text }) => AUDIT.value(AUDIT.days(formatDate(from), formatDate(to)), text));
}

/** What an import did to each table. */
function importCounts({ tables }: Fields): [table: string, done: { added: number; altered: number; removed: number }][] {
  return Object.entries(isFields(tables) ? tables : {}).map(([table, done]) => {
    const { added, altered, removed } = isFields(done) ? done : {};
    return [table, { added: number(added), altered: number(altered), removed: number(removed) }];
  });
}

const importLines = (fields: Fields, isTakenBack: boolean): string[] => [
  isTakenBack ? AUDIT.rowsTakenBack(number(fields.rows)) : AUDIT.rows(number(fields.rows)),
  ...importCounts(fields).map(([table, done]) => AUDIT.counts(kindName(table), done)),
];

/** `left_out`: as versions before called what is excluded; a history keeps its words. */
function runLines({ tasks, late_orders, unplaced, left_out, excluded_orders = left_out, moved }: Fields): string[] {
  const rest = { unplaced: number(unplaced), excluded_orders: number(excluded_orders) };
  return [AUDIT.planned(number(tasks), number(late_orders), rest), ...(number(moved) > 0 ? [AUDIT.moved(number(moved))] : [])];
}

/** A plan as the history names it: by its name, or, before names were kept, by its number. */
function planNameOf({ name, alternative }: Fields): string {
  if (typeof name === 'string' && name !== '') return name;
  return typeof alternative === 'number' ? RUN_TEXTS.plan_number(alternative) : AUDIT.otherPlan;
}

/** That another plan was published, and what became of the late orders. */
function adoptionLines(before: Fields, after: Fields): string[] {
  const late = [before.late_orders, after.late_orders];
  const known = late.every((count) => typeof count === 'number') ? (late as [number, number]) : undefined;
  return [AUDIT.adopted(planNameOf(before), planNameOf(after), known)];
}

/** Whether this row speaks for a whole import. */
export const isImport = (row: AuditRow): boolean => row.part_of === null && isFields(row.new) && isFields(row.new.tables);

function linesOf(row: AuditRow): string[] {
  const setting: Setting = { ...row, nothing: row.kind === 'settings' ? AUDIT.unset : AUDIT.nothing };
  const before = isFields(row.old) ? row.old : undefined;
  const after = isFields(row.new) ? row.new : undefined;
  if (isImport(row) && after) return importLines(after, row.operation === 'undoImport');
  if (row.kind === 'plans' && before && after && 'plan' in after) return adoptionLines(before, after);
  if (row.kind === 'plans' && after && !('scenario' in after)) return runLines(after);
  if (before && !after && typeof before.rows === 'number') return [AUDIT.removedAll(before.rows)];
  if (row.kind === 'facility_availabilities') return availabilityLines(before ?? {}, after ?? {});
  if (after?.password_changed === true) return [AUDIT.passwordChanged];
  if (row.kind === 'holidays') return [after ? AUDIT.becameHoliday : AUDIT.becameWorkday];
  if (before && after) {
    const lines = changedLines(fieldsOf(row.kind), before, after, setting);
    // A new password is nowhere to be seen.
    const none = row.kind === 'employees' ? AUDIT.passwordChanged : AUDIT.unchanged;
    return lines.length > 0 ? lines : [none];
  }
  if (row.kind === 'facility_tasks') {
    const task = nameOf('task_id', (after ?? before)?.task_id, setting);
    return [after ? AUDIT.added(task) : AUDIT.removed(task)];
  }
  const lines = wholeLines(row, after ?? before ?? {}, setting);
  return lines.length > 0 ? lines : [after ? AUDIT.came : AUDIT.went];
}

/** What people call the row beside its key, as it was when it was changed. */
const NAMES: Record<string, string> = {
  products: 'product_name',
  tasks: 'task_name',
  facilities: 'facility_name',
  outsourcings: 'name',
  employees: 'name',
  orders: 'product_name',
  order_tasks: 'task_name',
};

/** Rows that are called by what they join. */
const CALLED_BY: Record<string, readonly string[]> = {
  heat_treatments: ['product_id', 'task_id', 'facility_id'],
  product_processings: ['product_id', 'task_id', 'facility_id'],
  demoldings: ['product_id', 'task_id'],
  facility_tasks: ['facility_id'],
};

function aboutOf(row: AuditRow): string {
  const setting: Setting = { ...row, nothing: AUDIT.nothing };
  const fields = { ...(isFields(row.old) ? row.old : {}), ...(isFields(row.new) ? row.new : {}) };
  if (row.kind === 'plans' || row.kind === 'settings') return '';
  if (row.key === '*') return AUDIT.all;
  if (row.kind === 'holidays' && isPlantDate(row.key)) return formatDate(row.key);
  if (isImport(row)) return row.key;
  const ids = (CALLED_BY[row.kind] ?? []).filter((field) => !isEmpty(fields[field]));
  if (ids.length > 0) return ids.map((field) => nameOf(field, fields[field], setting)).join(' / ');
  const name = fields[NAMES[row.kind] ?? ''];
  return typeof name === 'string' && name !== '' ? `${row.key} ${name}` : row.key;
}

/** In which plan a bar was changed, where that was not the published one. */
function besideOf({ kind, old, new: now }: AuditRow): string[] {
  const fields = isFields(now) ? now : isFields(old) ? old : {};
  return kind === 'plan_entries' && 'plan' in fields ? [AUDIT.beside(planNameOf({ name: fields.plan_name }))] : [];
}

/** A change in words: nothing of it is an id, a code of the program or a value as it is stored. */
export function told(row: AuditRow): Told {
  const shape = row.old === null ? 'added' : row.new === null ? 'removed' : 'changed';
  return {
    who: actorName(row.actor, row.actor_name),
    did: operationName(row.operation, shape),
    kind: kindName(row.kind),
    about: aboutOf(row),
    lines: [...besideOf(row), ...linesOf(row)],
  };
}
