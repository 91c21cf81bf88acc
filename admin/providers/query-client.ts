import { QueryClient } from '@tanstack/react-query';
import { HttpError } from 'react-admin';
import { currentSession } from './session.ts';

/** A refused call is an answer; only what never reached the server, or found it busy, is asked again. */
const worthAgain = (count: number, error: unknown): boolean =>
  count < 2 && (!(error instanceof HttpError) || error.status === 0 || error.status === 503);

export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: worthAgain, refetchOnWindowFocus: false } },
});

// Who was signed in at the last load stands in the bar at once.
const { user } = currentSession();
if (user) queryClient.setQueryData(['auth', 'getIdentity'], { id: user.id, fullName: user.name });
