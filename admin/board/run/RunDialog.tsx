import ExpandMore from '@mui/icons-material/ExpandMore';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import Link from '@mui/material/Link';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import type { Body, Success } from '../../../server/contract/handlers.ts';
import { isWithin, RUN_NUMBERS, type RunNumber } from '../../../server/domain/plant/run-options.ts';
import { useStored } from '../../parts/hooks/use-stored.ts';
import { Refused } from '../../parts/Refused.tsx';
import { messageOf } from '../../providers/client.ts';
import { useCall } from '../../providers/queries.ts';
import { RUN } from '../../texts/board/runs.ts';
import type { Asked } from './use-run.ts';

type RunRequest = NonNullable<Body<'runSchedule'>>;
type RunSettings = Success<'getRunSettings'>;

type Detail = Exclude<RunNumber, 'frozen_days'>;

/** What the user has changed; numbers as they were typed. */
type Changes = Partial<Record<RunNumber, string> & Pick<RunRequest, 'objective' | 'moving'>>;

/** The numbers under 詳細. */
const NUMBERS: Record<Detail, { label: string; hint: string }> = {
  time_limit_seconds: { label: RUN.timeLimit, hint: RUN.timeLimitHint },
  batch_retention_tolerance_hours: { label: RUN.tolerance, hint: RUN.toleranceHint },
  slack_days: { label: RUN.slackDays, hint: RUN.slackDaysHint },
};

const isWrong = (field: RunNumber, text: string | undefined): boolean =>
  text !== undefined && (text.trim() === '' || !isWithin(Number(text), RUN_NUMBERS[field]));

/** Only what was changed is sent: else `{}`, and the plant's settings are in force. */
function requestOf({ objective, moving, ...numbers }: Changes): RunRequest {
  const request: RunRequest = { ...(objective && { objective }), ...(moving && { moving }) };
  for (const [field, text] of Object.entries(numbers)) request[field as RunNumber] = Number(text);
  return request;
}

interface Props {
  /** What it begins with; undefined: it is closed. */
  asked: Asked | undefined;
  busy: boolean;
  onCancel(): void;
  onRun(request: RunRequest): void;
}

/** 立案を開始します: what may move, the other settings of this one run under 詳細. They begin with the plant's each time the dialog opens. */
export const RunDialog = ({ asked, busy, onCancel, onRun }: Props) => (
  <Dialog open={asked !== undefined} onClose={busy ? undefined : onCancel} maxWidth="sm" fullWidth aria-labelledby="run-title">
    <RunForm asked={asked ?? {}} busy={busy} onCancel={onCancel} onRun={onRun} />
  </Dialog>
);

/** 固定日数 as asked for, unless it is the plant's. */
const frozenOf = ({ frozen_days: plants }: RunSettings, { frozen_days = plants }: Asked): Changes =>
  frozen_days === plants ? {} : { frozen_days: String(frozen_days) };

const RunForm = ({ asked, busy, onCancel, onRun }: Omit<Props, 'asked'> & { asked: Asked }) => {
  const { data: settings, error } = useCall('getRunSettings');
  const [before, rememberFrozen] = useStored('production-planner.frozen-days');
  const [typed, setChanges] = useState<Changes>({});
  const changes: Changes = settings ? { ...frozenOf(settings, asked), ...typed } : typed;
  const run = (): void => {
    if (changes.frozen_days !== undefined) rememberFrozen(changes.frozen_days);
    onRun(requestOf(changes));
  };
  const wrong = (Object.keys(RUN_NUMBERS) as RunNumber[]).some((field) => isWrong(field, changes[field]));
  return (
    <>
      <DialogTitle id="run-title">{RUN.title}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <DialogContentText sx={{ fontSize: '0.9rem' }}>{RUN.body}</DialogContentText>
        <Refused message={error ? messageOf(error) : undefined} />
        {settings ? (
          <>
            <MovingField settings={settings} changes={changes} onChange={(change) => setChanges({ ...changes, ...change })} />
            <FrozenDays
              before={before}
              settings={settings}
              changes={changes}
              onChange={(change) => setChanges({ ...changes, ...change })}
            />
          </>
        ) : null}
        <Details settings={settings} changes={changes} onChange={(change) => setChanges({ ...changes, ...change })} />
      </DialogContent>
      <DialogActions sx={{ gap: 1, px: 3, pb: 2 }}>
        <Button onClick={onCancel} disabled={busy}>
          {RUN.cancel}
        </Button>
        <Button variant="contained" loading={busy} disabled={wrong || error !== null} onClick={run}>
          {RUN.submit}
        </Button>
      </DialogActions>
    </>
  );
};

interface FieldProps {
  settings: RunSettings;
  changes: Changes;
  onChange(change: Changes): void;
}

