import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Paper from '@mui/material/Paper';
import Portal from '@mui/material/Portal';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Place } from '../../../server/domain/bars/moves.ts';
import { CONFIRM_PERSISTENT_MS, DIALOG_Z_INDEX } from '../../../server/domain/ground/constants.ts';
import { CHARGE_MOVE, GROUP_MOVE, lateness, MOVE, MOVE_LINES, pushNote } from '../../texts/board/moves.ts';
import type { ShownBoard } from '../chart/Board.tsx';
import { isUnmoved } from '../chart/hand/hand.ts';
import type { Direction } from '../chart/hand/keyboard.ts';
import type { Bar } from '../chart/scene/bars.ts';
import { isGroup } from '../chart/scene/group/group-move.ts';
import { openDays } from '../chart/scene/group/standing.ts';
import { facilityIn } from '../chart/scene/judging.ts';
import { placeOf } from '../chart/scene/labels.ts';
import {
  lastDayWord,
  linesOf,
  type MoveLine,
  placeWords,
  shipmentStays,
  shipmentWords,
  skippedDays,
  titleOfGroup,
} from '../chart/scene/move-words.ts';
import type { Change } from '../chart/scene/scene.ts';
import type { Jump } from '../search/quick/jump.ts';
import { CautionBox, CautionLine, graveOf } from './CautionLine.tsx';
import { ChangedFirst } from './ChangedFirst.tsx';
import { GroupParts } from './group/GroupParts.tsx';
import { GroupSteps } from './group/GroupSteps.tsx';
import { Later } from './Later.tsx';

const ARROWS: Record<string, Direction> = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' };
const WIDTH_PX = 514;
const GROUP_WIDTH_PX = 640;
const GAP_PX = 8;

interface Props {
  change: Change;
  /** Who was first with the bar. */
  told: string | undefined;
  board: ShownBoard;
  busy: boolean;
  onJump(jump: Jump): void;
  onCancel(): void;
  onConfirm(): void;
}

const tableSx = {
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: 13,
  '& th, & td': { borderBottom: 1, borderColor: 'divider', py: 0.75, pr: 1, textAlign: 'left', fontWeight: 400, whiteSpace: 'nowrap' },
  '& th': { color: 'text.secondary' },
  '& tr:last-of-type td': { fontWeight: 700 },
  '& td:last-of-type': { textAlign: 'right', pr: 0 },
} as const;

/** Before and after: clock times, the day on which the order is through, how late that is. */
const BeforeAndAfter = ({ change: { judgement, wish } }: Pick<Props, 'change'>) => {
  const { before, place, ends, late, ships } = judgement;
  const stays = shipmentStays(judgement, wish);
  const row = (side: 'before' | 'after') => (
    <tr>
      <th scope="row">{MOVE[side]}</th>
      <td>{placeWords(side === 'before' ? before : place)}</td>
      <td>{ends ? `${lastDayWord(judgement, side)} ${shipmentWords(ends[side])}` : ''}</td>
      <Box component="td" sx={late && late[side] > 0 && side === 'after' ? { color: 'error.main' } : {}}>
        {late ? lateness(late[side]) : ''}
      </Box>
    </tr>
  );
  return (
    <>
      <Box component="table" sx={tableSx}>
        <tbody>
          {row('before')}
          {row('after')}
        </tbody>
      </Box>
      {stays && ends ? <Box sx={{ mt: 0.75, fontSize: 12.5 }}>{MOVE_LINES.stays(shipmentWords(ends.after))}</Box> : null}
      {!stays && ships?.before && !ships.after ? <Box sx={{ mt: 0.75, fontSize: 12.5 }}>{MOVE_LINES.noShipment}</Box> : null}
    </>
  );
};

/** Broken rules in an amber box, other effects under it. */
const Cautions = ({ lines, onJump }: { lines: readonly MoveLine[]; onJump: Props['onJump'] }) => (
  <>
    {graveOf(lines).length > 0 ? (
      <CautionBox lines={lines} onJump={onJump} />
    ) : (
      <Box sx={{ my: 1.25, fontSize: 12.5, color: 'text.secondary' }}>{MOVE.nothing}</Box>
    )}
    {lines
      .filter(({ sign }) => sign === 'note')
      .map((line) => (
        <CautionLine key={line.text} line={line} onJump={onJump} />
      ))}
  </>
);

