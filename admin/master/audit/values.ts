import type { Success } from '../../../server/contract/handlers.ts';
import {
  endClock,
  endDate,
  formatDate,
  formatMonthDay,
  type Instant,
  type PlantDate,
  plantClock,
  plantDate,
} from '../../../server/domain/ground/plant-time.ts';
import { PERMISSION_LABELS } from '../../../server/domain/texts/files/import-words.ts';
import { AUDIT, AUDIT_MARKS, CHOICES } from '../../texts/audit.ts';

/** A row of the history, as the call answers it. */
export type AuditRow = Success<'listAudit'>['results'][number];
/** A row as it was, or a part of it. */
export type Fields = Record<string, unknown>;

/** What is known beside a value: the names of ids, the day of the change, and what an empty field means. */
export interface Setting {
  names: AuditRow['names'];
  at: Instant;
  nothing: string;
}

/** Which table the ids of a field are of. */
const ID_FIELDS: Record<string, AuditRow['names'][number]['table']> = {
  product_id: 'products',
  task: 'tasks',
  task_id: 'tasks',
  task_ids: 'tasks',
  facility: 'facilities',
  facility_id: 'facilities',
};
const INSTANTS = new Set([
  'start_date',
  'end_date',
  'started_at',
  'finished_at',
  'stopped_at',
  'resumed_at',
  'reset_link_until',
  'code_until',
  'paired_at',
]);
const DATES = new Set(['date', 'delivery_date', 'casting_date', 'last_reception_date', 'answered_date', 'handed_on', 'held_until']);

/** Whether a field holds a moment: its words need no colon. */
export const isInstant = (field: string): boolean => INSTANTS.has(field);

export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** The name of an id; of what is gone without a trace that it is gone. */
export const nameOf = (field: string, id: unknown, { names }: Setting): string =>
  names.find((one) => one.table === ID_FIELDS[field] && one.id === id)?.name ?? AUDIT.gone;

/** The day of a moment: without its year within the year of the change. */
const dayText = (date: PlantDate, at: Instant): string =>
  date.slice(0, 4) === plantDate(at).slice(0, 4) ? formatMonthDay(date) : formatDate(date);

/** `11/26(木) 11:30`; an end at midnight is 24:00 of the day before. */
function instantText(field: string, instant: Instant, at: Instant): string {
  if (field === 'end_date') return `${dayText(endDate(instant), at)} ${endClock(instant)}`;
  return `${dayText(plantDate(instant), at)} ${plantClock(instant)}`;
}

function textOf(field: string, text: string, setting: Setting): string {
  if (INSTANTS.has(field)) return instantText(field, text, setting.at);
  if (DATES.has(field)) return formatDate(text);
  if (field === 'permission') return Object.entries(PERMISSION_LABELS).find(([role]) => role === text)?.[1] ?? setting.nothing;
  const choices = CHOICES[field];
  return choices ? (choices[text] ?? setting.nothing) : text;
}

/** A value in words, by what its field holds. */
export function valueText(field: string, value: unknown, setting: Setting): string {
  if (field === 'work_settings') return Array.isArray(value) && value.length > 0 ? value.join('') : AUDIT.everyDay;
  if (isEmpty(value)) return setting.nothing;
  if (ID_FIELDS[field]) return nameOf(field, value, setting);
  if (typeof value === 'boolean') return AUDIT_MARKS[field]?.[value ? 1 : 0] ?? setting.nothing;
  if (typeof value === 'number') return value.toLocaleString('ja-JP', { maximumFractionDigits: 6 });
  return typeof value === 'string' ? textOf(field, value, setting) : setting.nothing;
}
