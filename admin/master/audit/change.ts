import { FIELD_NAMES } from '../../texts/audit.ts';
import { AUDIT_WORDS as WORDS } from '../../texts/master.ts';

type Row = Record<string, unknown> | null;

/** Fields that change with every write, or that only machines read. */
const SILENT = new Set(['version', 'id', 'created_at', 'updated_at', 'session_number']);

const shown = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return WORDS.nothing;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

const rowOf = (value: unknown): Row => (typeof value === 'object' && value !== null ? (value as Row) : null);

/** What a change did, a line a field: `name: old -> new` where there was a row before and after, `name: value` otherwise. */
export function changeLines(oldRow: unknown, newRow: unknown): string[] {
  const [before, after] = [rowOf(oldRow), rowOf(newRow)];
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter((field) => !SILENT.has(field));
  const name = (field: string): string => FIELD_NAMES[field] ?? field;
  if (before && after) {
    return fields
      .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
      .map((field) => `${name(field)}: ${shown(before[field])} → ${shown(after[field])}`);
  }
  const row = before ?? after ?? {};
  return fields.filter((field) => row[field] !== null && row[field] !== '').map((field) => `${name(field)}: ${shown(row[field])}`);
}
