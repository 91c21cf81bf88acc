import Box from '@mui/material/Box';
import { type ReactNode, useMemo } from 'react';
import { ArrayField, DataTable, SourceContextProvider, useRecordContext } from 'react-admin';
import { COMMON } from '../../texts/parts.ts';
import { TableRegion } from './Table.tsx';

interface RowsProps {
  /** The field of the record that holds the rows; its columns take their words and kinds from under it. */
  source: string;
  label: string;
  empty?: string;
  children: ReactNode;
}

/** The rows within a record, as a table to read; over ten of them it scrolls within 600 px. */
export const Rows = ({ source, label, empty = COMMON.empty, children }: RowsProps) => {
  const record = useRecordContext();
  const within = useMemo(
    () => ({
      getSource: (field: string) => `${source}.${field}`,
      getLabel: (field: string) => field,
    }),
    [source],
  );
  // A row that a list has shown stands in until its own answer comes, without the rows within.
  if (!record?.[source]) return null;
  return (
    <ArrayField source={source}>
      <SourceContextProvider value={within}>
        <TableRegion label={label}>
          <DataTable
            bulkActionButtons={false}
            rowClick={false}
            sx={{ '& td': { whiteSpace: 'nowrap !important' } }}
            storeKey={`${source}.datatable`}
            empty={<Box sx={{ p: 3, textAlign: 'center', color: 'text.secondary', typography: 'body2' }}>{empty}</Box>}
          >
            {children}
          </DataTable>
        </TableRegion>
      </SourceContextProvider>
    </ArrayField>
  );
};
