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
import type { PointerEvent as ReactPointerEvent } from 'react';
import { useRef } from 'react';
import { NotPublished } from '../../plans/NotPublished.tsx';
import { lateBy } from '../../texts/board/board.ts';
import { UNMATCHED } from '../../texts/board/chart.ts';
import { amountText, LOTS_OF_RUN } from '../../texts/board/loads.ts';
import type { ShownBoard } from '../chart/Board.tsx';
import { linesOfRun, titleOfRun, unmatchedOf } from '../chart/paint/charge-tip.ts';
import { type Bar, barOf, type Charge } from '../chart/scene/bars.ts';
import { isStill } from '../chart/scene/press.ts';
import { type Access, mayMove } from '../chart/scene/rules.ts';

interface Props {
  box: Bar & { charge: Charge };
  board: ShownBoard;
  access: Access;
  /** Opens the form or the details of one lot. */
  onOpen(lot: Bar): void;
  onClose(): void;
}

/** Says of each row that it is drawn, once the pointer that pressed it has come away from there. */
function useRowDrag(draw: (id: number, event: PointerEvent) => void) {
  const press = useRef<{ id: number; x: number; y: number }>(undefined);
  return (id: number) => ({
    onPointerDown: ({ button, clientX: x, clientY: y }: ReactPointerEvent) => {
      press.current = button === 0 ? { id, x, y } : undefined;
    },
    onPointerMove: ({ buttons, clientX, clientY, pointerType, nativeEvent }: ReactPointerEvent) => {
      const from = press.current;
      if (!from || buttons !== 1 || isStill(clientX - from.x, clientY - from.y, pointerType)) return;
      press.current = undefined;
      draw(from.id, nativeEvent);
    },
  });
}

/** The lots of a furnace run; each opens by itself, and is drawn out of the run by its row. */
export const LotsDialog = ({ box, board, access, onOpen, onClose }: Props) => {
  const { charge } = box;
  const free = mayMove(box.entry, access);
  const row = useRowDrag((id, event) => {
    onClose();
    const left = new Set(charge.run.members.flatMap(({ entry_id }) => (entry_id === id ? [] : [entry_id])));
    board.current?.move()?.lift(box, left, event);
  });
  const { columns } = LOTS_OF_RUN;
  const said = linesOfRun(charge);
  const unmatched = unmatchedOf(charge);
  return (
    <Dialog open onClose={onClose} maxWidth="md" aria-labelledby="lots-title">
      <DialogTitle id="lots-title">{LOTS_OF_RUN.title}</DialogTitle>
      <DialogContent>
        <NotPublished />
        <Typography sx={{ fontWeight: 700 }}>{titleOfRun(charge)}</Typography>
        <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
          {said.recipe}　{said.charge}
        </Typography>
        {free ? (
          <Typography variant="body2" sx={{ mb: 1 }}>
            {LOTS_OF_RUN.drawn}
          </Typography>
        ) : null}
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
                <TableRow key={entry_id} {...(free ? row(entry_id) : {})} sx={free ? { cursor: 'grab' } : {}}>
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
