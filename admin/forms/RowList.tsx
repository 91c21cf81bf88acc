import Add from '@mui/icons-material/Add';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { ReactNode } from 'react';
import { useFieldArray } from 'react-hook-form';
import { NotAllowed } from '../parts/RoleButton.tsx';
import { PRODUCT_WORDS as WORDS } from '../texts/master.ts';

/** What an input of a row needs to know. */
export interface RowInput {
  /** The field's name in the form: `heat_treatments.0.task`. */
  at(field: string): string;
  /** Its name for assistive technology. */
  spoken(label: string): string;
  disabled: boolean;
}

export interface RowColumn {
  label: string;
  width: number;
  input: (row: RowInput) => ReactNode;
}

interface RowListProps {
  source: string;
  title: string;
  columns: readonly RowColumn[];
  newRow: Record<string, unknown>;
  disabled: boolean;
}

/** An editable list of rows inside a form. */
export const RowList = ({ source, title, columns, newRow, disabled }: RowListProps) => {
  const { fields, append, remove } = useFieldArray({ name: source, keyName: 'row_key' });
  const add = (
    <Button startIcon={<Add />} disabled={disabled} onClick={() => append(newRow)} aria-label={WORDS.addRowTo(title)}>
      {WORDS.addRow}
    </Button>
  );
  return (
    <>
      {fields.length === 0 ? (
        <Box sx={{ color: 'text.secondary', typography: 'body2', py: 1 }}>{WORDS.noRows}</Box>
      ) : (
        <Box sx={{ overflowX: 'auto', minWidth: 0 }} role="group" aria-label={title} tabIndex={0}>
          <Table
            size="small"
            sx={{ '& td': { verticalAlign: 'top', px: 0.5, py: 0.5, borderBottom: 0 }, '& th': { px: 0.75 }, width: 'auto' }}
          >
            <TableHead>
              <TableRow>
                {columns.map(({ label, width }) => (
                  <TableCell key={label} sx={{ minWidth: width, width }}>
                    {label}
                  </TableCell>
                ))}
                <TableCell component="td" />
              </TableRow>
            </TableHead>
            <TableBody>
              {fields.map((field, index) => (
                <TableRow key={field.row_key}>
                  {columns.map((column) => (
                    <TableCell key={column.label} sx={{ whiteSpace: 'normal' }}>
                      {column.input({
                        at: (name) => `${source}.${index}.${name}`,
                        spoken: (label) => `${title} ${index + 1} ${label}`,
                        disabled,
                      })}
                    </TableCell>
                  ))}
                  <TableCell>
                    <IconButton disabled={disabled} onClick={() => remove(index)} aria-label={WORDS.removeRowOf(title, index + 1)}>
                      <DeleteOutlined fontSize="small" />
                    </IconButton>
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </Box>
      )}
      {disabled ? <NotAllowed>{add}</NotAllowed> : add}
    </>
  );
};
