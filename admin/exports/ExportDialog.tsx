import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useCloseNotification, useNotify } from 'react-admin';
import { Link } from 'react-router';
import type { Query } from '../../server/contract/handlers.ts';
import { FIRST_DATE, LAST_DATE } from '../../server/domain/ground/constants.ts';
import { FILE_TYPES, type FileType, WORKBOOK_SHEETS, type WorkbookSheets } from '../../server/domain/ground/exports.ts';
import { isPlanDate } from '../../server/domain/ground/plant-time.ts';
import { DATE_TEXTS } from '../../server/domain/texts/dates.ts';
import { EXPORT_LABELS, EXPORT_TEXTS } from '../../server/domain/texts/files/exports.ts';
import { NextCharges } from '../charges/NextCharges.tsx';
import { Refused } from '../parts/Refused.tsx';
import { messageOf } from '../providers/client.ts';
import { useCall, useCalls } from '../providers/queries.ts';
import { EXPORT } from '../texts/exports.ts';
import { saveWhenMade } from './save-workbook.ts';

type ExportQuery = NonNullable<Query<'downloadExcelGantt'>>;

interface Props {
  /** The board's filters in the words of the schedule calls: the workbook holds what the board can show. */
  query: ExportQuery;
  /** How many orders the search finds, where the board knows. */
  orders: number | undefined;
  today: string;
  onClose(): void;
}

/** What a workbook will hold: the search is not everyone's. */
const TARGETS: Record<FileType, (query: ExportQuery, orders: number | undefined) => string> = {
  schedules: (query, orders) => (Object.keys(query).length === 0 ? EXPORT.targets.all : EXPORT.targets.found(orders)),
  outsourcing: () => EXPORT.targets.outsourcing,
  charges: ({ facility_search }) => (facility_search === undefined ? EXPORT.targets.charges : EXPORT.targets.chargesFound),
};

/** Saves the workbook as soon as it is made, wherever in the admin its reader has gone meanwhile, and says so. */
function useSaving() {
  const notify = useNotify();
  const provider = useCalls();
  return async (id: number): Promise<void> => {
    try {
      const name = await saveWhenMade(provider, id);
      if (name === 'error') notify(EXPORT_TEXTS.failed, { type: 'error' });
      else if (name) notify(EXPORT.saved(name), { type: 'success' });
    } catch (error) {
      notify(messageOf(error), { type: 'error' });
    }
  };
}

/** ファイルを出力: a press for each kind of workbook; it is saved when it is made, and stays on the page to which the message leads. What is refused is told here. */
export const ExportDialog = ({ query, orders, today, onClose }: Props) => {
  const notify = useNotify();
  const { call } = useCalls();
  const save = useSaving();
  const [from, setFrom] = useState(today);
  const [busy, setBusy] = useState<FileType>();
  const [refused, setRefused] = useState<{ kind: FileType; message: string }>();
  const wrong = !isPlanDate(from);
  // The usual search begins today: what is late is what the shop floor needs first.
  const hidesOverdue = query.active_only === 1 && query.from_delivery === today;
  const [overdue, setOverdue] = useState(true);
  const [sheets, setSheets] = useState<WorkbookSheets>('all');
  const { from_delivery, ...unbounded } = query;
  const asked = hidesOverdue && overdue ? unbounded : query;
  const pages = useCall('getWorkbookPages', { query: { ...asked, file_start_date: from } }, { enabled: !wrong }).data;
  const start = async (kind: FileType): Promise<void> => {
    setBusy(kind);
    setRefused(undefined);
    try {
      const record = await call('downloadExcelGantt', {
        query: { ...(kind === 'schedules' ? { ...asked, sheets } : query), file_type: kind, file_start_date: from },
        headers: { Prefer: 'respond-async' },
      });
      notify(<Started />, { type: 'success' });
      onClose();
      void save((record as unknown as { id: number }).id);
    } catch (error) {
      setRefused({ kind, message: messageOf(error) });
      setBusy(undefined);
    }
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
        <TextField
          select
          label={EXPORT.sheets}
          value={sheets}
          onChange={({ target }) => setSheets(target.value as WorkbookSheets)}
          helperText={pages ? EXPORT.pages(sheets, pages) : ' '}
        >
          {WORKBOOK_SHEETS.map((each) => (
            <MenuItem key={each} value={each}>
              {EXPORT.sheetNames[each]}
            </MenuItem>
          ))}
        </TextField>
        {hidesOverdue ? (
          <FormControlLabel
            control={<Checkbox size="small" checked={overdue} onChange={({ target }) => setOverdue(target.checked)} />}
            label={EXPORT.overdue}
          />
        ) : null}
        <Stack sx={{ gap: 1 }}>
          {FILE_TYPES.map((kind) => (
            <Stack key={kind} sx={{ gap: 0.25 }}>
              <Button
                variant={kind === 'schedules' ? 'contained' : 'outlined'}
                loading={busy === kind}
                disabled={wrong || busy !== undefined}
                aria-describedby={`export-${kind}`}
                onClick={() => void start(kind)}
              >
                {EXPORT.submit(EXPORT_LABELS[kind])}
              </Button>
              <Box id={`export-${kind}`} sx={{ fontSize: '0.78rem', color: 'text.secondary' }}>
                {TARGETS[kind](query, orders)}
                {kind === 'schedules' && hidesOverdue ? EXPORT.targets.overdue(overdue) : ''}
              </Box>
            </Stack>
          ))}
        </Stack>
        <Refused message={refused?.message} />
        {refused?.kind === 'charges' && !wrong ? (
          <NextCharges
            after={from}
            facilities={query.facility_search ?? ''}
            onDay={(day) => {
              setFrom(day);
              setRefused(undefined);
            }}
          />
        ) : null}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={busy !== undefined}>
          {EXPORT.cancel}
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