/** 後工程も移動: how many, over which closed days, and where to. */
const Along = ({ change: { judgement, wish }, board }: Pick<Props, 'board' | 'change'>) => {
  const { pushed, later, blocked, known } = judgement;
  const able = pushed.length > 0 || blocked !== undefined || wish.push;
  const plant = openDays(known, null, new Set((known?.holidays ?? []).map((date) => Date.parse(date) / 86_400_000)));
  return (
    <Box sx={{ mt: 0.5, fontSize: 13 }}>
      <Box component="label" sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
        <Checkbox
          size="small"
          sx={{ p: 0 }}
          checked={wish.push}
          disabled={!able}
          onChange={(_, on) => board.current?.move()?.push(on)}
          slotProps={{ input: { 'aria-label': MOVE.push } }}
        />
        <b>{MOVE.push}</b>
        <Box component="kbd" sx={{ px: 0.75, border: 1, borderColor: 'divider', borderRadius: 0.5, font: 'inherit', fontSize: 11 }}>
          {MOVE.shift}
        </Box>
        <Box component="span" sx={{ color: 'text.secondary', fontSize: 12.5 }}>
          {pushNote(pushed.length, skippedDays(pushed, plant))}
        </Box>
      </Box>
      <Later wish={wish} pushed={pushed} later={later} board={board} />
    </Box>
  );
};

/** Where it stands: over the left block, on the other side where the bar would lie under it. */
function useCorner(shown: ShownBoard) {
  const element = useRef<HTMLDivElement>(null);
  const [corner, setCorner] = useState<{ left: number; top: number }>();
  useLayoutEffect(() => {
    const { board, bar } = shown.current?.move()?.boxes() ?? { board: new DOMRect(), bar: undefined };
    const height = element.current?.offsetHeight ?? 0;
    const top = Math.max(GAP_PX, Math.min(board.top + GAP_PX, window.innerHeight - height - GAP_PX));
    const left = board.left + GAP_PX;
    const covers = bar !== undefined && bar.left < left + WIDTH_PX && bar.top < top + height && bar.bottom > top;
    setCorner({ left: covers ? Math.max(GAP_PX, board.right - WIDTH_PX - GAP_PX) : left, top });
  }, [shown]);
  // It grows by what the move turns out to bring: its buttons stay within the window.
  useLayoutEffect(() => {
    const highest = Math.max(GAP_PX, window.innerHeight - (element.current?.offsetHeight ?? 0) - GAP_PX);
    if (corner && corner.top > highest) setCorner({ ...corner, top: highest });
  });
  return { element, corner };
}

/** Whether a place of an element is one of its scroll bars: outside of what it scrolls. */
function isScrollBar(target: Element, x: number, y: number): boolean {
  const { left, top } = target.getBoundingClientRect();
  const { clientLeft, clientTop, clientWidth, clientHeight, scrollWidth, scrollHeight } = target;
  if (scrollWidth <= clientWidth && scrollHeight <= clientHeight) return false;
  return x >= left + clientLeft + clientWidth || y >= top + clientTop + clientHeight;
}

/**
 * Cancels on Esc and, after its first second, on a press beside it; such a press does nothing else. The bar that is moved and the scroll
 * bars of the board stay free.
 */
function useDismissal(element: { current: HTMLElement | null }, bars: readonly Bar[], onCancel: () => void): void {
  const latest = useRef({ onCancel, bars });
  latest.current = { onCancel, bars };
  useEffect(() => {
    const since = Date.now();
    let beside = false;
    const isBeside = ({ target, clientX, clientY }: PointerEvent): boolean => {
      if (!(target instanceof Element) || element.current?.contains(target) || isScrollBar(target, clientX, clientY)) return false;
      const id = target.closest('.bar-wrapper')?.getAttribute('data-id');
      return !latest.current.bars.some((bar) => bar.id === id);
    };
    const press = (event: PointerEvent): void => {
      beside = isBeside(event);
      if (beside) event.stopPropagation();
    };
    const click = (event: MouseEvent): void => {
      if (!beside || event.detail === 0) return;
      event.stopPropagation();
      event.preventDefault();
      if (Date.now() - since >= CONFIRM_PERSISTENT_MS) latest.current.onCancel();
    };
    const stop = new AbortController();
    document.addEventListener('keydown', (event) => event.key === 'Escape' && latest.current.onCancel(), { signal: stop.signal });
    document.addEventListener('pointerdown', press, { signal: stop.signal, capture: true });
    document.addEventListener('click', click, { signal: stop.signal, capture: true });
    return () => stop.abort();
  }, [element]);
}

/** The keyboard is on the button that confirms, also after the bar has been moved on; it goes back where it was. */
function useConfirmFocus(element: { current: HTMLElement | null }, change: Change) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  useEffect(() => {
    if (change && !element.current?.contains(document.activeElement)) button.current?.focus({ preventScroll: true });
  }, [element, change]);
  return button;
}

