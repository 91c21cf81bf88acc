import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import { FACILITY_CALENDAR_PAGE_FACILITIES, HALF_DAY_MINUTES } from '../../../server/domain/constants.ts';
import { dayNumber, isPlanDate } from '../../../server/domain/plant-time.ts';
import type { PlannerDataProvider } from '../../providers/data-provider.ts';
import { STAYS } from '../../texts/chart.ts';
import { stateOf } from '../BoardFrame.tsx';
import type { Bar, Entry } from '../chart/bars.ts';
import { blockOfDay } from '../chart/blocks.ts';
import { isMany, opensOn } from '../chart/rules.ts';
import type { BoardEvents } from '../chart/scene.ts';
import { type Adding, addingAt } from '../edit/adding.ts';
import { bodyOf } from '../edit/task-fields.ts';
import { useEditing } from '../edit/use-editing.ts';
import { useLock } from '../edit/use-lock.ts';
import { useMove } from '../edit/use-move.ts';
import { useSurroundings } from '../edit/use-surroundings.ts';
import { useGhosts } from '../run/use-ghosts.ts';
import { openOf } from '../search/address.ts';
import { useOverviewMarks } from '../strip/use-overview.ts';
import { useBoardPage } from '../use-board-page.ts';
import { useFollow } from '../use-follow.ts';
import { usePages, useReveal, useRevealFacility } from '../use-reveal.ts';
import { useZoom } from '../use-zoom.ts';
import { useCalendarScene } from './use-calendar-scene.ts';
import { useLeftOut } from './use-left-out.ts';
import { type Asked, facilityName, type Loads, useFacilities, useLoads } from './use-loads.ts';
import { useOpenRows } from './use-open-rows.ts';

/** What the page asks the server for; undefined before filters and day are known. */
function useAsked(page: ReturnType<typeof useBoardPage>): Asked | undefined {
  const { filters, clock, number, view } = page;
  const today = clock?.today;
  const { start, facility_order: order, rate_days } = view;
  return useMemo(
    () => (filters && today ? { filters, today, from: start ?? today, page: number, order, rate_days } : undefined),
    [filters, today, start, number, order, rate_days],
  );
}

/** Which rows of the page show their bars, and how that changes. */
function useOpen({ view, setOpen }: ReturnType<typeof useBoardPage>, loads: Loads | undefined) {
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

/** Everything that the facility calendar shows and does, without how it looks. */
export function useCalendar() {
  const { call } = useDataProvider<PlannerDataProvider>();
  const queries = useQueryClient();
  const notify = useNotify();
  const page = useBoardPage('facility-calendar');
  const { access, clock } = page;
  const asked = useAsked(page);
  const [opened, setOpened] = useState<Bar>();
  const [adding, setAdding] = useState<Adding>();
  const { zoom, setZoom } = useZoom();
  const loads = useLoads(asked);
  const facilities = useFacilities();
  const fold = useOpen(page, loads.data);
  const { leftOut, showLeftOut } = useLeftOut();
  const rows = useOpenRows(asked, loads.data, fold.open, leftOut);
  const planned = useCalendarScene({
    ...{ loads: loads.data, open: fold.open, bars: rows.bars, facilities, access, zoom },
    now: clock?.now,
    marks: useOverviewMarks(),
  });
  const scene = useGhosts(planned, page.reporting.shownRun);

  const reload = () => void queries.invalidateQueries({ queryKey: ['plan'] });
  const onGrab = useSurroundings(scene);
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
  useFollow(edit.editing !== undefined || adding !== undefined, (orders) => Promise.all([loads.refetch(), rows.follow(orders)]));
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
    onStays: (why) => notify(STAYS[why], { type: 'info' }),
    onNavigate: page.go,
    onAdd: (row, block) => {
      const facility = scene?.layout.groups[row.group]?.group.facility;
      if (access.edits && facility) setAdding(addingAt(facility.id, block, clock?.now ?? 0));
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
    ...{ page, zoom, setZoom, leftOut, showLeftOut, pages, fold, open, adding, setAdding, facilities, loads, edit, scene, events, state },
    from: asked?.from,
    setFrom: (date: string): void => {
      if (isPlanDate(date)) page.setStart(date);
    },
    // As it is now: it may have been locked meanwhile.
    opened: opened && (isMany(opened.entry) ? opened : asItIsNow(scene, opened)),
    close: () => setOpened(undefined),
    /** Adds a task from the first day shown on, or from now on where that is past. */
    add: (): void => {
      if (asked && clock)
        setAdding(addingAt(null, Math.max(blockOfDay(dayNumber(asked.from)), Math.floor(clock.now / HALF_DAY_MINUTES)), clock.now));
    },
    stopAdding: () => setAdding(undefined),
    added: (entry: Entry): void => {
      setAdding(undefined);
      reload();
      page.jumpTo({ entry_id: entry.id });
    },
    nameOf: (id: number | null) => facilityName(facilities, id),
  };
}

/** A bar as the board has it now. */
function asItIsNow(scene: ReturnType<typeof useCalendarScene>, bar: Bar): Bar {
  const now = scene?.layout.byId.get(bar.id)?.bar;
  if (!now) return bar;
  const lot = now.charge?.lots.find(({ id }) => String(id) === bar.id);
  return lot ? { ...bar, entry: lot } : now;
}
