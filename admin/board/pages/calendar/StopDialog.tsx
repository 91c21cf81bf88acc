import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { addDays, formatMonthDay, plantClock, plantDate } from '../../../../server/domain/ground/plant-time.ts';
import { STOPS, type StopReason } from '../../../../server/domain/texts/plan/reasons.ts';
import { now } from '../../../providers/clock.ts';
import { LOADS } from '../../../texts/board/loads.ts';
import { STOPPING, TODAY } from '../../../texts/today.ts';
import type { Stops } from './use-stops.ts';

const REASONS = Object.keys(STOPS) as StopReason[];
/** The whole facility, among its units. */
const WHOLE = 'whole';

/** 故障・停止 of a facility, or of one of its units: what stands, each ended by one press, and a further one with its expected end. */
export const StopDialog = ({ asked: { id, name, load }, busy, stop, resume, close }: Stops & { asked: NonNullable<Stops['asked']> }) => {
  const [first] = load.stops;
  const [unit, setUnit] = useState(first?.unit === undefined || first.unit === null ? WHOLE : String(first.unit));
  const [reason, setReason] = useState<StopReason>(first?.reason ?? 'breakdown');
  const [day, setDay] = useState(first?.resumes_on ?? '');
  const today = plantDate(now());
  return (
    <Dialog open onClose={close} fullWidth maxWidth="xs" aria-labelledby="stop-title">
      <DialogTitle id="stop-title">{LOADS.stopOf(name)}</DialogTitle>
      <DialogContent>
        <Stack spacing={2} sx={{ pt: 1 }}>
          {load.stops.map((one) => (
            <Alert
              key={one.unit}
              severity="warning"
              action={
                <Button color="inherit" disabled={busy} onClick={() => resume(id, one.unit)}>
                  {STOPPING.resume}
                </Button>
              }
            >
              {one.unit === null ? '' : `${TODAY.unit(one.unit)} `}
              {STOPPING.since(STOPS[one.reason], `${formatMonthDay(plantDate(one.stopped_at))} ${plantClock(one.stopped_at)}`)}
              {one.resumes_on ? ` ${STOPPING.resumesOn(formatMonthDay(one.resumes_on), one.resumes_on <= today)}` : ''}
            </Alert>
          ))}
          {load.units > 1 ? (
            <TextField select label={LOADS.stopUnit} value={unit} onChange={({ target }) => setUnit(target.value)}>
              <MenuItem value={WHOLE}>{LOADS.stopWhole}</MenuItem>
              {Array.from({ length: load.units }, (_, at) => (
                <MenuItem key={TODAY.unit(at)} value={String(at)}>
                  {TODAY.unit(at)}
                </MenuItem>
              ))}
            </TextField>
          ) : null}
          <TextField select label={LOADS.stopReason} value={reason} onChange={({ target }) => setReason(target.value as StopReason)}>
            {REASONS.map((one) => (
              <MenuItem key={one} value={one}>
                {STOPS[one]}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            type="date"
            label={LOADS.resumesOn}
            value={day}
            onChange={({ target }) => setDay(target.value)}
            helperText={LOADS.resumesOnHint}
            slotProps={{ inputLabel: { shrink: true }, htmlInput: { min: addDays(today, 1), max: addDays(today, 366) } }}
          />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>{LOADS.stopCancel}</Button>
        <Button
          variant="contained"
          disabled={busy}
          onClick={() => stop(id, { unit: unit === WHOLE ? null : Number(unit), reason, resumes_on: day || null })}
        >
          {STOPPING.stop}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
