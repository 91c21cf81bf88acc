import Undo from '@mui/icons-material/UndoOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type RaRecord, useNotify, useRecordContext, useRefresh } from 'react-admin';
import { importKind } from '../../../server/domain/files/imports.ts';
import { formatInstant } from '../../../server/domain/ground/plant-time.ts';
import { UNDO_TEXTS } from '../../../server/domain/texts/files/undo.ts';
import { Refused } from '../../parts/Refused.tsx';
import { RoleButton } from '../../parts/RoleButton.tsx';
import { messageOf } from '../../providers/client.ts';
import { useCall, useCalls } from '../../providers/queries.ts';
import { IMPORT_HISTORY as WORDS } from '../../texts/master.ts';
import { COMMON, IMPORT } from '../../texts/parts.ts';

const NAMED = 50;

/** Whether an import changed something that has not been taken back. */
const stands = (row: RaRecord): boolean =>
  row.undoes === null && row.undone_by === null && [row.new_count, row.changed_count, row.deleted_count].some((count) => count > 0);

/** Takes an import back, after a dialog that says what comes of it; nothing for an import that cannot be. */
export const UndoButton = ({ short = false }: { short?: boolean }) => {
  const row = useRecordContext();
  const [asking, setAsking] = useState(false);
  if (!row || !stands(row)) return null;
  return (
    // A press is none on the row of a list, which would lead to the import's page.
    <Box component="span" onClick={(event) => event.stopPropagation()}>
      <RoleButton
        operation="undoImport"
        {...(short ? {} : { startIcon: <Undo /> })}
        variant={short ? 'text' : 'outlined'}
        onClick={() => setAsking(true)}
        aria-label={`${row.file_name} ${WORDS.undo}`}
      >
        {short ? WORDS.undoShort : WORDS.undo}
      </RoleButton>
      {asking ? <UndoDialog row={row} onClose={() => setAsking(false)} /> : null}
    </Box>
  );
};

const UndoDialog = ({ row, onClose }: { row: RaRecord; onClose(): void }) => {
  const titleId = useId();
  const notify = useNotify();
  const refresh = useRefresh();
  const { call } = useCalls();
  const id = Number(row.id);
  const { data, error } = useCall('getImportUndo', { id: String(id) }, { queryKey: ['undo-import', id, titleId] });
  const undoing = useMutation({
    mutationFn: () => call('undoImport', { id: String(id) }),
    onSuccess: () => {
      notify(WORDS.undone, { type: 'success' });
      onClose();
      refresh();
    },
    onError: (refused) => notify(messageOf(refused), { type: 'error' }),
  });
  const counts = data ? UNDO_TEXTS.counts(data) : '';
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>{WORDS.undoTitle}</DialogTitle>
      <DialogContent>
        <DialogContentText>{`${importKind(row.kind)?.label ?? ''} ${row.file_name} (${formatInstant(row.at)})`}</DialogContentText>
        <Refused message={error ? messageOf(error) : undefined} />
        {error ? null : (
          <DialogContentText sx={{ fontWeight: 700 }}>{data ? counts || UNDO_TEXTS.noneBack : WORDS.counting}</DialogContentText>
        )}
        {data && data.later > 0 ? (
          <Alert severity="warning" sx={{ my: 1 }}>
            {UNDO_TEXTS.later(data.later)}
          </Alert>
        ) : null}
        {data && data.left > 0 ? (
          <>
            <DialogContentText sx={{ mt: 1 }}>{UNDO_TEXTS.leftCount(data.left)}</DialogContentText>
            <ul aria-label={WORDS.leftList} style={{ margin: '4px 0 0', paddingLeft: 20, fontSize: '0.85rem' }}>
              {data.left_records.slice(0, NAMED).map(({ table, key, reason }) => (
                <li key={`${table} ${key}`}>{UNDO_TEXTS.left(table, key, reason)}</li>
              ))}
              {data.left > Math.min(NAMED, data.left_records.length) ? (
                <li>{IMPORT.more(data.left - Math.min(NAMED, data.left_records.length))}</li>
              ) : null}
            </ul>
            {data.left_records.some(({ reason }) => reason === 'used') ? (
              <DialogContentText sx={{ mt: 1 }}>{UNDO_TEXTS.usedWay}</DialogContentText>
            ) : null}
          </>
        ) : null}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{COMMON.cancel}</Button>
        <Button
          variant="contained"
          color="warning"
          autoFocus
          disabled={counts === ''}
          loading={undoing.isPending || undoing.isSuccess}
          onClick={() => undoing.mutate()}
        >
          {WORDS.undoShort}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
