import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { type FormEvent, useState } from 'react';
import { useNotify } from 'react-admin';
import type { FieldErrors } from '../../server/domain/ground/errors.ts';
import { firstMessage } from '../parts/messages.ts';
import { fieldsOf, messageOf } from '../providers/client.ts';
import { useCalls } from '../providers/queries.ts';
import { useHeldPage } from '../providers/session.ts';
import { ANSWER, WORK } from '../texts/outsourcing.ts';
import { day } from './days.ts';
import type { Work } from './WorkTable.tsx';

interface AnswerDialogProps {
  work: Work;
  today: string;
  onClose(): void;
  /** Closes the dialog once the list shows the answer; one may close it before. */
  onSaved(): void;
}

/** What a partner said by telephone: the day, the pieces done, a remark. */
export const AnswerDialog = ({ work, today, onClose, onSaved }: AnswerDialogProps) => {
  useHeldPage(true);
  const notify = useNotify();
  const { call } = useCalls();
  const [date, setDate] = useState(work.answered_date ?? '');
  const [handed, setHanded] = useState(work.handed_on ?? '');
  const [done, setDone] = useState(work.completed_quantity === null ? '' : String(work.completed_quantity));
  const [note, setNote] = useState(work.note);
  const [busy, setBusy] = useState<'saving' | 'saved'>();
  const [errors, setErrors] = useState<FieldErrors>({});
  const [refused, setRefused] = useState('');
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy('saving');
    setRefused('');
    try {
      const body = { order_task_id: work.order_task_id, version: work.answer_version, note };
      const { warnings } = await call('answerOutsourcing', {
        body: {
          ...body,
          answered_date: date === '' ? null : date,
          handed_on: handed === '' ? null : handed,
          completed_quantity: done === '' ? null : Number(done),
        },
      });
      notify([ANSWER.saved, ...warnings].join('\n'), { type: warnings.length > 0 ? 'warning' : 'success', multiLine: true });
      setBusy('saved');
      onSaved();
    } catch (error) {
      setErrors(fieldsOf(error));
      if (Object.keys(fieldsOf(error)).length === 0) setRefused(messageOf(error));
      setBusy(undefined);
    }
  };
  const handedBy = work.handover_date < today ? work.handover_date : today;
  const errorOf = (field: string) => ({ error: field in errors, helperText: firstMessage(errors[field]) });
  return (
    <Dialog open onClose={busy === 'saving' ? undefined : onClose} maxWidth="xs" fullWidth aria-labelledby="answer-title">
      <form onSubmit={(event) => void save(event)} noValidate>
        <DialogTitle id="answer-title">{ANSWER.title}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <DialogContentText sx={{ fontSize: '0.9rem', pb: 0.5 }}>
            {`${work.outsourcing_name ?? WORK.nobody}　${work.unique_order} ${work.task_name}`}
            <br />
            {ANSWER.planned(day(work.handover_date), day(work.return_date))}
          </DialogContentText>
          {refused ? <Alert severity="error">{refused}</Alert> : null}
          <TextField
            type="date"
            label={ANSWER.date}
            value={date}
            onChange={({ target }) => setDate(target.value)}
            {...errorOf('answered_date')}
            slotProps={{ inputLabel: { shrink: true }, htmlInput: { min: today } }}
          />
          <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
            <TextField
              type="date"
              fullWidth
              label={ANSWER.handed}
              value={handed}
              onChange={({ target }) => setHanded(target.value)}
              {...errorOf('handed_on')}
              slotProps={{ inputLabel: { shrink: true }, htmlInput: { max: today } }}
            />
            <Button
              variant="outlined"
              onClick={() => setHanded(handed === '' ? handedBy : '')}
              sx={{ whiteSpace: 'nowrap', minHeight: 40 }}
            >
              {handed === '' ? ANSWER.handOver : ANSWER.notHanded}
            </Button>
          </Box>
          <TextField
            type="number"
            label={ANSWER.done(work.quantity)}
            value={done}
            onChange={({ target }) => setDone(target.value)}
            {...errorOf('completed_quantity')}
            slotProps={{ inputLabel: { shrink: true }, htmlInput: { min: 0, max: work.quantity, step: 1 } }}
          />
          <TextField
            label={ANSWER.note}
            value={note}
            onChange={({ target }) => setNote(target.value)}
            {...errorOf('note')}
            slotProps={{ htmlInput: { maxLength: 200 } }}
          />
          <DialogContentText sx={{ fontSize: '0.8rem' }}>{ANSWER.next}</DialogContentText>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={busy === 'saving'}>
            {ANSWER.cancel}
          </Button>
          <Button type="submit" variant="contained" loading={busy !== undefined}>
            {ANSWER.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
