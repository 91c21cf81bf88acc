import WarningAmber from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { conflictsSentence } from '../../../server/domain/texts/plan/conflicts.ts';
import { tint } from '../../layout/palette.ts';
import { MOVE } from '../../texts/board/moves.ts';
import type { ShownBoard } from '../chart/Board.tsx';
import type { LaterPart } from '../chart/scene/group/later.ts';
import { goesFree, type Judgement, type Wish } from '../chart/scene/judging.ts';
import { halfDayWords } from '../chart/scene/move-words.ts';

interface Props extends Pick<Judgement, 'pushed' | 'later'> {
  wish: Wish;
  board: ShownBoard;
  /** Whose lot a bar is of, where there are several. */
  lotOf?: (head: number) => string;
}

/** Where later tasks go along to: as far as they need, or to the next free place each; and each from where to where, marked where something would be wrong there: the list above says what. */
export const Later = ({ wish, pushed, later, board, lotOf }: Props) => {
  if (!wish.push || pushed.length === 0) return null;
  const wrong = new Map(later?.map((part) => [part.id, part]));
  return (
    <Box sx={{ ml: 3.25, mt: 0.5 }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        color="primary"
        aria-label={MOVE.making_room}
        value={goesFree(wish)}
        onChange={(_, value: boolean | null) => value !== null && board.current?.move()?.free(value)}
        sx={{ '& button': { py: 0.25 } }}
      >
        <ToggleButton value={false}>{MOVE.behind}</ToggleButton>
        <ToggleButton value={true}>{MOVE.to_free}</ToggleButton>
      </ToggleButtonGroup>
      <Box sx={{ mt: 0.5, maxHeight: 168, overflow: 'auto' }}>
        <Box
          component="table"
          sx={{
            borderSpacing: 0,
            fontSize: 12.5,
            '& td': { py: 0.25, pr: 2, whiteSpace: 'nowrap' },
            '& td:last-of-type': { whiteSpace: 'normal' },
          }}
        >
          <tbody>
            {pushed.map(({ id, head, bar, before, after }) => (
              <tr key={id}>
                {lotOf ? <td>{lotOf(head)}</td> : null}
                <td>{bar.task_name}</td>
                <Box component="td" sx={{ color: 'text.secondary' }}>
                  {halfDayWords(before)}
                </Box>
                <td>→ {halfDayWords(after)}</td>
                <Wrong part={wrong.get(id)} />
              </tr>
            ))}
          </tbody>
        </Box>
      </Box>
    </Box>
  );
};

const Wrong = ({ part }: { part: LaterPart | undefined }) => {
  const [first] = part?.conflicts ?? [];
  return (
    <td>
      {first ? (
        <WarningAmber
          titleAccess={conflictsSentence([first])}
          sx={{ fontSize: 14, mr: 0.5, verticalAlign: 'text-bottom', color: tint('conflict') }}
        />
      ) : null}
    </td>
  );
};
