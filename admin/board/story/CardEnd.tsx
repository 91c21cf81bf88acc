import Close from '@mui/icons-material/Close';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import type { ReactNode } from 'react';
import { REPORT } from '../../texts/board/runs.ts';

interface Props {
  /** The list under the card; undefined: it has none. */
  list: { open: boolean; show(open: boolean): void } | undefined;
  /** Between both. */
  children?: ReactNode;
  onClose(): void;
}

/** The right end of a card in the place under the strip: its list, and its closing. */
export const CardEnd = ({ list, children, onClose }: Props) => (
  <>
    {list ? (
      <Button
        aria-expanded={list.open}
        onClick={() => list.show(!list.open)}
        sx={{ minHeight: 28, px: 0.75, flexShrink: 0, whiteSpace: 'nowrap' }}
      >
        {list.open ? REPORT.closeList : REPORT.openList}
      </Button>
    ) : null}
    {children}
    <IconButton size="small" aria-label={REPORT.close} onClick={onClose}>
      <Close fontSize="small" />
    </IconButton>
  </>
);
