import { useEffect } from 'react';
import { Notification, useLogout, useNotify } from 'react-admin';
import { SNACKBAR_MS } from '../../server/domain/constants.ts';
import { SESSION_LOST } from '../providers/client.ts';

/** Says and follows the loss of the session, wherever a call met it. */
function useSessionLoss(): void {
  const logout = useLogout();
  const notify = useNotify();
  useEffect(() => {
    const leave = (event: Event) => {
      notify((event as CustomEvent<string>).detail, { type: 'error' });
      void logout({}, '/login', false);
    };
    window.addEventListener(SESSION_LOST, leave);
    return () => window.removeEventListener(SESSION_LOST, leave);
  }, [logout, notify]);
}

/** The messages; there on every page, so that the loss of the session is heard on every page. */
export const Snackbar = () => {
  useSessionLoss();
  return <Notification autoHideDuration={SNACKBAR_MS} multiLine />;
};