/** The heading stays while what is below it scrolls. It brings the room above it along: a padding of what scrolls would push it over the next line. */
const HELD = { position: 'sticky', top: 0, zIndex: 1, mx: -2.5, px: 2.5, bgcolor: 'background.paper', backgroundImage: 'inherit' } as const;

/** Whether anything would stand elsewhere: any of what moves as one, the bar itself, or what makes room behind it. */
function movesSome(change: Change): boolean {
  const { wish, judgement } = change;
  if (!isGroup(change)) return !isUnmoved(change) || (wish.push && judgement.pushed.length > 0);
  const isElsewhere = ({ before, place }: { before: Place; place: Place }): boolean =>
    wish.facility !== undefined || place.start !== before.start || place.end !== before.end;
  return judgement.group?.going.some(isElsewhere) ?? false;
}

/** Asks whether a move shall be. The board stays free: the bar can be dragged or moved by key on, and everything here follows. */
export const ChangeDialog = ({ change, told, board, busy, onJump, onCancel, onConfirm }: Props) => {
  const { bar, bars, wish, judgement } = change;
  const { entry } = bar;
  const { group } = judgement;
  const together = isGroup(change);
  const several = bars.length > 1;
  const moves = movesSome(change);
  const { element, corner } = useCorner(board);
  useDismissal(element, bars, onCancel);
  const button = useConfirmFocus(element, change);
  const after = facilityIn(entry, wish, judgement.known);
  const place = placeOf(entry) === after ? after : `${placeOf(entry)} → ${after}`;
  const onKeyDown = (event: KeyboardEvent): void => {
    const direction = event.altKey ? ARROWS[event.key] : undefined;
    if (!direction) return;
    event.preventDefault();
    board.current?.move()?.step(direction);
  };
  return (
    <Portal>
      <Paper
        ref={element}
        elevation={12}
        role="dialog"
        aria-labelledby="change-title"
        onKeyDown={onKeyDown}
        sx={{
          position: 'fixed',
          ...(corner ?? { left: 0, top: 0, visibility: 'hidden' }),
          zIndex: DIALOG_Z_INDEX - 1,
          width: together ? GROUP_WIDTH_PX : WIDTH_PX,
          maxWidth: 'calc(100vw - 16px)',
          maxHeight: 'calc(100vh - 16px)',
          overflow: 'auto',
          boxSizing: 'border-box',
          p: 2.5,
          pt: 0,
          borderRadius: 2,
        }}
      >
        <Box component="h2" id="change-title" sx={{ ...HELD, my: 0, pt: 2, pb: 0.75, fontSize: 17, fontWeight: 700 }}>
          {several ? GROUP_MOVE.title : together ? CHARGE_MOVE.title : MOVE.title}
        </Box>
        <Box sx={{ mb: 1, fontSize: 13 }}>
          <b>{together ? titleOfGroup(change) : `${entry.unique_order} ${entry.task_name}`}</b>
          <Box component="span" sx={{ ml: 1.5, color: 'text.secondary' }}>
            {several ? (group ? GROUP_MOVE.by(group.distance) : '') : `${together ? '' : `${entry.product_name} · `}${place}`}
          </Box>
        </Box>
        <ChangedFirst told={told} />
        {several ? <GroupSteps board={board} /> : <BeforeAndAfter change={change} />}
        {judgement.lengthened > 0 && !several ? (
          <Box sx={{ mt: 0.75, color: 'text.secondary', fontSize: 12.5 }}>{MOVE_LINES.lengthened(judgement.lengthened)}</Box>
        ) : null}
        {judgement.known ? (
          <Cautions lines={linesOf(entry, judgement, wish)} onJump={onJump} />
        ) : (
          <Box sx={{ my: 1.25, fontSize: 12.5, color: 'text.secondary' }}>{MOVE.reading}</Box>
        )}
        {group ? <GroupParts group={group} wish={wish} board={board} /> : together ? null : <Along change={change} board={board} />}
        <Box sx={{ display: 'flex', alignItems: 'center', mt: 2, gap: 1 }}>
          <Box sx={{ flex: 1, color: 'text.secondary', fontSize: 12 }}>{moves || together ? MOVE.hint : MOVE.unmoved}</Box>
          <Button onClick={onCancel}>{MOVE.cancel}</Button>
          <Button ref={button} variant="contained" loading={busy} disabled={!moves} onClick={onConfirm}>
            {together ? GROUP_MOVE.save : MOVE.confirm}
          </Button>
        </Box>
      </Paper>
    </Portal>
  );
};
