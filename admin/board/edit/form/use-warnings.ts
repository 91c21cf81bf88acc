import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Success } from '../../../../server/contract/handlers.ts';
import { usePaused } from '../../../parts/hooks/use-paused.ts';
import type { CallOptions } from '../../../providers/client.ts';
import { useShownKey } from '../../../providers/plan/shown-plan.ts';
import { useCalls } from '../../../providers/queries.ts';

type Form = NonNullable<CallOptions<'addSchedule'>['body']>;

/** What a save of this form would warn of, asked once typing pauses: by the save itself, of which nothing stands. None while the form is not complete. */
export function useWarnings(form: Form | undefined): { warnings: readonly string[]; reading: boolean } {
  const { callRaw } = useCalls();
  const shownKey = useShownKey();
  const asked = usePaused(form ? JSON.stringify(form) : '');
  const { data, isFetching } = useQuery({
    queryKey: shownKey(['getSurroundings', 'added', asked]),
    // No write, that would make old what is shown.
    queryFn: async ({ signal }) => {
      const answer = await callRaw('addSchedule', { query: { dry_run: 1 }, body: JSON.parse(asked) as Form, signal });
      return (await answer.json()) as Success<'addSchedule'>;
    },
    enabled: asked !== '',
    retry: false,
    placeholderData: keepPreviousData,
  });
  return { warnings: (form && data?.warnings) ?? [], reading: isFetching };
}
