import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import type { ImportKind } from '../../../server/domain/files/imports.ts';
import { CHANGE_TEXTS, IMPORT_TEXTS } from '../../../server/domain/texts/files/imports.ts';
import { COMMON, IMPORT } from '../../texts/parts.ts';
import { LeftOutButton } from '../buttons.tsx';
import type { LeftOut } from '../use-import.ts';

interface LeftOutDialogProps {
  kind: ImportKind;
  leftOut: LeftOut;
  onClose(): void;
}

/** The rows an import left out, with the file for whoever can mend them. It waits for a person: the page must not reload over it. */
export const LeftOutDialog = ({ kind, leftOut: { import_id, count, rows, deleted }, onClose }: LeftOutDialogProps) => {
  const id = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="sm" fullWidth>
      <DialogTitle id={id}>{IMPORT.leftOutTitle}</DialogTitle>
      <DialogContent>
        <DialogContentText>{IMPORT_TEXTS.leftOut(count, rows)}</DialogContentText>
        {deleted > 0 ? (
          <Alert severity="warning" sx={{ my: 1 }}>
            {CHANGE_TEXTS.deleted(kind.name, deleted)}
          </Alert>
        ) : null}
        <DialogContentText>{IMPORT.leftOutHint}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <LeftOutButton id={import_id} />
        <Button variant="contained" onClick={onClose} autoFocus>
          {COMMON.ok}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
