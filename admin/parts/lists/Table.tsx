import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import { Children, isValidElement, type ReactNode } from 'react';
import {
  DataTable,
  type DataTableProps,
  FilterButton,
  Pagination,
  type RaRecord,
  useDataProvider,
  useListContext,
  useStore,
  useTranslateLabel,
} from 'react-admin';
import { TABLE_FIXED_HEIGHT_PX, TABLE_FIXED_HEIGHT_ROWS } from '../../../server/domain/ground/constants.ts';
import { messageOf } from '../../providers/client.ts';
import { COMMON, LIST } from '../../texts/parts.ts';
import { SHELL } from '../../texts/shell.ts';
import { type ColumnProps, fileCell } from './Column.tsx';
import { ColumnsChoice } from './ColumnsChoice.tsx';
import { SaveButton } from './SaveButton.tsx';

/** The columns of a table that are shown and bear data, in the order that was chosen for them. */
function useShownColumns(children: ReactNode, resource: string): ColumnProps[] {
  const [hidden = []] = useStore<string[]>(`${resource}.datatable`);
  const [ranks = []] = useStore<number[]>(`${resource}.datatable_columnRanks`);
  const all = Children.toArray(children).map((child) => (isValidElement<ColumnProps>(child) ? child.props : undefined));
  return [...ranks.map((rank) => all[rank]), ...all.slice(ranks.length)].filter(
    (column): column is ColumnProps => column?.source !== undefined && !column.action && !hidden.includes(column.source),
  );
}

/** Saves the list, every page of it, with the columns shown. */
const SaveList = ({ columns }: { columns: ReactNode }) => {
  const { resource, total = 0, defaultTitle, sort, filter, filterValues } = useListContext();
  const shown = useShownColumns(columns, resource);
  const label = useTranslateLabel();
  const dataProvider = useDataProvider();
  const rows = async () => {
    const asked = { sort, filter: { ...filterValues, ...filter }, pagination: { page: 1, perPage: total } };
    const { data } = await dataProvider.getList<RaRecord>(resource, asked);
    return [
      shown.map((column) => String(label({ label: column.label, source: column.source, resource }))),
      ...data.map((row) => shown.map((column) => fileCell(resource, column, row))),
    ];
  };
  return <SaveButton name={String(defaultTitle)} rows={rows} disabled={total === 0} />;
};

/** Which rows of how many are shown. */
const RangeCount = () => {
  const { page, perPage, total } = useListContext();
  if (total === undefined) return <Box component="span" sx={{ minWidth: 160 }} />;
  return (
    <Box component="span" role="status" sx={{ typography: 'body2', color: 'text.secondary' }}>
      {total === 0 ? LIST.count(0) : LIST.range((page - 1) * perPage + 1, Math.min(page * perPage, total), total)}
    </Box>
  );
};

const TALL = `&:has(tbody > tr:nth-of-type(${TABLE_FIXED_HEIGHT_ROWS + 1}))`;

/** On paper nothing scrolls: every row of the page is there. */
const PRINTED = { '&&&': { height: 'auto', overflow: 'visible' } };

/** The region that a table scrolls in: 600 px high over ten rows. */
export const TableRegion = ({ label, busy, children }: { label: string; busy?: boolean; children: ReactNode }) => (
  <Box
    // A table within a page's section is no landmark of its own.
    role={busy === undefined ? 'group' : 'region'}
    aria-label={label}
    aria-busy={busy ?? false}
    tabIndex={0}
    sx={{ overflow: 'auto', minWidth: 0, [TALL]: { height: TABLE_FIXED_HEIGHT_PX }, '@media print': PRINTED }}
  >
    {children}
  </Box>
);

/** The DataTable of a list with its count, saved conditions, choice of columns, file and pages. */
export const Table = ({ children, ...props }: DataTableProps) => {
  const { defaultTitle = '', isFetching, isPending, error, refetch } = useListContext();
  return (
    <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 1.5, minHeight: 48, borderBottom: 1, borderColor: 'divider' }}>
        <RangeCount />
        <span style={{ flex: 1 }} />
        <FilterButton filters={[]} />
        <ColumnsChoice />
        <SaveList columns={children} />
      </Box>
      {error ? (
        <Alert severity="error" sx={{ m: 1.5 }} action={<Button onClick={() => refetch()}>{SHELL.refresh}</Button>}>
          {messageOf(error)}
        </Alert>
      ) : null}
      <Box sx={{ position: 'relative', ...(isPending && !error ? { height: TABLE_FIXED_HEIGHT_PX, overflow: 'hidden' } : {}) }}>
        {isFetching ? (
          <LinearProgress aria-label={COMMON.loading} sx={{ position: 'absolute', inset: '0 0 auto 0', zIndex: 3, height: 2 }} />
        ) : null}
        <TableRegion label={LIST.table(defaultTitle)} busy={isFetching}>
          <DataTable bulkActionButtons={false} {...props}>
            {children}
          </DataTable>
        </TableRegion>
      </Box>
      <Pagination rowsPerPageOptions={[]} />
    </Paper>
  );
};
