import { useMemo } from 'react';
import { useCall } from '../../providers/queries.ts';
import { type BarGroup, demoldingKey, groupsOf } from '../chart/bars.ts';
import { timelineOf } from '../chart/blocks.ts';
import { layoutOf, type Mode } from '../chart/layout.ts';
import type { Access } from '../chart/rules.ts';
import type { Scene } from '../chart/scene.ts';
import type { Plan } from './use-plan.ts';

/** The plan as lots with their bars; demolding hours come with the first one. */
export function useGroups(plan: Plan | undefined): BarGroup[] {
  const demoldings = useCall('getProductDemoldings').data;
  const hours = useMemo(
    () => new Map((demoldings ?? []).map((row) => [demoldingKey(row.product, row.task), row.demolding_time])),
    [demoldings],
  );
  return useMemo(() => groupsOf(plan?.entries ?? [], { hours, dates: plan?.castings ?? new Map() }), [plan, hours]);
}

/** What the board shows; undefined while there is nothing to show. */
export function useScene(
  plan: Plan | undefined,
  mode: Mode,
  access: Access,
  now: number | undefined,
  reasons: ReadonlyMap<number, string>,
): Scene | undefined {
  const groups = useGroups(plan);
  const { edits, plans } = access;
  return useMemo(() => {
    const timeline = timelineOf(groups.flatMap(({ bars }) => bars.map(({ span }) => span)));
    if (!plan || !timeline || now === undefined) return undefined;
    const layout = layoutOf(groups, mode);
    return { rows: 'lots' as const, layout, timeline, closed: plan.closed, now, access: { edits, plans }, orders: plan.orders, reasons };
  }, [plan, groups, mode, edits, plans, now, reasons]);
}
