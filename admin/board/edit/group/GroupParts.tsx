import WarningAmber from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import type { ReactNode } from 'react';
import { formatMonthDay } from '../../../../server/domain/ground/plant-time.ts';
import { endMoment } from '../../../../server/domain/texts/dates.ts';
import { conflictsSentence } from '../../../../server/domain/texts/plan/conflicts.ts';
import { tint } from '../../../layout/palette.ts';
import { amountText } from '../../../texts/board/loads.ts';
import { CHARGE_MOVE, GROUP_MOVE, MOVE, pushNote } from '../../../texts/board/moves.ts';
import type { ShownBoard } from '../../chart/Board.tsx';
import { misfitsOf } from '../../chart/scene/group/group-move.ts';
import type { ChargeMove, GroupMove, GroupWish, Part, Wish } from '../../chart/scene/judging.ts';
import { halfDayWords, mateWords } from '../../chart/scene/move-words.ts';
import { Later } from '../Later.tsx';

interface Props {
  group: GroupMove;
  wish: Wish;
  board: ShownBoard;
}

const cellsSx = {
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: 12,
  '& th': { color: 'text.secondary', fontWeight: 400, textAlign: 'left', whiteSpace: 'nowrap', px: 0.5 },
  '& td': { borderTop: 1, borderColor: 'divider', px: 0.5, whiteSpace: 'nowrap' },
  '& td.is-number': { textAlign: 'right' },
  '& td:last-of-type': { whiteSpace: 'normal' },
} as const;

/** What is moved as one: which of it goes along, and what would be wrong with each where it goes. */
export const GroupParts = ({ group, wish, board }: Props) => {
  const { parts, going, charge } = group;
  const { left, apart } = wish.group ?? { left: new Set<number>(), apart: false };
  const ask = (next: Partial<GroupWish>): void => board.current?.move()?.group({ left, apart, ...next });
  const along = group.pushed.length;
  const lots = new Map(parts.map(({ id, unique_order }) => [id, unique_order]));
  const without = (ids: readonly number[]): ReadonlySet<number> => new Set([...left, ...ids]);
  const turn = (id: number, on: boolean): void => ask({ left: on ? new Set([...left].filter((one) => one !== id)) : without([id]) });
  return (
    <>
      {charge?.mate ? <Joining {...charge} mate={charge.mate} onApart={(next) => ask({ apart: next })} /> : null}
      <Going group={group} left={left} onLeft={(next) => ask({ left: next })} />
      {along > 0 || wish.push ? (
        <Box component="label" sx={{ display: 'flex', alignItems: 'center', gap: 0.5, fontSize: 13 }}>
          <Checkbox size="small" sx={{ p: 0.25 }} checked={wish.push} onChange={(_, on) => board.current?.move()?.push(on)} />
          {MOVE.push}
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {pushNote(along, [])}
          </Box>
        </Box>
      ) : null}
      <Later wish={wish} board={board} pushed={group.pushed} later={group.later} lotOf={(head) => lots.get(head) ?? ''} />
      <Box sx={{ maxHeight: 240, overflow: 'auto' }}>
        <Box component="table" sx={cellsSx}>
          <thead>
            <tr>
              <td />
              {Object.values((charge ? CHARGE_MOVE : GROUP_MOVE).columns).map((title) => (
                <th key={title}>{title}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {parts.map((part) => (
              <Row key={part.id} part={part} goes={going.some(({ id }) => id === part.id)} onTurn={(on) => turn(part.id, on)}>
                {charge ? <LotCells {...part} /> : <BarCells {...part} />}
              </Row>
            ))}
          </tbody>
        </Box>
      </Box>
    </>
  );
};

interface JoiningProps extends Pick<ChargeMove, 'free' | 'joins'> {
  mate: NonNullable<ChargeMove['mate']>;
  onApart(apart: boolean): void;
}

/** Whether a furnace run becomes one with that which stands there, or stands by itself. */
const Joining = ({ mate, joins, free, onApart }: JoiningProps) => (
  <>
    <Box sx={{ mt: 1, fontSize: 12.5 }}>{mateWords(mate, joins)}</Box>
    <ToggleButtonGroup
      exclusive
      fullWidth
      size="small"
      color="primary"
      aria-label={CHARGE_MOVE.joining}
      value={joins}
      onChange={(_, value: boolean | null) => value !== null && onApart(!value)}
      sx={{ mt: 0.5, mb: 1, '& button': { py: 0.25 } }}
    >
      <ToggleButton value={true} disabled={!mate.fits}>
        {CHARGE_MOVE.join}
      </ToggleButton>
      <ToggleButton value={false}>{CHARGE_MOVE.separate(halfDayWords(free))}</ToggleButton>
    </ToggleButtonGroup>
  </>
);

/** How many go along, and the ways to change that for all. */
const Going = ({ group, left, onLeft }: { group: GroupMove; left: ReadonlySet<number>; onLeft(left: ReadonlySet<number>): void }) => {
  const { parts, going, charge } = group;
  const words = charge ? CHARGE_MOVE : GROUP_MOVE;
  const misfits = misfitsOf(group).filter(({ id }) => !left.has(id));
  const weight = going.reduce((all, part) => all + (part.weight ?? 0), 0);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, mt: 1, fontSize: 13 }}>
      <Checkbox
        size="small"
        sx={{ p: 0.25 }}
        checked={going.length > 0}
        indeterminate={going.length > 0 && going.length < parts.length}
        onChange={() => onLeft(going.length < parts.length ? new Set() : new Set(parts.map(({ id }) => id)))}
        slotProps={{ input: { 'aria-label': words.all } }}
      />
      <b>{charge ? CHARGE_MOVE.lots(going.length, parts.length) : GROUP_MOVE.going(going.length, parts.length)}</b>
      <Box component="span" sx={{ flex: 1, color: 'text.secondary' }}>
        {charge ? amountText(weight, 'kg') : ''}
      </Box>
      {misfits.length > 0 ? (
        <Button size="small" sx={{ py: 0 }} onClick={() => onLeft(new Set([...left, ...misfits.map(({ id }) => id)]))}>
          {words.untick(misfits.length)}
        </Button>
      ) : null}
    </Box>
  );
};

