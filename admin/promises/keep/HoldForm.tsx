import BookmarkAdd from '@mui/icons-material/BookmarkAddOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { type FormEvent, useState } from 'react';
import { KEEP } from '../../texts/promises/keep.ts';
import type { Answer, Answered } from '../answered.ts';
import { daysOf, holdableLines } from './held.ts';
import { LinesChoice, linesOf, type Which } from './LinesChoice.tsx';
import { type Refusal, useHolding } from './use-holding.ts';
import { Why } from './Why.tsx';

/** For how many days days are held, as typed. */
export interface Typed {
  days: string;
  setDays(text: string): void;
}

/** An answer whose day can be held, and how to ask anew. */
export interface HoldProps {
  answer: Answer;
  answered: Answered;
  typed: Typed;
  onAskAgain(): void;
}

/** この日で仮押さえ: holds the day of a line, of those that are wanted, or of all, for so many days. */
export const HoldForm = ({ answer, answered, typed, onAskAgain }: HoldProps) => {
  const { busy, hold } = useHolding();
  const [refusal, setRefusal] = useState<Refusal>();
  const [picked, setWhich] = useState<Which>();
  // "This day" is never that of another line, unless it is picked.
  const which = picked ?? usualOf(answered.wanted_lines, answer.line);
  const choice = { wanted: answered.wanted_lines, all: holdableLines(answered.answers), one: [answer.line] };
  const days = daysOf(typed.days);
  const keep = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (days === undefined) return;
    setRefusal(await hold(answered.id, { days, lines: linesOf(choice, which) }));
  };
  return (
    <>
      <Box component="form" noValidate onSubmit={(event) => void keep(event)} sx={FORM}>
        <LinesChoice choice={choice} which={which} onChange={setWhich} />
        <Days typed={typed} wrong={days === undefined} />
        <Button type="submit" variant="contained" startIcon={<BookmarkAdd />} disabled={days === undefined} loading={busy}>
          {KEEP.keep}
        </Button>
      </Box>
      {refusal ? <Why refusal={refusal} onAskAgain={onAskAgain} /> : null}
    </>
  );
};

/** The lines that are held where nothing is picked. */
function usualOf(wanted: readonly number[], shown: number): Which {
  if (wanted.length === 0) return 'all';
  return wanted.length > 1 && wanted.includes(shown) ? 'wanted' : 'one';
}

const FORM = { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 1, ml: { md: 'auto' } } as const;

const Days = ({ typed: { days, setDays }, wrong }: { typed: Typed; wrong: boolean }) => (
  <TextField
    label={KEEP.days}
    value={days}
    error={wrong}
    helperText={wrong ? KEEP.daysWrong : undefined}
    onChange={({ target }) => setDays(target.value)}
    slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 3 } }}
    sx={{ width: wrong ? 216 : 64 }}
  />
);
