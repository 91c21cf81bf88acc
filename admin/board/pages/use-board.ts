import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { HttpError } from 'react-admin';
import { useSetPriority } from '../../parts/use-set-priority.ts';
import { usePlanOf } from '../../plans/use-plans.ts';
import { ATTENTION_KEY } from '../../promises/keys.ts';
import { useReadAnew } from '../../providers/events.ts';
import { useCalls } from '../../providers/queries.ts';
import { markOf } from '../../texts/plans.ts';
import type { Bar, Entry } from '../chart/scene/bars.ts';
import { barAgain } from '../chart/scene/group/again.ts';
import { type Access, isMany, opensOn } from '../chart/scene/rules.ts';
import type { BoardEvents, Scene } from '../chart/scene/scene.ts';
import { bodyOf } from '../edit/form/task-fields.ts';
import { usePicks } from '../edit/group/use-picks.ts';
import { useEditing } from '../edit/use-editing.ts';
import { useLock } from '../edit/use-lock.ts';
import { useSurroundings } from '../edit/use-surroundings.ts';
import type { Whole } from '../print/PrintButton.tsx';
import type { BoardKind } from '../search/quick/jump.ts';
import { type Beside, useGhosts } from '../story/report/use-ghosts.ts';
import { useWaitMark } from '../story/why/use-lateness.ts';
import { stateOf } from './BoardFrame.tsx';
import { type BoardPageState, useBoardPage } from './use-board-page.ts';
import { useFollow } from './use-follow.ts';
import { usePages, useReveal } from './use-reveal.ts';

/** The rows of a page: how they are read, drawn and refreshed. */
interface Rows extends Pick<BoardEvents, 'onFold' | 'onLockOrder' | 'onAdd'> {
  /** The page as it was read, of which plan; another `key` is another chart. */
  read: Pick<
    UseQueryResult<{ key: string; count: number; plan: number | undefined }>,
    'data' | 'error' | 'isError' | 'isPending' | 'isPlaceholderData'
  >;
  /** Rows of a page, as they are counted. */
  perPage: number;
  /** Something besides the page itself must come before it is drawn. */
  waiting?: boolean;
  /** Undefined while there is nothing to draw. */
  scene: Scene | undefined;
  /** All rows of the page are there, with the bar that is jumped to. */
  settled: boolean;
  /** Something else than a bar that is there is being entered. */
  busy?: boolean;
  /** Reads these orders anew, or everything. */
  follow(orders: readonly number[] | undefined): Promise<unknown>;
  /** Shows bars as the server answered a save. */
  onSaved(entries: readonly Entry[]): void;
  /** Shows bars whose lock was switched. */
  onLocked(entries: readonly Entry[]): void;
  /** Reads the page anew; its rows stay where they are. */
  reload(): void;
  /** All pages as one, drawn once they are asked for and read. */
  whole: Whole;
  /** Reads the page anew, its rows as they stand by now. */
  resort(): Promise<unknown>;
}

/** The calls that write one bar. */
const WRITES = {
  gantt: { save: 'modifySchedule', remove: 'deleteSchedule' },
  'facility-calendar': { save: 'modifyFacilitySchedule', remove: 'deleteFacilitySchedule' },
} as const;

/** The edit of a bar on this board, by the calls that are its own. */
function useBarEdit(
  kind: BoardKind,
  { board, view, leaveBar, access }: BoardPageState,
  { onSaved, reload }: Rows,
  scene: Scene | undefined,
) {
  const { call } = useCalls();
  const { save, remove } = WRITES[kind];
  return useEditing({
    save: ({ id, order_id, version }, fields) => call(save, { id, body: { ...bodyOf(fields), order: order_id, version } }),
    remove: ({ id, version }) => call(remove, { id, body: { version } }),
    fixHours: ({ id, version }, hours) =>
      call('setWorkTime', { body: { schedule_ids: [id], version, ...(hours ?? { start_time: null, end_time: null }) } }),
    saveMoves: (moves) => call('moveSchedules', { body: { moves } }),
    board,
    now: (bar) => asItIsNow(scene, bar),
    isGone: ({ id }) =>
      call('getScheduleDetails', { id }).then(
        () => false,
        (error: unknown) => error instanceof HttpError && error.status === 404,
      ),
    mayEdit: (bar) => opensForm(bar, access),
    onSaved,
    onRemoved: ({ id }) => {
      if (view.bar === id) leaveBar();
      reload();
    },
  });
}

/** Whether a press on a bar opens its form. */
const opensForm = ({ entry }: Bar, access: Access): boolean => !isMany(entry) && opensOn(entry, access) === 'form';

