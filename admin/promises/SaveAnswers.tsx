import Download from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { SheetCell } from '../../server/files/write-sheets.ts';
import { saveList } from '../parts/lists/list-file.ts';
import { messageOf } from '../providers/client.ts';
import { ANSWER } from '../texts/promises/answer.ts';

/** 回答を出力: the answers as a workbook; undefined while there are none. */
export const SaveAnswers = ({ name, rows }: { name: string; rows: SheetCell[][] | undefined }) => {
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    await saveList('xlsx', name, rows ?? []).catch((error: unknown) => notify(messageOf(error), { type: 'error' }));
    setBusy(false);
  };
  return (
    <Button variant="outlined" startIcon={<Download />} disabled={!rows} loading={busy} loadingPosition="start" onClick={() => void save()}>
      {ANSWER.save}
    </Button>
  );
};
