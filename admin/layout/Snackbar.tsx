import { useEffect } from 'react';
import { Notification, useLogout } from 'react-admin';
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

/** The messages; there on every page, so that the loss of the session is heard on every page. */
export const Snackbar = () => {
  useSessionLoss();
  return <Notification autoHideDuration={SNACKBAR_MS} multiLine />;
};
