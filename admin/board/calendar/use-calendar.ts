import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useDataProvider } from 'react-admin';
import { FACILITY_CALENDAR_PAGE_FACILITIES, HALF_DAY_MINUTES } from '../../../server/domain/ground/constants.ts';
import { dayNumber, isPlanDate, type PlantDate } from '../../../server/domain/ground/plant-time.ts';
import type { PlannerDataProvider } from '../../providers/data-provider.ts';
import { stateOf } from '../BoardFrame.tsx';
import type { Bar, Entry } from '../chart/scene/bars.ts';
import { type Block, blockOfDay } from '../chart/scene/blocks.ts';
import { isMany, opensOn } from '../chart/scene/rules.ts';
import type { BoardEvents } from '../chart/scene/scene.ts';
import { type Adding, addingAt } from '../edit/form/adding.ts';
import { bodyOf } from '../edit/form/task-fields.ts';
import { useEditing } from '../edit/use-editing.ts';
import { useLock } from '../edit/use-lock.ts';
import { useMove } from '../edit/use-move.ts';
import { useStays } from '../edit/use-stays.ts';
import { useSurroundings } from '../edit/use-surroundings.ts';
import { useGhosts } from '../run/use-ghosts.ts';
import { openOf } from '../search/address.ts';
import { useOverviewMarks } from '../strip/use-overview.ts';
import { type BoardPageState, useBoardPage } from '../use-board-page.ts';
import { useFollow } from '../use-follow.ts';
import { usePages, useReveal, useRevealFacility } from '../use-reveal.ts';
import { useZoom } from '../use-zoom.ts';
import { useCalendarScene } from './use-calendar-scene.ts';
import { type Asked, type Loads, useFacilities, useLoads } from './use-loads.ts';
import { useOpenRows } from './use-open-rows.ts';
import { useUnmatched } from './use-unmatched.ts';

/** What the page asks the server for; undefined before filters and day are known. */
function useAsked(page: BoardPageState): Asked | undefined {
  const { filters, clock, number, view } = page;
  const today = clock?.today;
  const { start, facility_order: order, rate_days } = view;
  return useMemo(
    () => (filters && today ? { filters, today, from: start ?? today, page: number, order, rate_days } : undefined),
    [filters, today, start, number, order, rate_days],
  );
}

/** Which rows of the page show their bars, and how that changes. */
function useOpen({ view, setOpen }: BoardPageState, loads: Loads | undefined) {
  const { open: text } = view;
  const open = useMemo(() => openOf(text), [text]);
  const shown = useMemo(() => loads?.results.map(({ facility }) => facility) ?? [], [loads]);
  return {
    /** The facilities of the page. */
    shown,
    open,
    all: shown.every((facility) => open.includes(facility)),
    any: shown.some((facility) => open.includes(facility)),
    openAll: () => setOpen([...new Set([...open, ...shown])]),
    foldAll: () => setOpen(open.filter((facility) => !shown.includes(facility))),
    fold: (key: string, opened: boolean): void => {
      const facility = key === 'null' ? null : Number(key);
      setOpen(opened ? [...open, facility] : open.filter((one) => one !== facility));
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

/** Everything that the facility calendar shows and does, without how it looks. */
export function useCalendar() {
  const { call } = useDataProvider<PlannerDataProvider>();
  const queries = useQueryClient();
  const page = useBoardPage('facility-calendar');
  const { access, clock } = page;
  const asked = useAsked(page);
  const [opened, setOpened] = useState<Bar>();
  const { zoom, setZoom } = useZoom();
  const loads = useLoads(asked);
  const facilities = useFacilities();
  const fold = useOpen(page, loads.data);
  const { unmatched, showUnmatched } = useUnmatched();
  const rows = useOpenRows(asked, loads.data, fold.open, unmatched);
  const planned = useCalendarScene({
    ...{ loads: loads.data, open: fold.open, bars: rows.bars, facilities, access, zoom },
    now: clock?.now,
    marks: useOverviewMarks(),
  });
  const scene = useGhosts(planned, page.reporting.shownRun);

  const reload = () => void queries.invalidateQueries({ queryKey: ['plan'] });
  const adds = useAdding(page, asked?.from, reload);
  const onGrab = useSurroundings(scene);
  const onStays = useStays();
  const move = useMove(page.board);
  const edit = useEditing({
    save: ({ id, order_id, version }, fields) =>
      call('modifyFacilitySchedule', { id, body: { ...bodyOf(fields), order: order_id, version } }),
    remove: ({ id, version }) => call('deleteFacilitySchedule', { id, body: { version } }),
    saveMoves: (moves) => call('moveSchedules', { body: { moves } }),
    move,
    onSaved: reload,
    onStale: reload,
  });
  // The loads are read with the bars: what comes meanwhile is read after that.
  useFollow(edit.editing !== undefined || adds.adding !== undefined, (orders) => Promise.all([loads.refetch(), rows.follow(orders)]));
  const toggleLock = useLock(reload);
  const open = (bar: Bar): void => {
    setOpened(undefined);
    if (!isMany(bar.entry) && opensOn(bar.entry, access) === 'form') edit.open(bar);
    else setOpened(bar);
  };
  const events: BoardEvents = {
    onOpen: open,
    onChange: edit.propose,
    onGrab,
    // The lots of a box are locked each by itself.
    onToggleLock: (bar) => (isMany(bar.entry) ? open(bar) : toggleLock(bar)),
    onLockOrder: () => undefined,
    onFold: fold.fold,
    onZoom: setZoom,
    onStays,
    onNavigate: page.go,
    onAdd: (row, block) => {
      const facility = scene?.layout.groups[row.group]?.group.facility;
      if (facility) adds.addAt(facility.id, block);
    },
  };
  const fresh = loads.data !== undefined && !loads.isPlaceholderData;
  const { pages, beyond } = usePages(page, loads.data, FACILITY_CALENDAR_PAGE_FACILITIES, fresh);
  const state = stateOf(
    loads.isError,
    scene !== undefined,
    loads.isPending || facilities === undefined || page.run.pending === undefined || beyond,
    loads.data !== undefined,
  );
  useReveal(page, state, fresh && rows.settled);
  useRevealFacility(page, fold.shown, fresh && state === 'ready');
  return {
    ...{ page, zoom, setZoom, pages, fold, open, facilities, loads, edit, scene, events, state },
    ...{ unmatched, showUnmatched, ...adds },
    from: asked?.from,
    setFrom: (date: string): void => {
      if (isPlanDate(date)) page.setStart(date);
    },
    // As it is now: it may have been locked meanwhile.
    opened: opened && (isMany(opened.entry) ? opened : asItIsNow(scene, opened)),
    close: () => setOpened(undefined),
  };
}

/** A bar as the board has it now. */
function asItIsNow(scene: ReturnType<typeof useCalendarScene>, bar: Bar): Bar {
  const now = scene?.layout.byId.get(bar.id)?.bar;
  if (!now) return bar;
  const lot = now.charge?.lots.find(({ id }) => String(id) === bar.id);
  return lot ? { ...bar, entry: lot } : now;
}
