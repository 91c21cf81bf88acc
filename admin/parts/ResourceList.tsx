import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import type { ReactNode } from 'react';
import { ListBase, type RaRecord, type SortPayload, useListContext } from 'react-admin';
import { LIST_PAGE } from '../../server/domain/constants.ts';
import { messageOf } from '../providers/client.ts';
import { SHELL } from '../texts/shell.ts';
import { ColumnChoice, useColumnChoice } from './ColumnChoice.tsx';
import type { ListColumn, ListSearch } from './columns.ts';
import { ExportCsv } from './ExportCsv.tsx';
import { ListTable } from './ListTable.tsx';
import { Pages, RangeCount } from './Pages.tsx';
import { SearchBar } from './SearchBar.tsx';

/** A list screen as data. */
export interface ListScreen {
  /** The path of the resource under /api. */
  resource: string;
  /** Under what its filters and columns are remembered; the resource when absent. */
  name?: string;
  title: string;
  searches: readonly ListSearch[];
  columns: readonly ListColumn[];
  sort: SortPayload;
  filter?: Record<string, string>;
}

interface ResourceListProps {
  screen: ListScreen;
  /** What stands above the search bar: the import panels. */
  above?: ReactNode;
  rowActions?: (row: RaRecord) => ReactNode;
}

/** A list with search bar, column choice, pages of 100, count, CSV and empty state; its filters are remembered. */
export const ResourceList = ({ screen, above, rowActions }: ResourceListProps) => {
  const name = screen.name ?? screen.resource;
  return (
    <ListBase
      resource={screen.resource}
      perPage={LIST_PAGE}
      sort={screen.sort}
      storeKey={`${name}.listParams`}
      exporter={false}
      disableAuthentication
      {...(screen.filter ? { filter: screen.filter } : {})}
    >
      {above}
      <SearchBar searches={screen.searches} />
      <ListFrame screen={screen} name={name} rowActions={rowActions} />
    </ListBase>
  );
};

const ListFrame = ({ screen, name, rowActions }: { screen: ListScreen; name: string; rowActions: ResourceListProps['rowActions'] }) => {
  const { shown, hidden, toggle } = useColumnChoice(name, screen.columns);
  const { error, refetch } = useListContext();
  return (
    <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 1.5, minHeight: 48, borderBottom: 1, borderColor: 'divider' }}>
        <RangeCount />
        <span style={{ flex: 1 }} />
        <ColumnChoice columns={screen.columns} hidden={hidden} onToggle={toggle} />
        <ExportCsv title={screen.title} columns={shown} />
      </Box>
      {error ? (
        <Alert severity="error" sx={{ m: 1.5 }} action={<Button onClick={() => refetch()}>{SHELL.refresh}</Button>}>
          {messageOf(error)}
        </Alert>
      ) : null}
      <ListTable title={screen.title} columns={shown} actions={rowActions} />
      <Pages />
    </Paper>
  );
};
