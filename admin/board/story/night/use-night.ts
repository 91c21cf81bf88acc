import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import type { Success } from '../../../../server/contract/handlers.ts';
import { saveFile, servedName } from '../../../parts/download.ts';
import { messageOf } from '../../../providers/client.ts';
import { useReadAnew } from '../../../providers/events.ts';
import { useCall, useCalls } from '../../../providers/queries.ts';
import type { RunReport } from '../report/use-report.ts';

export type Night = Success<'getNight'>;

/** A page that stays open over night shows the night's result by itself. */
const ASK_AGAIN_MS = 10 * 60_000;
/** While one is under way its end is asked for, too: a connection that hears of it may be down just then. */
const ASK_RUNNING_MS = 10_000;
const KEY = ['getLatestNight'];

/** How the night shows itself above the boards: as its card, as one line, or not at all; undefined until it is known. */
type NightShape = 'card' | 'line' | 'nothing' | undefined;

/** The newest night, how it shows itself, that it has been seen, and the newest run where it was the night's and its card tells of it. */
export function useNight(newest: RunReport | undefined) {
  const { call } = useCalls();
  const queries = useQueryClient();
  const notify = useNotify();
  const query = useCall(
    'getLatestNight',
    {},
    {
      queryKey: KEY,
      refetchInterval: ({ state }) => (state.data?.running ? ASK_RUNNING_MS : ASK_AGAIN_MS),
    },
  );
  // A night that begins, ends or is seen elsewhere is heard of at once.
  useReadAnew(['night'], [KEY]);
  const { data } = query;
  const acknowledge = async (ids: readonly number[]): Promise<void> => {
    try {
      // All at once: whoever leaves the page has confirmed them all.
      await Promise.all(ids.map((id) => call('acknowledgeNight', { id })));
      await queries.invalidateQueries({ queryKey: KEY });
    } catch (error) {
      notify(messageOf(error), { type: 'error' });
    }
  };
  const shape = shapeOf(query.isPending, data);
  const told = shape === 'card' && newest !== undefined && newest.night_id === data?.night?.id;
  return { latest: data, shape, acknowledge, run: told ? newest : undefined };
}

function shapeOf(isPending: boolean, latest: Success<'getLatestNight'> | undefined): NightShape {
  if (isPending) return undefined;
  if (!latest) return 'nothing';
  if (latest.waiting) return 'card';
  return latest.configured || latest.running ? 'line' : 'nothing';
}

/** Saves a file that a call or an address of the answer gives. */
export function useSave() {
  const { call: _, callRaw } = useCalls();
  const notify = useNotify();
  return async (ask: (raw: typeof callRaw) => Promise<Response>, fallback: string): Promise<void> => {
    try {
      const response = await ask(callRaw);
      saveFile(servedName(response, fallback), await response.blob());
    } catch (error) {
      notify(messageOf(error), { type: 'error' });
    }
  };
}
