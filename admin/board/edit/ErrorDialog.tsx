import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { ERROR_DIALOG } from '../../texts/board/board.ts';

/** エラーが発生しました: a line per field that the server refused. */
export const ErrorDialog = ({ lines, onClose }: { lines: readonly string[]; onClose(): void }) => (
  <Dialog open={lines.length > 0} onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="error-title" role="alertdialog">
    <DialogTitle id="error-title">{ERROR_DIALOG.title}</DialogTitle>
    <DialogContent>
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </DialogContent>
    <DialogActions>
      <Button variant="contained" onClick={onClose} autoFocus>
        {ERROR_DIALOG.ok}
      </Button>
    </DialogActions>
  </Dialog>
);
