import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { changeInWords } from '../../../server/domain/files/change-words.ts';
import type { ImportKind } from '../../../server/domain/files/imports.ts';
import { CHANGE_TEXTS } from '../../../server/domain/texts/files/imports.ts';
import { COMMON, IMPORT } from '../../texts/parts.ts';
import type { Foreseen } from '../use-import.ts';

const NAMED = 50;

interface DeletionsDialogProps {
  kind: ImportKind;
  foreseen: Foreseen;
  onGoOn(): void;
  onClose(): void;
}

/** Asked before an import that deletes: what goes is said before it is gone. */
export const DeletionsDialog = ({ kind, foreseen: { chosen, deleted, gone }, onGoOn, onClose }: DeletionsDialogProps) => {
  const id = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="sm" fullWidth>
      <DialogTitle id={id}>{IMPORT.deletionsTitle}</DialogTitle>
      <DialogContent>
        <Alert severity="warning" sx={{ mb: 1.5 }}>
          {CHANGE_TEXTS.deletes(kind.name, deleted)}
        </Alert>
        <DialogContentText>{IMPORT.deletionsHint + (chosen.withoutBad ? IMPORT.deletionsOfLeftOut : '')}</DialogContentText>
        <ul aria-label={IMPORT.deletionsList} style={{ margin: '8px 0 0', paddingLeft: 20, fontSize: '0.85rem' }}>
          {gone.slice(0, NAMED).map((change) => {
            const { key, name } = changeInWords(kind, change);
            return <li key={`${change.field} ${change.key}`}>{`${key} ${name}`}</li>;
          })}
          {deleted > Math.min(NAMED, gone.length) ? <li>{IMPORT.more(deleted - Math.min(NAMED, gone.length))}</li> : null}
        </ul>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          {COMMON.cancel}
        </Button>
        <Button variant="contained" color="warning" onClick={onGoOn}>
          {IMPORT.deleteAndRun}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
