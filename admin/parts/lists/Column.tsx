import type { ReactNode } from 'react';
import { DataTable, type DataTableColumnProps, type RaRecord, useResourceContext, useSourceContext } from 'react-admin';
import type { ContractField } from '../../../server/contract/fields.ts';
import { formatInstant, plantClock, plantDate } from '../../../server/domain/ground/plant-time.ts';
import type { SheetCell } from '../../../server/files/write-sheets.ts';
import { contractField } from '../../providers/contract.ts';
import { day, figureOf, MONO, numeral } from '../format.ts';

/** How a kind of field stands in a table, and in a file that a spreadsheet opens. */
interface Kind {
  text(value: unknown): string;
  file?(value: unknown): SheetCell;
  right?: true;
  disableSort?: true;
}

/** The words for a value of the contract, by its type. */
const of =
  <Value, Shown extends SheetCell>(text: (value: Value) => Shown) =>
  (value: unknown): Shown =>
    text(value as Value);

const NUMBER: Kind = { text: of(numeral), file: Number, right: true };
const KINDS: Record<ContractField['type'], Kind> = {
  text: { text: String },
  integer: NUMBER,
  number: NUMBER,
  boolean: { text: (value) => (value ? '1' : '0'), file: Number, right: true },
  date: { text: of(day), file: of((date: string) => ({ date })) },
  instant: { text: of(formatInstant), file: of((value: string) => `${plantDate(value).replaceAll('-', '/')} ${plantClock(value)}`) },
  list: { text: of((values: string[]) => values.join('\n')), disableSort: true },
  rows: { text: () => '', disableSort: true },
  any: { text: () => '', disableSort: true },
};

export interface ColumnProps extends DataTableColumnProps {
  source: string;
  /** Its text in the table and in the file, where the kind of the field does not say it. */
  text?: (row: RaRecord) => string;
  /** Figures and codes that are compared digit by digit. */
  mono?: boolean;
  /** It holds something to press, nothing to read: a file is without it. */
  action?: boolean;
}

const kindOf = (resource: string | undefined, path: string): Kind => KINDS[contractField(resource, path)?.type ?? 'any'];

/** A cell in a file: numbers and days as what they are, else its text. */
export function fileCell(resource: string | undefined, { source, text }: ColumnProps, row: RaRecord): SheetCell {
  const { text: shown, file = shown, right } = kindOf(resource, source);
  if (text) return right ? figureOf(text(row)) : text(row);
  const value: unknown = row[source];
  return value === null || value === undefined ? '' : file(value);
}

/** The text of a field on the screen. */
export function shownText(resource: string | undefined, path: string, row: RaRecord): string {
  const value: unknown = row[path.split('.').at(-1) as string];
  return value === null || value === undefined ? '' : kindOf(resource, path).text(value);
}

/** A column of a list: its label stands in texts/resources.ts, alignment and format follow from the contract. */
export const Column = ({ text, mono = false, action: _action, sx, ...props }: ColumnProps): ReactNode => {
  const { source, render } = props;
  const resource = useResourceContext();
  const path = useSourceContext()?.getSource(source) ?? source;
  const kind = kindOf(resource, path);
  return (
    <DataTable.Col
      {...(kind.right ? { align: 'right' } : {})}
      {...(path === source ? {} : { label: `resources.${resource}.fields.${path}` })}
      {...(kind.disableSort ? { disableSort: true } : {})}
      {...props}
      render={render ?? ((row) => (text ? text(row as RaRecord) : shownText(resource, path, row as RaRecord)))}
      sx={{ ...(mono ? { 'td&&': { fontFamily: MONO, whiteSpace: 'pre' } } : {}), ...sx }}
    />
  );
};
