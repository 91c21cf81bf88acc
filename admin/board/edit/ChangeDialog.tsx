import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useEffect, useRef } from 'react';
import { CONFIRM_PERSISTENT_MS } from '../../../server/domain/constants.ts';
import { CHANGE } from '../../texts/board.ts';
import { dayOfBlock, type Span } from '../chart/blocks.ts';
import { describeBlock } from '../chart/labels.ts';
import type { Change } from '../chart/scene.ts';

const Line = ({ title, span, facility }: { title: string; span: Span; facility: string | undefined }) => (
  <tr>
    <th scope="row">{title}</th>
    <td>{describeBlock(span.start)}</td>
    <td>〜</td>
    <td>
      {describeBlock(span.end - 1)}
      {CHANGE.until}
    </td>
    {facility === undefined ? null : <td>{facility}</td>}
  </tr>
);

const tableSx = {
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: '0.9rem',
  '& th, & td': { borderBottom: 1, borderColor: 'divider', py: 1, px: 1, textAlign: 'left', fontWeight: 400, whiteSpace: 'nowrap' },
  '& th': { color: 'text.secondary' },
} as const;

interface Props {
  change: Change;
  /** Facilities before and after, where rows are facilities. */
  facilities?: { before: string; after: string } | undefined;
  onCancel(): void;
  onConfirm(): void;
}

/** Days by which closed days lengthen the bar. */
const lengthened = ({ bar, span }: Change): number => {
  const days = (one: Span): number => dayOfBlock(one.end - 1) - dayOfBlock(one.start);
  return span.start === bar.span.start || span.end === bar.span.end ? 0 : days(span) - days(bar.span);
};

/** Asks whether the dates of a drag shall be; for its first second it cannot be dismissed by a press beside it. */
export const ChangeDialog = ({ change, facilities, onCancel, onConfirm }: Props) => {
  const dismissible = useRef(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      dismissible.current = true;
    }, CONFIRM_PERSISTENT_MS);
    return () => clearTimeout(timer);
  }, []);
  const { entry } = change.bar;
  const days = lengthened(change);
  return (
    <Dialog open onClose={() => dismissible.current && onCancel()} maxWidth="sm" aria-labelledby="change-title">
      <DialogTitle id="change-title">{CHANGE.title}</DialogTitle>
      <DialogContent>
        <Box sx={{ mb: 1.5 }}>
          {entry.unique_order} {entry.task_name}
        </Box>
        <Box component="table" sx={tableSx}>
          <tbody>
            <Line title={CHANGE.before} span={change.bar.span} facility={facilities?.before} />
            <Line title={CHANGE.after} span={change.span} facility={facilities?.after} />
          </tbody>
        </Box>
        {days > 0 ? <Box sx={{ mt: 1.5, color: 'text.secondary', fontSize: '0.85rem' }}>{CHANGE.lengthened(days)}</Box> : null}
      </DialogContent>
      <DialogActions>
        <Button onClick={onCancel}>{CHANGE.cancel}</Button>
        <Button variant="contained" onClick={onConfirm} autoFocus>
          {CHANGE.confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
