import Grow, { type GrowProps } from '@mui/material/Grow';
import { useEffect, useState } from 'react';
import { Notification, useCloseNotification, useLogout, useNotificationContext } from 'react-admin';
import { SNACKBAR_MS } from '../../server/domain/ground/constants.ts';
import { ON_TERMINAL, SESSION_LOST } from '../providers/session.ts';

/** Follows the loss of the session, wherever a call met it; the login page says why. */
function useSessionLoss(): void {
  const logout = useLogout();
  useEffect(() => {
    // A terminal stays on its page, which asks for a new code.
    if (ON_TERMINAL) return;
    const leave = () => void logout({}, '/login', false);
    window.addEventListener(SESSION_LOST, leave);
    return () => window.removeEventListener(SESSION_LOST, leave);
  }, [logout]);
}

/** So long a message stands at least, whatever comes behind it. */
const LEAST_MS = 600;

/** Brings a message in, and lets it go as soon as a newer one waits: what has happened since is what counts. */
const GivingWay = (props: GrowProps) => {
  const close = useCloseNotification();
  const waiting = useNotificationContext().notifications.length > 0;
  const [since] = useState(Date.now);
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setTimeout(close, Math.max(0, since + LEAST_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [waiting, since, close]);
  return <Grow {...props} />;
};

const SLOTS = { transition: GivingWay };

/** The messages; there on every page, so that the loss of the session is heard on every page. */
export const Snackbar = () => {
  useSessionLoss();
  return <Notification autoHideDuration={SNACKBAR_MS} multiLine slots={SLOTS} />;
};
