import { useQuery } from '@tanstack/react-query';
import { useShownKey } from '../../../providers/plan/shown-plan.ts';
import { useServerClock } from '../../../providers/use-server-clock.ts';
import type { Bar } from '../../chart/scene/bars.ts';
import type { Around } from '../../chart/scene/group/arounds.ts';
import { linesOf, type MoveLine } from '../../chart/scene/move-words.ts';
import type { Change } from '../../chart/scene/scene.ts';
import { judgedIn } from '../moves.ts';
import type { TaskFields } from './task-fields.ts';

/** What would be wrong with a bar where the form puts it, in the words of the confirmation of a drag; nothing while it stays where it is. */
export function useCautions(
  bar: Bar,
  fields: TaskFields,
  change: Change | undefined,
  surroundings: (bars: readonly Bar[]) => Promise<readonly Around[]>,
): readonly MoveLine[] {
  const { entry } = bar;
  const shownKey = useShownKey();
  const clock = useServerClock();
  const { data: arounds } = useQuery({
    queryKey: shownKey(['getSurroundings', entry.id, entry.version]),
    queryFn: () => surroundings([bar]),
    enabled: change === undefined,
  });
  const judged = judgedIn(bar, fields, change, { around: arounds?.find(({ id }) => id === entry.id), now: clock?.now });
  return judged ? linesOf(entry, judged.judgement, judged.wish).filter(({ sign }) => sign === 'conflict' || sign === 'late') : [];
}