/** A bar as the board has it now: it may have been locked since it was opened. Undefined where it is gone. */
function asItIsNow(scene: Scene | undefined, bar: Bar): Bar | undefined {
  if (!scene) return bar;
  const now = barAgain(bar, scene.layout);
  const lot = isMany(bar.entry) ? undefined : now?.charge?.lots.find(({ id }) => String(id) === bar.id);
  return lot ? { ...bar, entry: lot } : now;
}

/** Has what was begun in a plan end once another one is shown: a plan that is deleted or published by somebody else leads back to the published one. */
export function useEndWith(plan: number | undefined, end: () => void): void {
  const latest = useRef({ plan, end });
  latest.current.end = end;
  useEffect(() => {
    if (latest.current.plan === plan) return;
    latest.current.plan = plan;
    latest.current.end();
  }, [plan]);
}

/** Opens, moves, changes and locks the bars of a board. */
function useBars(kind: BoardKind, page: BoardPageState, rows: Rows, scene: Scene | undefined) {
  const [opened, setOpened] = useState<Bar>();
  const edit = useBarEdit(kind, page, rows, scene);
  const onGrab = useSurroundings(scene);
  const locking = useLock(onGrab, rows.onLocked);
  const picked = usePicks({
    board: page.board,
    surroundings: onGrab,
    locking,
    onRemoved: (ids) => {
      if (page.view.bar !== undefined && ids.includes(page.view.bar)) page.leaveBar();
      rows.reload();
    },
  });
  useEndWith(page.view.plan, () => {
    edit.cancel();
    setOpened(undefined);
    picked.onPick([]);
  });
  const setPriority = useSetPriority();
  const open = (bar: Bar): void => {
    const isForm = opensForm(bar, page.access);
    setOpened(isForm ? undefined : bar);
    if (isForm) edit.open(bar);
  };
  const events: BoardEvents = {
    onOpen: open,
    onChange: edit.propose,
    onGrab,
    onToggleLock: (bar) => {
      if (picked.bars.length > 1 && picked.has(bar)) locking.set(picked.bars, !bar.entry.locked);
      // The lots of a box that are not all known here are locked each by itself.
      else if (isMany(bar.entry) && bar.charge?.lots.length !== bar.entry.lots) open(bar);
      else locking.toggle(bar);
    },
    onPick: picked.onPick,
    onMenu: picked.onMenu,
    onLockOrder: rows.onLockOrder,
    onPriority: (order, serial, priority) => void setPriority(order, serial, priority),
    onZoom: page.setZoom,
    onNavigate: page.go,
    ...(rows.onFold ? { onFold: rows.onFold } : {}),
    ...(rows.onAdd ? { onAdd: rows.onAdd } : {}),
  };
  return {
    edit,
    surroundings: onGrab,
    picked,
    events,
    open,
    opened: opened && (isMany(opened.entry) ? opened : (asItIsNow(scene, opened) ?? opened)),
    close: () => setOpened(undefined),
  };
}

/** What stands beside the bars: a plan of the run that is pointed at, else the plan that the address names, else what the newest run moved of the published one. */
function useBeside({ reporting: { shownRun, offered }, view: { plan, with: other } }: BoardPageState): Beside {
  const { data } = usePlanOf(other);
  return useMemo(
    () => ({
      shownRun: plan === undefined ? shownRun : undefined,
      offered: offered ?? (data && other !== undefined ? { plan: other, mark: markOf(data) } : undefined),
    }),
    [shownRun, offered, plan, other, data],
  );
}

/** All a board shows and does, without its looks; `useRows` adds the rows of its page. */
export function useBoard<Own extends Rows>(kind: BoardKind, useRows: (page: BoardPageState) => Own) {
  const page = useBoardPage(kind);
  const rows = useRows(page);
  const { read } = rows;
  const scene = useWaitMark(useGhosts(rows.scene, useBeside(page)), page.view.bar);
  const bars = useBars(kind, page, rows, scene);
  useFollow(rows.busy === true, rows.follow);
  useReadAnew(['schedule', 'promise', 'run'], [ATTENTION_KEY]);
  const fresh = read.data !== undefined && !read.isPlaceholderData;
  const { pages, beyond } = usePages(page, read.data, rows.perPage, fresh);
  const waiting = read.isPending || rows.waiting === true || page.run.pending === undefined || beyond;
  const state = stateOf(read.isError, scene !== undefined, waiting, read.data !== undefined);
  useReveal(page, state, { fresh, settled: rows.settled, scene }, rows.resort);
  return { page, rows, scene, pages, state, fresh, ...bars };
}
/** A board with whatever rows. */
export type Board = ReturnType<typeof useBoard<Rows>>;