const dayOf = (deadline: Part['deadline']): string => (deadline ? formatMonthDay(deadline) : '');

/** What is said of a lot of a furnace run. */
const LotCells = ({ product_name, weight, previous_end, deadline }: Part) => (
  <>
    <td>{product_name}</td>
    <td className="is-number">{weight === undefined ? '' : amountText(weight, 'kg')}</td>
    <td>{previous_end ? endMoment(previous_end) : ''}</td>
    <td>{dayOf(deadline)}</td>
  </>
);

/** What is said of one of several bars. */
const BarCells = ({ task_name, before, place, deadline }: Part) => (
  <>
    <td>{task_name}</td>
    <td>{halfDayWords(before)}</td>
    <td>{halfDayWords(place)}</td>
    <td>{dayOf(deadline)}</td>
  </>
);

/** One of those that move as one, with the first of what would be wrong with it. */
const Row = ({ part, goes, onTurn, children }: { part: Part; goes: boolean; onTurn(on: boolean): void; children: ReactNode }) => {
  const { unique_order, task_name, conflicts, several } = part;
  const [first] = conflicts;
  const wrong = several ? CHARGE_MOVE.several : first && conflictsSentence([first]);
  return (
    <Box component="tr" sx={wrong ? { bgcolor: tint('caution') } : {}}>
      <td>
        <Checkbox
          size="small"
          sx={{ p: 0.25 }}
          checked={goes}
          disabled={several}
          onChange={(_, on) => onTurn(on)}
          slotProps={{ input: { 'aria-label': `${unique_order} ${task_name}` } }}
        />
      </td>
      <td>
        <b>{unique_order}</b>
      </td>
      {children}
      <td>
        {wrong ? (
          <>
            <WarningAmber sx={{ fontSize: 14, mr: 0.5, verticalAlign: 'text-bottom', color: tint('conflict') }} />
            {wrong}
          </>
        ) : null}
      </td>
    </Box>
  );
};
