import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useCloseNotification, useDataProvider, useNotify } from 'react-admin';
import { Link } from 'react-router';
import type { Query } from '../../server/contract/handlers.ts';
import { FIRST_DATE, LAST_DATE } from '../../server/domain/constants.ts';
import { FILE_TYPES, type FileType } from '../../server/domain/exports.ts';
import { isPlanDate } from '../../server/domain/plant-time.ts';
import { DATE_TEXTS } from '../../server/domain/texts/dates.ts';
import { EXPORT_LABELS } from '../../server/domain/texts/exports.ts';
import { messageOf } from '../providers/client.ts';
import type { PlannerDataProvider } from '../providers/data-provider.ts';
import { EXPORT } from '../texts/exports.ts';

interface Props {
  /** The board's filters in the words of the schedule calls: the workbook holds what the board can show. */
  query: NonNullable<Query<'downloadExcelGantt'>>;
  today: string;
  onClose(): void;
}

/** ファイルを出力: asks for a workbook, which is made meanwhile; the message leads to the page where it can be fetched. */
export const ExportDialog = ({ query, today, onClose }: Props) => {
  const notify = useNotify();
  const { call } = useDataProvider<PlannerDataProvider>();
  const [from, setFrom] = useState(today);
  const [kind, setKind] = useState<FileType>('schedules');
  const [busy, setBusy] = useState(false);
  const wrong = !isPlanDate(from);
  const start = async (): Promise<void> => {
    setBusy(true);
    try {
      await call('downloadExcelGantt', {
        query: { ...query, file_type: kind, file_start_date: from },
        headers: { Prefer: 'respond-async' },
      });
      notify(<Started />, { type: 'success' });
    } catch (error) {
      notify(messageOf(error), { type: 'error' });
    }
    onClose();
  };
  return (
    <Dialog open onClose={busy ? undefined : onClose} maxWidth="xs" fullWidth aria-labelledby="export-title">
      <DialogTitle id="export-title">{EXPORT.title}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <DialogContentText sx={{ fontSize: '0.9rem', pb: 1 }}>{EXPORT.note}</DialogContentText>
        <TextField
          type="date"
          label={EXPORT.from}
          value={from}
          required
          error={wrong}
          helperText={wrong ? DATE_TEXTS.out_of_range : undefined}
          onChange={({ target }) => setFrom(target.value)}
          slotProps={{ inputLabel: { shrink: true }, htmlInput: { min: FIRST_DATE, max: LAST_DATE } }}
        />
        <TextField select label={EXPORT.kind} value={kind} onChange={({ target }) => setKind(target.value as FileType)}>
          {FILE_TYPES.map((type) => (
            <MenuItem key={type} value={type}>
              {EXPORT_LABELS[type]}
            </MenuItem>
          ))}
        </TextField>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={busy}>
          {EXPORT.cancel}
        </Button>
        <Button variant="contained" loading={busy} disabled={wrong} onClick={() => void start()}>
          {EXPORT.submit}
        </Button>
      </DialogActions>
    </Dialog>
  );
};

/** The message of success, with the way to the file. */
const Started = () => {
  const close = useCloseNotification();
  return (
    <Alert
      severity="success"
      variant="filled"
      onClose={close}
      closeText={EXPORT.close}
      action={
        <Button color="inherit" size="small" component={Link} to="/excels" onClick={close} sx={{ whiteSpace: 'nowrap' }}>
          {EXPORT.toFiles}
        </Button>
      }
    >
      {EXPORT.started}
    </Alert>
  );
};
