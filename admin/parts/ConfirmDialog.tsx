import Delete from '@mui/icons-material/DeleteOutlined';
import type { ReactNode } from 'react';
import { Confirm } from 'react-admin';
import { COMMON } from '../texts/parts.ts';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  children?: ReactNode;
  confirm?: string;
  danger?: boolean;
  busy?: boolean;
  onConfirm(): void;
  onCancel(): void;
}

/** Asks before something that cannot be taken back: react-admin's question, red where something is lost. */
export const ConfirmDialog = ({ open, children, confirm = COMMON.delete, danger = true, busy = false, ...rest }: ConfirmDialogProps) => (
  <Confirm
    isOpen={open}
    title={rest.title}
    content={children}
    confirm={confirm}
    confirmColor={danger ? 'warning' : 'primary'}
    {...(danger ? { ConfirmIcon: Delete } : {})}
    loading={busy}
    onConfirm={rest.onConfirm}
    onClose={rest.onCancel}
    fullWidth
    maxWidth="xs"
  />
);
