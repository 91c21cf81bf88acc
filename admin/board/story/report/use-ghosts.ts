import { useMemo } from 'react';
import { useCall } from '../../../providers/queries.ts';
import { ghostOf } from '../../chart/paint/ghosts.ts';
import { dateOfBlock } from '../../chart/scene/blocks.ts';
import type { Ghost, Scene } from '../../chart/scene/scene.ts';

/** What of the plan is shown, as the former places are asked for. */
function shownOf({ rows, orders, layout, timeline }: Scene): Record<string, string> {
  if (rows === 'lots') return { order_ids: [...orders.keys()].join(',') };
  const facilities = layout.groups.map(({ group }) => String(group.facility?.id ?? null));
  return { facility_ids: facilities.join(','), from_date: dateOfBlock(timeline.start), to_date: dateOfBlock(timeline.end - 1) };
}

/** The scene with the former places of what the newest run (`run`; undefined: not asked for) moved, as far as its bars are shown. */
export function useGhosts(scene: Scene | undefined, run: number | undefined): Scene | undefined {
  const query = scene && shownOf(scene);
  const { data } = useCall('getFormerPlaces', query ? { query } : {}, {
    queryKey: ['getFormerPlaces', run, query],
    enabled: run !== undefined && query !== undefined,
  });
  return useMemo(() => {
    if (!scene || run === undefined || !data) return scene;
    const ghosts = new Map<string, Ghost>();
    for (const place of data.places) {
      const placed = scene.layout.byId.get(String(place.entry_id));
      if (placed) ghosts.set(placed.bar.id, ghostOf(placed.bar, place));
    }
    return { ...scene, ghosts };
  }, [scene, run, data]);
}
