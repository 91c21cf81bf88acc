import BookmarkAdd from '@mui/icons-material/BookmarkAddOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { WISH } from '../../texts/promises/keep.ts';
import type { Answer, Answered } from '../answered.ts';
import { holdableLines } from './held.ts';
import { LinesChoice, linesOf, type Which } from './LinesChoice.tsx';
import { useHolding } from './use-holding.ts';

/** 仮押さえを依頼: who may not hold days asks those who may, for a line or for all, and can take that back. */
export const Wish = ({ answer, answered }: { answer: Answer; answered: Answered }) => {
  const { busy, want } = useHolding();
  const [which, setWhich] = useState<Which>('all');
  const { id, wanted_lines } = answered;
  const isWanted = wanted_lines.includes(answer.line);
  const choice = { one: [answer.line], all: isWanted ? wanted_lines : holdableLines(answered.answers) };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, ml: { md: 'auto' } }}>
      <Wanted answered={answered} />
      <LinesChoice choice={choice} which={which} onChange={setWhich} />
      <Button
        variant={isWanted ? 'text' : 'contained'}
        startIcon={isWanted ? undefined : <BookmarkAdd />}
        loading={busy}
        onClick={() => void want(id, !isWanted, linesOf(choice, which))}
      >
        {isWanted ? WISH.takeBack : WISH.want}
      </Button>
    </Box>
  );
};

/** Who wants which days to be held. */
export const Wanted = ({ answered: { wanted_by, wanted_by_name, wanted_lines, answers } }: { answered: Answered }) =>
  wanted_by === null ? null : (
    <Box sx={{ fontSize: 13, color: 'text.secondary' }}>
      {WISH.by(wanted_by_name ?? wanted_by, wanted_lines.length < answers.length ? wanted_lines : [])}
    </Box>
  );
