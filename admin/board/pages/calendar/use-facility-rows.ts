import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { FACILITY_CALENDAR_PAGE_FACILITIES, HALF_DAY_MINUTES } from '../../../../server/domain/ground/constants.ts';
import { dayNumber, isPlanDate, type PlantDate } from '../../../../server/domain/ground/plant-time.ts';
import { useStored } from '../../../parts/hooks/use-stored.ts';
import type { Entry } from '../../chart/scene/bars.ts';
import { type Block, blockOfDay } from '../../chart/scene/blocks.ts';
import type { Row } from '../../chart/scene/layout.ts';
import { type Adding, addingAt } from '../../edit/form/adding.ts';
import { useFacilities } from '../../edit/form/use-facilities.ts';
import { MOST_PRINTED, wholeOf } from '../../print/PrintButton.tsx';
import { type FacilityView, facilityViewOf, openOf, openText } from '../../search/address.ts';
import type { BoardPageState } from '../use-board-page.ts';
import { useCalendarScene } from './use-calendar-scene.ts';
import { type Asked, type Loads, useLoads } from './use-loads.ts';
import { useOpenRows } from './use-open-rows.ts';

/** The stored word for a calendar of matching bars alone. */
const HIDDEN = '0';

/** What the page asks the server for; undefined before filters and day are known. */
function useAsked(page: BoardPageState): Asked | undefined {
  const { filters, clock, number, view } = page;
  const today = clock?.today;
  const { start, facility_order: order, rate_days } = view;
  return useMemo(
    () =>
      filters && today
        ? { filters, today, from: start ?? today, page: number, perPage: FACILITY_CALENDAR_PAGE_FACILITIES, order, rate_days }
        : undefined,
    [filters, today, start, number, order, rate_days],
  );
}

/** Open and folded rows of the page: 負荷 begins with all folded, バー with all open; which of both is kept on this device, too. */
function useOpen({ view, setRows }: BoardPageState, loads: Loads | undefined) {
  const [kept, keep] = useStored('production-planner.facility-view');
  const what = view.facility_view ?? facilityViewOf(kept) ?? 'load';
  // The rows that are otherwise than at first.
  const other = what === 'load' ? 'open' : 'folded';
  const { [other]: text } = view;
  const shown = useMemo(() => loads?.results.map(({ facility }) => facility) ?? [], [loads]);
  const others = useMemo(() => openOf(text), [text]);
  const open = useMemo(() => (other === 'open' ? others : shown.filter((facility) => !others.includes(facility))), [other, others, shown]);
  return {
    /** The facilities of the page. */
    shown,
    open,
    /** 負荷 or バー. */
    what,
    show: (next: FacilityView): void => {
      keep(next);
      setRows({ facility_view: next, open: '', folded: '' });
    },
    fold: (key: string, opened: boolean): void => {
      const facility = key === 'null' ? null : Number(key);
      const rest = others.filter((one) => one !== facility);
      const next = opened === (other === 'open') ? [...rest, facility] : rest;
      setRows({ facility_view: view.facility_view, open: '', folded: '', [other]: openText(next) });
    },
  };
}

/** The task that is being added. */
function useAdding({ access, clock, jumpTo }: BoardPageState, from: PlantDate | undefined, reload: () => void) {
  const [adding, setAdding] = useState<Adding>();
  return {
    adding,
    addAt: (facility: number | null, block: Block): void => {
      if (access.edits) setAdding(addingAt(facility, block, clock?.now ?? 0));
    },
    /** From the first day shown on, or from now on where that is past. */
    add: (): void => {
      if (from && clock)
        setAdding(addingAt(null, Math.max(blockOfDay(dayNumber(from)), Math.floor(clock.now / HALF_DAY_MINUTES)), clock.now));
    },
    stopAdding: () => setAdding(undefined),
    added: (entry: Entry): void => {
      setAdding(undefined);
      reload();
      jumpTo({ entry_id: entry.id });
    },
  };
}

/** The facilities that are asked for, drawn: their loads, with the bars of the open ones. */
function useRowsOf(page: BoardPageState, asked: Asked | undefined, unmatched: boolean) {
  const { access, clock, zoom, conflicts } = page;
  const loads = useLoads(asked);
  const facilities = useFacilities();
  const fold = useOpen(page, loads.data);
  const { bars, settled, follow } = useOpenRows(asked, loads.data, fold.open, unmatched);
  const scene = useCalendarScene({ loads: loads.data, open: fold.open, bars, facilities, access, zoom, now: clock?.now, conflicts });
  return { loads, facilities, fold, settled, follow, scene };
}

/** The rows of the facility calendar: the load of thirty facilities, with the bars of the open ones. */
export function useFacilityRows(page: BoardPageState) {
  const queries = useQueryClient();
  const asked = useAsked(page);
  const [hidden, hide] = useStored('production-planner.unmatched');
  // What the search leaves out is shown at first.
  const unmatched = hidden !== HIDDEN;
  const { loads, facilities, fold, settled, follow, scene } = useRowsOf(page, asked, unmatched);
  const [wholeAsked, askWhole] = useState(false);
  const all = useMemo(() => (wholeAsked && asked ? { ...asked, page: 1, perPage: MOST_PRINTED } : undefined), [wholeAsked, asked]);
  const whole = useRowsOf(page, all, unmatched);
  const reload = () => void queries.invalidateQueries({ queryKey: ['plan'] });
  const adds = useAdding(page, asked?.from, reload);
  return {
    read: loads,
    perPage: FACILITY_CALENDAR_PAGE_FACILITIES,
    waiting: facilities === undefined,
    scene,
    settled,
    busy: adds.adding !== undefined,
    // The loads are read with the bars: what comes meanwhile is read after that.
    follow: (orders: readonly number[] | undefined) => Promise.all([loads.refetch(), follow(orders)]),
    onSaved: reload,
    onLocked: reload,
    reload,
    resort: loads.resort,
    whole: wholeOf(loads.data?.count ?? 0, whole.loads.error, all && whole.settled ? whole.scene : undefined, askWhole),
    onLockOrder: () => undefined,
    onFold: fold.fold,
    onAdd: (row: Row, block: Block): void => {
      const facility = scene?.layout.groups[row.group]?.group.facility;
      if (facility) adds.addAt(facility.id, block);
    },
    fold,
    facilities,
    unmatched,
    adds,
    showUnmatched: (on: boolean): void => hide(on ? undefined : HIDDEN),
    from: asked?.from,
    setFrom: (date: string): void => {
      if (isPlanDate(date)) page.setStart(date);
    },
  };
}
