import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { lateBy } from '../../texts/board/board.ts';
import { UNMATCHED } from '../../texts/board/chart.ts';
import { amountText, LOTS_OF_RUN } from '../../texts/board/loads.ts';
import { linesOfRun, titleOfRun, unmatchedOf } from '../chart/paint/charge-tip.ts';
import { type Bar, barOf, type Charge } from '../chart/scene/bars.ts';

interface Props {
  charge: Charge;
  /** Opens the form or the details of one lot. */
  onOpen(lot: Bar): void;
  onClose(): void;
}

/** The lots of a furnace run; each opens by itself. */
export const LotsDialog = ({ charge, onOpen, onClose }: Props) => {
  const { columns } = LOTS_OF_RUN;
  const said = linesOfRun(charge);
  const unmatched = unmatchedOf(charge);
  return (
    <Dialog open onClose={onClose} maxWidth="md" aria-labelledby="lots-title">
      <DialogTitle id="lots-title">{LOTS_OF_RUN.title}</DialogTitle>
      <DialogContent>
        <Typography sx={{ fontWeight: 700 }}>{titleOfRun(charge)}</Typography>
        <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
          {said.recipe}　{said.charge}
        </Typography>
        <Table size="small">
          <TableHead>
            <TableRow>
              {Object.values(columns).map((title) => (
                <TableCell key={title}>{title}</TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {charge.run.members.map(({ entry_id, unique_order, product_name, weight, late_days }) => {
              const entry = charge.lots.find(({ id }) => id === entry_id);
              return (
                <TableRow key={entry_id}>
                  <TableCell>
                    {entry ? (
                      <Button size="small" sx={{ px: 0, minWidth: 0 }} onClick={() => onOpen(barOf(entry, undefined))}>
                        {unique_order}
                      </Button>
                    ) : (
                      unique_order
                    )}
                  </TableCell>
                  <TableCell>
                    {product_name}
                    {unmatched.has(entry_id) ? <Chip size="small" label={UNMATCHED.name} title={UNMATCHED.hint} sx={{ ml: 1 }} /> : null}
                  </TableCell>
                  <TableCell align="right">{amountText(weight, 'kg')}</TableCell>
                  <TableCell sx={{ color: 'error.main', whiteSpace: 'nowrap' }}>{late_days > 0 ? lateBy(late_days) : ''}</TableCell>
                </TableRow>
              );
            })}
          </TableBody>
        </Table>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose} autoFocus>
          {LOTS_OF_RUN.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