/** 詳細: the other settings of this run, folded at first. */
const Details = ({ settings, ...fields }: Omit<FieldProps, 'settings'> & { settings: RunSettings | undefined }) => (
  <Accordion disableGutters variant="outlined" disabled={!settings} sx={{ borderRadius: 1.5, '&::before': { display: 'none' } }}>
    <AccordionSummary expandIcon={<ExpandMore />} sx={{ minHeight: 40, '& .MuiAccordionSummary-content': { my: 0.75 } }}>
      {RUN.details}
    </AccordionSummary>
    <AccordionDetails sx={{ display: 'grid', gap: 2, pt: 1 }}>
      {settings ? <RunFields settings={settings} {...fields} /> : null}
    </AccordionDetails>
  </Accordion>
);

const RunFields = ({ settings, changes, onChange }: FieldProps) => (
  <>
    <NumberField field="time_limit_seconds" settings={settings} changes={changes} onChange={onChange} />
    <TextField
      select
      label={RUN.objective}
      helperText={RUN.objectiveHint}
      value={changes.objective ?? settings.objective}
      onChange={({ target }) => onChange({ objective: target.value as RunSettings['objective'] })}
    >
      {Object.entries(RUN.objectives).map(([value, label]) => (
        <MenuItem key={value} value={value}>
          {label}
        </MenuItem>
      ))}
    </TextField>
    <NumberField field="slack_days" settings={settings} changes={changes} onChange={onChange} />
    <NumberField field="batch_retention_tolerance_hours" settings={settings} changes={changes} onChange={onChange} />
  </>
);

/** 動かす範囲, explained. */
const MovingField = ({ settings, changes, onChange }: FieldProps) => {
  const moving = changes.moving ?? settings.moving;
  const { data: movable } = useCall('countMovable', undefined, { enabled: moving === 'anew' });
  return (
    <TextField
      select
      size="small"
      label={RUN.moving}
      helperText={moving === 'anew' && movable ? RUN.movingHints.anew + RUN.movable(movable.entries) : RUN.movingHints[moving]}
      value={moving}
      onChange={({ target }) => onChange({ moving: target.value as typeof moving })}
      sx={{ '& .MuiInputBase-root': { width: 220 }, '& .MuiFormHelperText-root': { mx: 0 } }}
    >
      {Object.entries(RUN.movings).map(([value, label]) => (
        <MenuItem key={value} value={value}>
          {label}
        </MenuItem>
      ))}
    </TextField>
  );
};

/** 固定日数, explained, with the plant's setting and the days of the run `before`. */
const FrozenDays = ({ before, settings, changes, onChange }: FieldProps & { before: string | undefined }) => {
  const text = changes.frozen_days ?? String(settings.frozen_days);
  const error = isWrong('frozen_days', changes.frozen_days);
  const days = Number(text);
  const isPlants = days === settings.frozen_days;
  return (
    <TextField
      label={RUN.frozenDays}
      type="number"
      size="small"
      value={text}
      error={error}
      helperText={
        error ? (
          RUN.outOfRange(RUN_NUMBERS.frozen_days)
        ) : (
          <>
            <span>{days > 0 ? RUN.frozen(days) : RUN.frozenNone}</span>
            <Box component="span" sx={{ display: 'block', ...(isPlants ? {} : { fontWeight: 700, color: 'warning.main' }) }}>
              {isPlants ? RUN.frozenOfPlant(settings.frozen_days) : RUN.frozenOnce(settings.frozen_days)}
            </Box>
            {before !== undefined && before !== text ? (
              <Link component="button" type="button" onClick={() => onChange({ frozen_days: before })} sx={{ font: 'inherit' }}>
                {RUN.frozenBefore(before)}
              </Link>
            ) : null}
          </>
        )
      }
      onChange={({ target }) => onChange({ frozen_days: target.value })}
      sx={{ '& .MuiInputBase-root': { width: 130 }, '& .MuiFormHelperText-root': { mx: 0 } }}
      slotProps={{ htmlInput: { min: RUN_NUMBERS.frozen_days.from, max: RUN_NUMBERS.frozen_days.to, step: 1 } }}
    />
  );
};

const NumberField = ({ field, settings, changes, onChange }: FieldProps & { field: Detail }) => {
  const { label, hint } = NUMBERS[field];
  const { from, to, whole } = RUN_NUMBERS[field];
  const error = isWrong(field, changes[field]);
  return (
    <TextField
      label={label}
      type="number"
      value={changes[field] ?? settings[field]}
      error={error}
      helperText={error ? RUN.outOfRange(RUN_NUMBERS[field]) : hint}
      onChange={({ target }) => onChange({ [field]: target.value })}
      slotProps={{ htmlInput: { min: from, max: to, step: whole ? 1 : 0.5 } }}
    />
  );
};
