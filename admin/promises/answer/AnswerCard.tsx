import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { useId } from 'react';
import { formatMonthDay, plantDate } from '../../../server/domain/ground/plant-time.ts';
import { ANSWER } from '../../texts/promises/answer.ts';
import type { Answer, Answered } from '../answered.ts';
import { Chain } from './Chain.tsx';
import { Verdict } from './Verdict.tsx';

/** The answer of a line: its day, what decides it, and the way there. */
export const AnswerCard = ({ answer, answered }: { answer: Answer; answered: Answered }) => {
  const id = useId();
  const { line, product_code, product_name, pieces, date, wished_date, text, entries } = answer;
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby={id}
      sx={{ minWidth: 0, px: 1.75, py: 1.25, borderLeft: 3, borderLeftColor: date ? 'success.main' : 'warning.main' }}
    >
      {answered.answers.length > 1 ? (
        <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{ANSWER.of(line, product_name || product_code, pieces)}</Box>
      ) : null}
      <Box role="status">
        <Box component="h2" id={id} sx={{ m: 0, display: 'flex', alignItems: 'baseline', flexWrap: 'wrap', columnGap: 1.5 }}>
          {date ? (
            <Box component="span" sx={{ fontSize: 34, lineHeight: 1.25, fontWeight: 700, whiteSpace: 'nowrap' }}>
              {formatMonthDay(date)}
            </Box>
          ) : null}
          <Box component="span" sx={{ fontSize: 19, fontWeight: 700 }}>
            {date ? ANSWER.free : ANSWER.none}
          </Box>
        </Box>
        <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: 1.25, rowGap: 0.5, mt: 0.5, fontSize: 13.5 }}>
          {date && wished_date ? <Verdict answer={answer} /> : null}
          <Box component="span" sx={{ color: date ? 'text.secondary' : 'text.primary' }}>
            {text}
          </Box>
        </Box>
      </Box>
      {entries.length > 0 ? (
        <Box sx={{ mt: 1, pt: 0.75, borderTop: 1, borderColor: 'divider', minWidth: 0 }}>
          <Chain answer={answer} askedOn={plantDate(answered.asked_at)} />
        </Box>
      ) : null}
    </Paper>
  );
};
