import Autocomplete from '@mui/material/Autocomplete';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { firstMessage } from '../parts/messages.ts';
import { Refused } from '../parts/Refused.tsx';
import { fieldsOf, messageOf } from '../providers/client.ts';
import { useActiveFacilities } from '../providers/masters.ts';
import { useCalls } from '../providers/queries.ts';
import { COMMON } from '../texts/parts.ts';
import { TERMINALS as WORDS } from '../texts/terminals.ts';
import type { Terminal } from './terminal.ts';

interface Props {
  /** The one to be changed; without it a new one. */
  terminal?: Terminal;
  onClose(): void;
  onSaved(terminal: Terminal): void;
}

/** Name and facilities of a terminal, and who may be tapped as working there. */
export const TerminalForm = ({ terminal, onClose, onSaved }: Props) => {
  const { call } = useCalls();
  const facilities = useActiveFacilities().data ?? [];
  const [name, setName] = useState(terminal?.name ?? '');
  const [chosen, setChosen] = useState<number[]>(terminal?.facilities.map(({ id }) => id) ?? []);
  const [workers, setWorkers] = useState<string[]>(terminal?.workers ?? []);
  const save = useMutation({
    mutationFn: () => {
      const form = { name, facility_ids: chosen, workers };
      return terminal
        ? call('updateTerminal', { id: terminal.id, body: { ...form, version: terminal.version } })
        : call('createTerminal', { body: form });
    },
    onSuccess: onSaved,
  });
  const fields = save.error ? fieldsOf(save.error) : {};
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" slotProps={{ paper: { component: 'form', onSubmit: submit } as object }}>
      <DialogTitle>{terminal ? WORDS.editOf(terminal.name) : WORDS.add}</DialogTitle>
      <DialogContent>
        <Stack spacing={1} sx={{ pt: 1 }}>
          <TextField
            label={WORDS.name}
            value={name}
            onChange={({ target }) => setName(target.value)}
            autoFocus
            required
            error={fields.name !== undefined}
            helperText={firstMessage(fields.name) ?? ' '}
            slotProps={{ htmlInput: { maxLength: 60 } }}
          />
          <Autocomplete
            multiple
            disableCloseOnSelect
            options={facilities.map(({ id }) => id)}
            getOptionLabel={(id) => facilities.find((one) => one.id === id)?.facility_name ?? ''}
            value={chosen}
            onChange={(_, ids) => setChosen(ids)}
            renderInput={(params) => (
              <TextField
                {...params}
                label={WORDS.facilities}
                error={fields.facility_ids !== undefined}
                helperText={firstMessage(fields.facility_ids) ?? ' '}
              />
            )}
          />
          <Autocomplete
            multiple
            freeSolo
            autoSelect
            options={[] as string[]}
            value={workers}
            onChange={(_, names) => setWorkers(names)}
            renderInput={(params) => (
              <TextField
                {...params}
                label={WORDS.workers}
                error={fields.workers !== undefined}
                helperText={firstMessage(fields.workers) ?? WORDS.workersHint}
              />
            )}
          />
          <Refused message={save.error && Object.keys(fields).length === 0 ? messageOf(save.error) : undefined} />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{COMMON.cancel}</Button>
        <Button type="submit" variant="contained" loading={save.isPending} disabled={name.trim() === '' || chosen.length === 0}>
          {COMMON.save}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
