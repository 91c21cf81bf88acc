import Link from '@mui/material/Link';
import type { ReactNode } from 'react';
import type { Jump } from '../../search/quick/jump.ts';

/** The way to the bar of an order; undefined where it has none. */
export const wayTo = ({ entry_id, ...order }: Omit<Jump, 'entry_id'> & { entry_id: number | null }, onJump: (jump: Jump) => void) =>
  entry_id === null ? undefined : () => onJump({ ...order, entry_id });

interface Props {
  /** Its 製番, or more. */
  children: ReactNode;
  /** Shows its bar; undefined: it has none. */
  onShow: (() => void) | undefined;
}

/** An order wherever it is told of, with the way to its bar. */
export const OrderButton = ({ children, onShow }: Props) =>
  onShow ? (
    <Link
      component="button"
      type="button"
      underline="always"
      onClick={onShow}
      sx={{ font: 'inherit', fontWeight: 700, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap', verticalAlign: 'baseline' }}
    >
      {children}
    </Link>
  ) : (
    <b>{children}</b>
  );
