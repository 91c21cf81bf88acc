import type { TypedValue } from '../domain/files/cells/cell-context.ts';
import type { ImportKind } from '../domain/files/imports.ts';
import type { ImportRow } from '../domain/files/issues.ts';
import { codeKey } from '../domain/ground/fold.ts';

/** A column of the rows as they travel to the database: a field, or the folded key beside a code. */
export interface TravelColumn {
  name: string;
  field: string;
  folded: boolean;
}

/** The columns of a kind that travel, after `row_number` and `bad`; secrets never do. */
export function travelColumns(kind: ImportKind): TravelColumn[] {
  return kind.columns.flatMap(({ field, type }) => {
    if (type === 'secret') return [];
    const plain = { name: field, field, folded: false };
    return type === 'code' ? [plain, { name: `${field}_key`, field, folded: true }] : [plain];
  });
}

const NOTHING = '\\N';
const SPECIAL = /[\\\t\n\r]/;
const escaped = (text: string): string =>
  SPECIAL.test(text)
    ? text.replace(/[\\\t\n\r]/g, (one) => (one === '\\' ? '\\\\' : one === '\t' ? '\\t' : one === '\n' ? '\\n' : '\\r'))
    : text;

function travelling(value: TypedValue | undefined): string {
  if (value === null || value === undefined) return NOTHING;
  if (typeof value === 'string') return escaped(value);
  if (typeof value === 'boolean') return value ? 't' : 'f';
  return typeof value === 'number' ? String(value) : `{${value.map(escaped).join(',')}}`;
}

/** Rows in the text form of COPY, UTF-8: `row_number`, `bad`, then the travel columns. */
export function copyText(rows: readonly ImportRow[], columns: readonly TravelColumn[]): Uint8Array {
  let text = '';
  for (const { row, bad, values } of rows) {
    text += `${row}\t${bad ? 't' : 'f'}`;
    for (const { field, folded } of columns) {
      const value = values[field];
      text += `\t${folded && typeof value === 'string' ? escaped(codeKey(value)) : travelling(value)}`;
    }
    text += '\n';
  }
  return new TextEncoder().encode(text);
}
