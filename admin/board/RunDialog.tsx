import ExpandMore from '@mui/icons-material/ExpandMore';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import type { Body } from '../../server/contract/handlers.ts';
import { RUN } from '../texts/board.ts';

type RunRequest = NonNullable<Body<'runSchedule'>>;

/** The options of a run as the fields hold them. */
interface Options {
  time_limit_seconds: string;
  objective: NonNullable<RunRequest['objective']>;
  frozen_days: string;
  batch_retention_tolerance_hours: string;
}

const STANDARD: Options = { time_limit_seconds: '20', objective: 'weighted', frozen_days: '0', batch_retention_tolerance_hours: '0' };

const NUMBERS = {
  time_limit_seconds: { label: RUN.timeLimit, hint: RUN.timeLimitHint, from: 1, to: 600, whole: true },
  frozen_days: { label: RUN.frozenDays, hint: RUN.frozenDaysHint, from: 0, to: 365, whole: true },
  batch_retention_tolerance_hours: { label: RUN.tolerance, hint: RUN.toleranceHint, from: 0, to: 24, whole: false },
} as const;
type NumberField = keyof typeof NUMBERS;

const isWrong = (field: NumberField, text: string): boolean => {
  const { from, to, whole } = NUMBERS[field];
  const value = Number(text);
  return text.trim() === '' || !Number.isFinite(value) || value < from || value > to || (whole && !Number.isInteger(value));
};

/** Only what differs from the standard is sent: an untouched dialog sends `{}`. */
function requestOf(options: Options): RunRequest {
  const request: RunRequest = {};
  for (const field of Object.keys(NUMBERS) as NumberField[])
    if (options[field] !== STANDARD[field]) request[field] = Number(options[field]);
  if (options.objective !== STANDARD.objective) request.objective = options.objective;
  return request;
}

interface Props {
  open: boolean;
  busy: boolean;
  onCancel(): void;
  onRun(request: RunRequest): void;
}

/** 立案を開始します, with the options of the run under 詳細. */
export const RunDialog = ({ open, busy, onCancel, onRun }: Props) => {
  const [options, setOptions] = useState(STANDARD);
  const wrong = (Object.keys(NUMBERS) as NumberField[]).some((field) => isWrong(field, options[field]));
  const set = (change: Partial<Options>) => setOptions({ ...options, ...change });
  return (
    <Dialog open={open} onClose={busy ? undefined : onCancel} maxWidth="xs" fullWidth aria-labelledby="run-title">
      <DialogTitle id="run-title">{RUN.title}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 2, fontSize: '0.9rem' }}>{RUN.body}</DialogContentText>
        <Accordion disableGutters variant="outlined" sx={{ borderRadius: 1.5, '&::before': { display: 'none' } }}>
          <AccordionSummary expandIcon={<ExpandMore />} sx={{ minHeight: 40, '& .MuiAccordionSummary-content': { my: 0.75 } }}>
            {RUN.details}
          </AccordionSummary>
          <AccordionDetails sx={{ display: 'grid', gap: 2, pt: 1 }}>
            <NumberOption field="time_limit_seconds" options={options} set={set} />
            <TextField
              select
              label={RUN.objective}
              helperText={RUN.objectiveHint}
              value={options.objective}
              onChange={({ target }) => set({ objective: target.value as Options['objective'] })}
            >
              {Object.entries(RUN.objectives).map(([value, label]) => (
                <MenuItem key={value} value={value}>
                  {label}
                </MenuItem>
              ))}
            </TextField>
            <NumberOption field="frozen_days" options={options} set={set} />
            <NumberOption field="batch_retention_tolerance_hours" options={options} set={set} />
          </AccordionDetails>
        </Accordion>
      </DialogContent>
      <DialogActions>
        <Button onClick={onCancel} disabled={busy}>
          {RUN.cancel}
        </Button>
        <Button variant="contained" loading={busy} disabled={wrong} onClick={() => onRun(requestOf(options))}>
          {RUN.submit}
        </Button>
      </DialogActions>
    </Dialog>
  );
};

const NumberOption = ({ field, options, set }: { field: NumberField; options: Options; set(change: Partial<Options>): void }) => {
  const { label, hint, from, to, whole } = NUMBERS[field];
  const error = isWrong(field, options[field]);
  return (
    <TextField
      label={label}
      type="number"
      value={options[field]}
      error={error}
      helperText={error ? RUN.outOfRange(from, to) : hint}
      onChange={({ target }) => set({ [field]: target.value })}
      slotProps={{ htmlInput: { min: from, max: to, step: whole ? 1 : 0.5 } }}
    />
  );
};
