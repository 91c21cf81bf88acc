import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { fileStamp } from '../../server/domain/ground/plant-time.ts';
import { saveText } from '../parts/download.ts';
import { now } from '../providers/clock.ts';
import { COMMON, IMPORT } from '../texts/parts.ts';

interface ErrorDialogProps {
  label: string;
  errors: readonly string[];
  onClose(): void;
  /** The way on without the rows that the errors name, where there is one. */
  onSkipBad: (() => void) | undefined;
}

/** What an import was refused for. */
export const ErrorDialog = ({ label, errors, onClose, onSkipBad }: ErrorDialogProps) => {
  const id = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="md" fullWidth scroll="paper">
      <DialogTitle id={id}>{IMPORT.errorTitle}</DialogTitle>
      <DialogContent dividers tabIndex={0}>
        <ul style={{ margin: 0, paddingLeft: 20 }}>
          {errors.map((text, index) => {
            const key = `${index} ${text}`;
            return <li key={key}>{text}</li>;
          })}
        </ul>
      </DialogContent>
      <DialogActions>
        <Button onClick={() => saveText(IMPORT.errorFile(label, fileStamp(now())), errors)}>{IMPORT.downloadErrors}</Button>
        {onSkipBad ? <Button onClick={onSkipBad}>{IMPORT.skipBad}</Button> : null}
        <Button variant="contained" onClick={onClose} autoFocus>
          {COMMON.ok}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
