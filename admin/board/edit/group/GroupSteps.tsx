import Button from '@mui/material/Button';
import ButtonGroup from '@mui/material/ButtonGroup';
import { GROUP_MOVE } from '../../../texts/board/moves.ts';
import type { ShownBoard } from '../../chart/Board.tsx';

const STEPS = ['-2', '-1', '1', '2'] as const;

/** Moves several bars on, by a day or half a day with work. */
export const GroupSteps = ({ board }: { board: ShownBoard }) => (
  <ButtonGroup size="small" aria-label={GROUP_MOVE.stepping}>
    {STEPS.map((step) => (
      <Button key={step} onClick={() => board.current?.move()?.by(Number(step))}>
        {GROUP_MOVE.steps[step]}
      </Button>
    ))}
  </ButtonGroup>
);
