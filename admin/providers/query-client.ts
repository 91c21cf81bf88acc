import { QueryClient } from '@tanstack/react-query';
import { HttpError } from 'react-admin';
import { currentSession } from './session.ts';

/** A refused call is an answer; only what never reached the server, or found it busy, is asked again. */
const worthAgain = (count: number, error: unknown): boolean =>
  count < 2 && (!(error instanceof HttpError) || error.status === 0 || error.status === 503);

export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: worthAgain, refetchOnWindowFocus: false } },
});

// Whoever invalidates a first load is handed its running promise. Its question may have come before what has changed: it is asked once more.
queryClient.getQueryCache().subscribe((event) => {
  if (event.type !== 'updated' || event.action.type !== 'invalidate') return;
  const { queryKey, promise, state } = event.query;
  if (state.fetchStatus !== 'fetching' || state.data !== undefined) return;
  const again = (): void => void queryClient.invalidateQueries({ queryKey, exact: true });
  promise?.then(
    () => setTimeout(again),
    () => undefined,
  );
});

// Who was signed in at the last load stands in the bar at once.
const { user } = currentSession();
if (user) queryClient.setQueryData(['auth', 'getIdentity'], { id: user.id, fullName: user.name });
