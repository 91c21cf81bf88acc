import Button, { type ButtonProps } from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { OperationId } from '../../server/contract/handlers.ts';
import { useMay } from '../providers/roles.ts';
import { SHELL } from '../texts/shell.ts';

/** Wraps a control that the role may not use: not-allowed pointer and the reason on hover. */
export const NotAllowed = ({ children, title = SHELL.notAllowed }: { children: ReactNode; title?: string }) => (
  <Tooltip title={title}>
    <span style={{ cursor: 'not-allowed', display: 'inline-flex' }}>{children}</span>
  </Tooltip>
);

interface RoleButtonProps extends ButtonProps {
  /** The operation that the button calls; other roles find it disabled. */
  operation: OperationId;
  /** Makes it a link. */
  to?: string;
}

/** A button that takes the roles of its operation. */
export const RoleButton = ({ operation, disabled = false, to, ...rest }: RoleButtonProps) => {
  const may = useMay(operation);
  const button = <Button {...rest} {...(to ? { component: Link, to } : {})} disabled={disabled || !may} />;
  return may ? button : <NotAllowed>{button}</NotAllowed>;
};
