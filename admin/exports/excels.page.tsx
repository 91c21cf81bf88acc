import Download from '@mui/icons-material/DownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip, { type ChipProps } from '@mui/material/Chip';
import { useState } from 'react';
import { List, useListContext, useNotify, useRecordContext } from 'react-admin';
import type { Success } from '../../server/contract/handlers.ts';
import { EXCEL_LIST_PAGE } from '../../server/domain/ground/constants.ts';
import { formatInstant } from '../../server/domain/ground/plant-time.ts';
import { EXPORT_LABELS } from '../../server/domain/texts/files/exports.ts';
import { Column } from '../parts/lists/Column.tsx';
import { Table } from '../parts/lists/Table.tsx';
import { messageOf } from '../providers/client.ts';
import { usePlantEvents } from '../providers/events.ts';
import { useCalls } from '../providers/queries.ts';
import { EXCELS } from '../texts/exports.ts';
import { saveWorkbook } from './save-workbook.ts';

type ExcelFile = Success<'listExcels'>['results'][number];

/** How often the page looks again while a file is being made and no event comes. */
const WATCH_MS = 3_000;
/** A row is as high with its link as without. */
const ROW_PX = 42;
const COLORS: { [Status in ExcelFile['status']]: NonNullable<ChipProps['color']> } = {
  in_progress: 'default',
  complete: 'info',
  error: 'error',
};

const kindOf = (row: Pick<ExcelFile, 'file_type'>): string => EXPORT_LABELS[row.file_type];
const statusOf = (row: Pick<ExcelFile, 'status'>): string => EXCELS.statuses[row.status];

const StatusBadge = () => {
  const row = useRecordContext<ExcelFile>();
  return row ? <Chip size="small" color={COLORS[row.status]} label={statusOf(row)} /> : null;
};

/** Fetches the file with the token and saves it under the name that the server gives. */
const DownloadLink = () => {
  const row = useRecordContext<ExcelFile>();
  const notify = useNotify();
  const provider = useCalls();
  const [busy, setBusy] = useState(false);
  if (row?.status !== 'complete') return null;
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      await saveWorkbook(provider, row);
    } catch (error) {
      notify(messageOf(error), { type: 'error' });
    } finally {
      setBusy(false);
    }
  };
  const label = EXCELS.downloadOf(kindOf(row), formatInstant(row.date));
  return (
    <Button size="small" startIcon={<Download />} loading={busy} loadingPosition="start" onClick={() => void save()} aria-label={label}>
      {EXCELS.download}
    </Button>
  );
};

const Empty = () => <Box sx={{ p: 4, textAlign: 'center', color: 'text.secondary', typography: 'body2' }}>{EXCELS.empty}</Box>;

/** Looks again when an export begins or ends. */
const Following = () => {
  const { refetch } = useListContext();
  usePlantEvents(['export'], () => void refetch());
  return null;
};

const isUnderWay = (rows: readonly { status?: string }[] | undefined): boolean =>
  rows?.some(({ status }) => status === 'in_progress') ?? false;

/** ファイルダウンロード: the workbooks that were asked for, newest first. */
const ExcelsPage = () => (
  <List
    perPage={EXCEL_LIST_PAGE}
    exporter={false}
    sort={{ field: 'id', order: 'DESC' }}
    queryOptions={{ refetchInterval: ({ state }) => (isUnderWay(state.data?.data) ? WATCH_MS : false) }}
  >
    <Following />
    <Table rowClick={false} empty={<Empty />} sx={{ '& td': { height: ROW_PX } }}>
      <Column source="date" disableSort text={(row) => formatInstant(row.date)} />
      <Column source="file_type" disableSort text={(row) => kindOf(row as ExcelFile)} />
      <Column source="status" disableSort text={(row) => statusOf(row as ExcelFile)} render={() => <StatusBadge />} />
      <Column source="output_file" disableSort sx={{ py: 0 }} render={() => <DownloadLink />} action />
    </Table>
  </List>
);

export default ExcelsPage;
