import type { ImportKind } from '../../domain/files/imports.ts';
import { attachment, workbookHeaders } from '../../files/headers.ts';
import { writeWorkbook } from '../../files/write-sheets.ts';

const BYTE_ORDER_MARK = '\ufeff';

/** An empty file of a kind with its headers, ready to be filled in: codes in the text format, so that leading zeros live. */
export async function templateOf(kind: ImportKind): Promise<{ bytes: Uint8Array; headers: Record<string, string> }> {
  const csv = kind.file_format === 'csv';
  const bytes = csv
    ? new TextEncoder().encode(`${BYTE_ORDER_MARK}${kind.columns.map(({ header }) => header).join(',')}\r\n`)
    : await writeWorkbook([
        {
          name: kind.sheet,
          columns: kind.columns.map(({ header, type }) => ({ header, text: type === 'code' || type === 'text' })),
          rows: [],
        },
      ]);
  const name = `${kind.label}.${kind.file_format}`;
  return {
    bytes,
    headers: csv
      ? { ...attachment(`${kind.name}.csv`, name), 'content-type': 'text/csv; charset=utf-8' }
      : workbookHeaders(name, kind.name),
  };
}
