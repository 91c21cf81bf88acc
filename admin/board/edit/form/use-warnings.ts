import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { usePaused } from '../../../parts/hooks/use-paused.ts';
import type { CallOptions } from '../../../providers/client.ts';
import { useShownKey } from '../../../providers/plan/shown-plan.ts';
import { useCalls } from '../../../providers/queries.ts';

type Form = NonNullable<CallOptions<'addSchedule'>['body']>;

/** What a save of this form would warn of, asked once typing pauses: by the save itself, of which nothing stands. None while the form is not complete. */
export function useWarnings(form: Form | undefined): { warnings: readonly string[]; reading: boolean } {
  const { call } = useCalls();
  const shownKey = useShownKey();
  const asked = usePaused(form ? JSON.stringify(form) : '');
  const { data, isFetching } = useQuery({
    queryKey: shownKey(['getSurroundings', 'added', asked]),
    queryFn: ({ signal }) => call('addSchedule', { query: { dry_run: 1 }, body: JSON.parse(asked) as Form, signal }),
    enabled: asked !== '',
    retry: false,
    placeholderData: keepPreviousData,
  });
  return { warnings: (form && data?.warnings) ?? [], reading: isFetching };
}
