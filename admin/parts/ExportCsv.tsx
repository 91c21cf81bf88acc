import Download from '@mui/icons-material/DownloadOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { type RaRecord, useDataProvider, useListContext, useNotify } from 'react-admin';
import { MAX_LIMIT } from '../../server/domain/constants.ts';
import { fileStamp } from '../../server/domain/plant-time.ts';
import { messageOf } from '../providers/client.ts';
import { now } from '../providers/clock.ts';
import { COMMON } from '../texts/parts.ts';
import { type ListColumn, textOf } from './columns.ts';
import { saveCsv } from './download.ts';

/** Saves what is listed, every page of it, in the order and with the columns that are shown. */
export const ExportCsv = ({ title, columns }: { title: string; columns: readonly ListColumn[] }) => {
  const { resource, filterValues, filter, sort, total } = useListContext();
  const dataProvider = useDataProvider();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);

  const everyRow = async (): Promise<RaRecord[]> => {
    const rows: RaRecord[] = [];
    for (let page = 1; ; page += 1) {
      const answer = await dataProvider.getList(resource, {
        pagination: { page, perPage: MAX_LIMIT },
        sort,
        filter: { ...filterValues, ...filter },
      });
      rows.push(...answer.data);
      if (answer.data.length === 0 || rows.length >= (answer.total ?? 0)) return rows;
    }
  };
  const save = async () => {
    setBusy(true);
    try {
      const rows = await everyRow();
      saveCsv(`${title}${fileStamp(now())}.csv`, [
        columns.map(({ label }) => label),
        ...rows.map((row) => columns.map((column) => textOf(column, row))),
      ]);
    } catch (error) {
      notify(messageOf(error), { type: 'error' });
    }
    setBusy(false);
  };
  return (
    <Button startIcon={<Download />} onClick={save} loading={busy} loadingPosition="start" disabled={!total}>
      {COMMON.exportCsv}
    </Button>
  );
};
