import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { COMMON, IMPORT } from '../../texts/parts.ts';

interface ZerosDialogProps {
  text: string;
  onRepair(): void;
  onGoOn(): void;
  onClose(): void;
}

/** Asked before an import that leaves offered zeros away: they would make things anew that are there already. */
export const ZerosDialog = ({ text, onRepair, onGoOn, onClose }: ZerosDialogProps) => {
  const id = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="sm" fullWidth>
      <DialogTitle id={id}>{IMPORT.zerosTitle}</DialogTitle>
      <DialogContent>{text}</DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{COMMON.cancel}</Button>
        <Button onClick={onGoOn}>{IMPORT.withoutZeros}</Button>
        <Button variant="contained" onClick={onRepair} autoFocus>
          {IMPORT.repairs}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
