import { useMemo } from 'react';
import { dayNumber } from '../../../../server/domain/ground/plant-time.ts';
import { paintStrips } from '../../chart/paint/paint-strips.ts';
import type { Bar } from '../../chart/scene/bars.ts';
import { BLOCK_PX, type Zoom } from '../../chart/scene/blocks.ts';
import { type FacilityRow, facilityLayout } from '../../chart/scene/facility-layout.ts';
import { fewerUnits } from '../../chart/scene/load-strip.ts';
import type { Access } from '../../chart/scene/rules.ts';
import type { Scene } from '../../chart/scene/scene.ts';
import type { Facility } from '../../edit/form/adding.ts';
import { type ConflictMarks, useReasonsOf } from '../../story/strip/use-overview.ts';
import { facilityName, type Loads } from './use-loads.ts';

const NO_ORDERS: Scene['orders'] = new Map();

interface Given {
  loads: Loads | undefined;
  /** Facilities whose bars are shown, and these bars, as far as they have come. */
  open: readonly (number | null)[];
  bars: ReadonlyMap<number | null, readonly Bar[]>;
  facilities: ReadonlyMap<number, Facility> | undefined;
  access: Access;
  now: number | undefined;
  zoom: Zoom;
  conflicts: ConflictMarks;
}

/** The conflicts by bar; the box of a furnace run bears those of its lots. */
function withBoxes(conflicts: ConflictMarks, bars: Given['bars']): ConflictMarks {
  const all = new Map(conflicts);
  for (const { id, charge } of [...bars.values()].flat()) {
    const found = charge?.lots.flatMap((lot) => conflicts.get(String(lot.id)) ?? []) ?? [];
    if (found.length > 0) all.set(id, [...new Set(found)]);
  }
  return all;
}

/** What the board shows of a month; undefined while there is nothing to show. */
export function useCalendarScene({ loads, open, bars, facilities, access, now, zoom, conflicts }: Given): Scene | undefined {
  const reasons = useReasonsOf(useMemo(() => [...bars.values()].flat().map(({ entry }) => entry), [bars]));
  return useMemo(() => {
    if (!loads || !facilities || now === undefined || loads.results.length === 0) return undefined;
    const first = dayNumber(loads.from);
    const rows = loads.results.map(
      (load): FacilityRow => ({
        id: load.facility,
        name: facilityName(facilities, load.facility),
        load,
        open: open.includes(load.facility) && bars.has(load.facility),
        bars: bars.get(load.facility),
        closed: load.facility === null ? loads.closed : new Set(load.closed.map((day) => first + day)),
        ...(load.furnace ? { fewer: fewerUnits(load, first) } : {}),
      }),
    );
    return {
      rows: 'facilities' as const,
      layout: facilityLayout(rows),
      timeline: { ...loads.timeline, px: BLOCK_PX[zoom] },
      closed: loads.closed,
      calendarEnd: loads.calendarEnd,
      now,
      access,
      orders: NO_ORDERS,
      reasons,
      conflicts: withBoxes(conflicts, bars),
      paintRows: paintStrips,
    };
  }, [loads, open, bars, facilities, now, zoom, access, reasons, conflicts]);
}
