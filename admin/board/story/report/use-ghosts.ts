import { useMemo } from 'react';
import { useCall } from '../../../providers/queries.ts';
import { ghostOf, offeredGhost } from '../../chart/paint/ghosts.ts';
import { dateOfBlock } from '../../chart/scene/blocks.ts';
import type { Ghost, Scene } from '../../chart/scene/scene.ts';
import type { OfferedPlan } from './use-report.ts';

/** What of the plan is shown, as the former places are asked for. */
function shownOf({ rows, orders, layout, timeline }: Scene): Record<string, string> {
  if (rows === 'lots') return { order_ids: [...orders.keys()].join(',') };
  const facilities = layout.groups.map(({ group }) => String(group.facility?.id ?? null));
  return { facility_ids: facilities.join(','), from_date: dateOfBlock(timeline.start), to_date: dateOfBlock(timeline.end - 1) };
}

/** What is drawn beside the bars: where the newest run (undefined: not) took them from, or where another plan has them. */
export interface Beside {
  shownRun: number | undefined;
  offered: OfferedPlan | undefined;
}

/** The scene with other places of its bars, as far as these are shown. */
export function useGhosts(scene: Scene | undefined, { shownRun, offered }: Beside): Scene | undefined {
  const shown = scene && shownOf(scene);
  const query = shown && { ...shown, ...(offered === undefined ? {} : { with: offered.plan }) };
  const { data } = useCall('getFormerPlaces', query ? { query } : {}, {
    // Whoever reads the plan anew reads its places beside it.
    queryKey: ['plan', 'places', shownRun, query],
    enabled: (shownRun ?? offered) !== undefined && query !== undefined,
  });
  return useMemo(() => {
    if (!scene || (shownRun ?? offered) === undefined || !data) return scene;
    const ghosts = new Map<string, Ghost>();
    for (const place of data.places) {
      const placed = scene.layout.byId.get(String(place.entry_id));
      if (placed)
        ghosts.set(placed.bar.id, offered === undefined ? ghostOf(placed.bar, place) : offeredGhost(placed.bar, place, offered.mark));
    }
    return { ...scene, ghosts, offers: offered !== undefined };
  }, [scene, shownRun, offered, data]);
}
