import { useMemo } from 'react';
import { DAY_MINUTES } from '../../../../server/domain/ground/constants.ts';
import { useCall } from '../../../providers/queries.ts';
import { type BarGroup, deadlineEnd, demoldingKey, groupsOf, lotKey } from '../../chart/scene/bars.ts';
import { BLOCK_PX, timelineOf, type Zoom } from '../../chart/scene/blocks.ts';
import { withFolds } from '../../chart/scene/folds.ts';
import { layoutOf, type Mode } from '../../chart/scene/layout.ts';
import type { Access } from '../../chart/scene/rules.ts';
import type { Scene } from '../../chart/scene/scene.ts';
import { type ConflictMarks, useReasonsOf } from '../../story/strip/use-overview.ts';
import type { Plan } from './use-plan.ts';

/** The plan as lots with their bars; demolding hours come with the first one. */
function useGroups(plan: Plan | undefined): BarGroup[] {
  const demoldings = useCall('getProductDemoldings').data;
  const hours = useMemo(
    () => new Map((demoldings ?? []).map((row) => [demoldingKey(row.product, row.task), row.demolding_time])),
    [demoldings],
  );
  return useMemo(() => {
    const castings = [...(plan?.orders ?? [])].flatMap(([id, order]) => order.castings.map((one) => ({ id, ...one })));
    const cast = new Map(castings.map(({ id, lot_number, cast_at }) => [lotKey(id, lot_number), cast_at]));
    return groupsOf(plan?.entries ?? [], { hours, cast });
  }, [plan, hours]);
}

const NO_ENTRIES: Plan['entries'] = [];

/** As wide as the days of a board are on wide screens. */
const FILLED_PX = 1400;

/** How the plan is drawn: rows, closeness, and the lots that show their finished tasks. */
interface Drawn {
  mode: Mode;
  zoom: Zoom;
  open: ReadonlySet<string>;
}

/** What the board shows; undefined while there is nothing to show. */
export function useScene(
  plan: Plan | undefined,
  drawn: Drawn,
  access: Access,
  now: number | undefined,
  conflicts: ConflictMarks,
): Scene | undefined {
  const groups = useGroups(plan);
  const reasons = useReasonsOf(plan?.entries ?? NO_ENTRIES);
  const { mode, zoom, open } = drawn;
  const layout = useMemo(() => plan && layoutOf(withFolds(groups, plan.orders, open), mode), [plan, groups, mode, open]);
  return useMemo(() => {
    if (!plan || !layout || now === undefined) return undefined;
    const bars = groups.flatMap((group) => group.bars);
    const ends = bars.flatMap(({ entry }) => deadlineEnd(entry) ?? []);
    const days = timelineOf(
      bars.flatMap(({ span, planned }) => (planned ? [span, planned] : span)),
      Math.floor(now / DAY_MINUTES),
      ends,
    );
    if (!days) return undefined;
    const px = BLOCK_PX[zoom];
    // Drawn closely, a plan of weeks would leave half of the board without days.
    const filled = zoom === 'half_day' ? 0 : days.start + 2 * Math.ceil(FILLED_PX / px / 2);
    const timeline = { ...days, end: Math.max(days.end, filled), px };
    return {
      rows: 'lots' as const,
      layout,
      timeline,
      closed: plan.closed,
      calendarEnd: plan.calendarEnd,
      now,
      access,
      orders: plan.orders,
      reasons,
      conflicts,
    };
  }, [plan, groups, layout, zoom, access, now, reasons, conflicts]);
}
