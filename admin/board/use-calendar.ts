import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import { useNavigate } from 'react-router';
import { FACILITY_CALENDAR_PAGE_FACILITIES } from '../../server/domain/constants.ts';
import { isPlantDate, type PlantDate } from '../../server/domain/plant-time.ts';
import { call, messageOf } from '../providers/client.ts';
import { useSession } from '../providers/session.ts';
import type { BoardActions } from './Board.tsx';
import { stateOf } from './BoardFrame.tsx';
import { dateOfBlock } from './blocks.ts';
import type { Filters } from './filters.ts';
import { forget, recall, remember } from './memory.ts';
import { accessOf, opensOn } from './rules.ts';
import type { BoardEvents, Change } from './scene.ts';
import { bodyOf } from './task-fields.ts';
import { useServerClock } from './use-clock.ts';
import { useEditing } from './use-editing.ts';
import { useFilters } from './use-filters.ts';
import { facilityName, useFacilities, useMonth, useMonthScene } from './use-month.ts';
import { useRun } from './use-run.ts';

const VIEW = 'facility-calendar';

/** Where a task is to be added. */
export interface Adding {
  facility: number | null;
  date: PlantDate;
}

/** Everything that the facility calendar shows and does, without how it looks. */
export function useCalendar() {
  const navigate = useNavigate();
  const notify = useNotify();
  const queries = useQueryClient();
  const { user } = useSession();
  const [kept] = useState(() => recall(VIEW));
  useEffect(() => forget(VIEW), []);
  const clock = useServerClock();
  const { filters, setFilters, groups } = useFilters(clock?.today, kept);
  const [page, setPage] = useState(kept?.page ?? 1);
  const [chosenFrom, setChosenFrom] = useState(kept?.from);
  const from = chosenFrom ?? clock?.today;
  const [openedId, setOpenedId] = useState<string>();
  const [adding, setAdding] = useState<Adding>();
  const board = useRef<BoardActions>(null);
  const firstKey = useRef<string>(undefined);

  const run = useRun(useCallback(() => setPage(1), []));
  const month = useMonth(filters, clock?.today, from, page);
  const facilities = useFacilities();
  const access = accessOf(user?.permission, run.pending !== false);
  const scene = useMonthScene(month.data, facilities, access, clock?.now);
  firstKey.current ??= month.data?.key;

  const reload = () => void queries.invalidateQueries({ queryKey: ['plan'] });
  const edit = useEditing({
    save: ({ id, order_id, version }, fields) =>
      call('modifyFacilitySchedule', { id, body: { ...bodyOf(fields), order: order_id, version } }),
    remove: ({ id, version }) => call('deleteFacilitySchedule', { id, body: { version } }),
    revert: (bar) => board.current?.revert(bar),
    onSaved: reload,
    onStale: reload,
    facilityOf: ({ row }: Change) => (row ? scene?.layout.groups[row.group]?.group.facility?.id : undefined),
  });
  const events: BoardEvents = {
    onOpen: (bar) => (opensOn(bar.entry, access) === 'form' ? edit.open(bar) : setOpenedId(bar.id)),
    onChange: edit.propose,
    onToggleLock: ({ entry }) =>
      void call('switchLockStatus', { id: entry.id, body: { version: entry.version } })
        .then(reload)
        .catch((error: unknown) => notify(messageOf(error), { type: 'error' })),
    onLockOrder: () => undefined,
    onNavigate: (path) => {
      const place = board.current?.place() ?? { left: 0, top: 0 };
      if (filters) remember(VIEW, { filters, page, stack: false, from, place });
      navigate(path);
    },
    onAdd: (row, block) => {
      const facility = scene?.layout.groups[row.group]?.group.facility;
      if (access.edits && facility) setAdding({ facility: facility.id, date: dateOfBlock(block) });
    },
  };
  const search = (next: Filters): void => {
    setFilters(next);
    setPage(1);
  };
  const setFrom = (date: string): void => {
    if (!isPlantDate(date)) return;
    setChosenFrom(date);
    setPage(1);
  };
  return {
    today: clock?.today,
    filters,
    search,
    groups,
    from,
    setFrom,
    page,
    setPage,
    pages: Math.ceil((month.data?.count ?? 0) / FACILITY_CALENDAR_PAGE_FACILITIES),
    opened: openedId === undefined ? undefined : scene?.layout.byId.get(openedId)?.bar,
    close: () => setOpenedId(undefined),
    adding,
    setAdding,
    added: () => {
      setAdding(undefined);
      reload();
    },
    facilities,
    nameOf: (id: number | null) => facilityName(facilities, id),
    board,
    place: month.data?.key === firstKey.current ? kept?.place : undefined,
    run,
    month,
    access,
    edit,
    scene,
    events,
    state: stateOf(
      month.isError,
      scene !== undefined,
      month.isPending || facilities === undefined || run.pending === undefined,
      month.data !== undefined,
    ),
  };
}
