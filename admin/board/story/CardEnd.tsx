import Close from '@mui/icons-material/Close';
import ListIcon from '@mui/icons-material/FormatListBulleted';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import type { ReactNode } from 'react';
import { REPORT } from '../../texts/board/runs.ts';

interface Props {
  /** The list under the card; undefined: it has none. */
  list: { open: boolean; show(open: boolean): void } | undefined;
  /** There is no room for its words. */
  brief?: boolean;
  /** Between both. */
  children?: ReactNode;
  onClose(): void;
}

/** The right end of a card in the place under the strip: its list, and its closing. */
export const CardEnd = ({ list, brief = false, children, onClose }: Props) => {
  const words = list?.open ? REPORT.closeList : REPORT.openList;
  const press = list ? { 'aria-expanded': list.open, onClick: () => list.show(!list.open) } : undefined;
  return (
    <>
      {press && brief ? (
        <IconButton {...press} size="small" color={list?.open ? 'primary' : 'default'} aria-label={words} title={words}>
          <ListIcon fontSize="small" />
        </IconButton>
      ) : null}
      {press && !brief ? (
        <Button {...press} sx={{ minHeight: 28, px: 0.75, flexShrink: 0, whiteSpace: 'nowrap' }}>
          {words}
        </Button>
      ) : null}
      {children}
      <IconButton size="small" aria-label={REPORT.close} onClick={onClose}>
        <Close fontSize="small" />
      </IconButton>
    </>
  );
};
