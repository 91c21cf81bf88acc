import Link from '@mui/material/Link';
import type { ReactNode } from 'react';
import type { Jump } from '../../search/quick/jump.ts';

interface Props {
  order: { order_id: number; serial_number: string; entry_id: number | null };
  /** What is written, where it is more than the number. */
  children?: ReactNode;
  onJump(jump: Jump): void;
}

/** A 製番 of a report, with the way to its bar where it has one. */
export const OrderButton = ({ order: { order_id, serial_number, entry_id }, children = serial_number, onJump }: Props) =>
  entry_id === null ? (
    <b>{children}</b>
  ) : (
    <Link
      component="button"
      type="button"
      underline="always"
      onClick={() => onJump({ entry_id, order_id, serial_number })}
      sx={{ font: 'inherit', fontWeight: 700, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap', verticalAlign: 'baseline' }}
    >
      {children}
    </Link>
  );
