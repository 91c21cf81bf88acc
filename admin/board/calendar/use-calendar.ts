import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider } from 'react-admin';
import { FACILITY_CALENDAR_PAGE_FACILITIES, HALF_DAY_MINUTES } from '../../../server/domain/constants.ts';
import { dayNumber, isPlanDate } from '../../../server/domain/plant-time.ts';
import type { PlannerDataProvider } from '../../providers/data-provider.ts';
import { stateOf } from '../BoardFrame.tsx';
import type { Entry } from '../chart/bars.ts';
import { blockOfDay } from '../chart/blocks.ts';
import { opensOn } from '../chart/rules.ts';
import type { BoardEvents } from '../chart/scene.ts';
import { type Adding, addingAt } from '../edit/adding.ts';
import { bodyOf } from '../edit/task-fields.ts';
import { useEditing } from '../edit/use-editing.ts';
import { useLock } from '../edit/use-lock.ts';
import { useMove } from '../edit/use-move.ts';
import { useSurroundings } from '../edit/use-surroundings.ts';
import { useGhosts } from '../run/use-ghosts.ts';
import { useOverviewMarks } from '../strip/use-overview.ts';
import { useBoardPage } from '../use-board-page.ts';
import { useFollow } from '../use-follow.ts';
import { usePages, useReveal, useRevealFacility } from '../use-reveal.ts';
import { useZoom } from '../use-zoom.ts';
import { facilityName, useFacilities, useMonth, useMonthScene } from './use-month.ts';

/** Everything that the facility calendar shows and does, without how it looks. */
export function useCalendar() {
  const { call } = useDataProvider<PlannerDataProvider>();
  const queries = useQueryClient();
  const page = useBoardPage('facility-calendar');
  const { filters, clock, access } = page;
  const from = page.view.start ?? clock?.today;
  const [openedId, setOpenedId] = useState<string>();
  const [adding, setAdding] = useState<Adding>();

  const { zoom, setZoom } = useZoom();
  const month = useMonth(filters, clock?.today, from, page.number);
  const facilities = useFacilities();
  const planned = useMonthScene(month.data, facilities, access, clock?.now, zoom, useOverviewMarks());
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
  useFollow(edit.editing !== undefined || adding !== undefined, month.follow);
  const events: BoardEvents = {
    onOpen: (bar) => (opensOn(bar.entry, access) === 'form' ? edit.open(bar) : setOpenedId(bar.id)),
    onChange: edit.propose,
    onGrab,
    onToggleLock: useLock(reload),
    onLockOrder: () => undefined,
    onZoom: setZoom,
    onNavigate: page.go,
    onAdd: (row, block) => {
      const facility = scene?.layout.groups[row.group]?.group.facility;
      if (access.edits && facility) setAdding(addingAt(facility.id, block, clock?.now ?? 0));
    },
  };
  const setFrom = (date: string): void => {
    if (isPlanDate(date)) page.setStart(date);
  };
  const fresh = month.data !== undefined && !month.isPlaceholderData;
  const { pages, beyond } = usePages(page, month.data, FACILITY_CALENDAR_PAGE_FACILITIES, fresh);
  const state = stateOf(
    month.isError,
    scene !== undefined,
    month.isPending || facilities === undefined || page.run.pending === undefined || beyond,
    month.data !== undefined,
  );
  useReveal(page, state, fresh);
  useRevealFacility(page, month.data?.facilities, fresh && state === 'ready');
  return {
    page,
    zoom,
    setZoom,
    from,
    setFrom,
    pages,
    opened: openedId === undefined ? undefined : scene?.layout.byId.get(openedId)?.bar,
    close: () => setOpenedId(undefined),
    adding,
    /** Adds a task from the first day shown on, or from now on where that is past. */
    add: (): void => {
      if (from && clock)
        setAdding(addingAt(null, Math.max(blockOfDay(dayNumber(from)), Math.floor(clock.now / HALF_DAY_MINUTES)), clock.now));
    },
    stopAdding: () => setAdding(undefined),
    added: (entry: Entry): void => {
      setAdding(undefined);
      reload();
      page.jumpTo({ entry_id: entry.id });
    },
    facilities,
    nameOf: (id: number | null) => facilityName(facilities, id),
    month,
    edit,
    scene,
    events,
    state,
  };
}
