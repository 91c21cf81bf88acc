import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { useId } from 'react';
import { formatDayBeside, type PlantDate, plantDate } from '../../../server/domain/ground/plant-time.ts';
import { nameOf } from '../../parts/format.ts';
import { ANSWER } from '../../texts/promises/answer.ts';
import { KEEP } from '../../texts/promises/keep.ts';
import type { Answer, Answered } from '../answered.ts';
import type { Typed } from '../keep/HoldForm.tsx';
import { Holding } from '../keep/Holding.tsx';
import { isHoldable } from '../keep/held.ts';
import { Chain } from './Chain.tsx';
import { Verdict } from './Verdict.tsx';

/** What is needed to hold a day. */
export interface HoldingProps {
  /** Another question stands in the form. */
  isChanged: boolean;
  typed: Typed;
  onAskAgain(): void;
}

interface Props extends HoldingProps {
  answer: Answer;
  answered: Answered;
}

/** The answer of a line: its day, what decides it, whether it is held, and the way there. */
export const AnswerCard = ({ answer, answered, ...holding }: Props) => {
  const id = useId();
  const { line, pieces, date, entries } = answer;
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby={id}
      sx={{ minWidth: 0, px: 1.75, py: 1.25, borderLeft: 3, borderLeftColor: date ? 'success.main' : 'warning.main' }}
    >
      <Box sx={{ fontSize: 13, color: 'text.secondary' }}>
        {answered.answers.length > 1 ? ANSWER.of(line, nameOf(answer), pieces) : ANSWER.what(nameOf(answer), pieces)}
      </Box>
      <Notes answer={answer} answered={answered} {...holding} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', columnGap: 2, rowGap: 0.75 }}>
        <Said id={id} answer={answer} askedOn={plantDate(answered.asked_at)} />
        {holding.isChanged ? null : <Holding answer={answer} answered={answered} typed={holding.typed} onAskAgain={holding.onAskAgain} />}
      </Box>
      {entries.length > 0 ? (
        <Box sx={{ mt: 1, pt: 0.75, borderTop: 1, borderColor: 'divider', minWidth: 0 }}>
          <Chain answer={answer} askedOn={plantDate(answered.asked_at)} />
        </Box>
      ) : null}
    </Paper>
  );
};

/** That the form asks for something else by now, or that the plan has gone on since. */
const Notes = ({ answer, answered: { outdated }, isChanged, onAskAgain }: Props) => {
  if (isChanged)
    return (
      <Alert severity="info" sx={NOTE}>
        {ANSWER.changed}
      </Alert>
    );
  // What is held or ordered has its place, whatever else has changed.
  if (!outdated || (answer.date !== null && !isHoldable(answer))) return null;
  return (
    <Alert
      severity="warning"
      sx={NOTE}
      action={
        <Button size="small" color="inherit" onClick={onAskAgain}>
          {KEEP.askAgain}
        </Button>
      }
    >
      {ANSWER.outdated}
    </Alert>
  );
};
const NOTE = { my: 0.75, py: 0, alignItems: 'center' } as const;

/** Whether the wished day is reached by the plan, and probably not in the plant. */
const isDoubtful = ({ date, wished_date, likely }: Answer): boolean =>
  likely && date && wished_date ? date <= wished_date && (likely.half === null || likely.half > wished_date) : false;

/** The day in a sentence, how it stands beside the wished one, and what decides it. */
const Said = ({ id, answer, askedOn }: { id: string; answer: Answer; askedOn: PlantDate }) => {
  const { date, wished_date, text, likely, kept } = answer;
  const heldOn = kept?.state === 'kept' && kept.date !== date ? kept.date : undefined;
  return (
    <Box role="status" sx={{ flex: '1 1 300px', minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', flexWrap: 'wrap', columnGap: 2 }}>
        <Box component="h2" id={id} sx={{ m: 0, display: 'flex', alignItems: 'baseline', flexWrap: 'wrap', columnGap: 1.5 }}>
          {date ? (
            <Box component="span" sx={{ fontSize: 34, lineHeight: 1.25, fontWeight: 700, whiteSpace: 'nowrap' }}>
              {formatDayBeside(heldOn ?? date, askedOn)}
            </Box>
          ) : null}
          <Box component="span" sx={{ fontSize: 19, fontWeight: 700 }}>
            {heldOn ? KEEP.heldOn : date ? ANSWER.free : ANSWER.none}
          </Box>
        </Box>
        {date && heldOn ? (
          <Box component="span" sx={{ fontSize: 13.5 }}>
            {formatDayBeside(date, askedOn)} {ANSWER.free}
          </Box>
        ) : null}
        {likely ? (
          <Box
            component="span"
            sx={{ fontSize: 13.5, color: isDoubtful(answer) ? 'warning.main' : 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
          >
            {ANSWER.likely(likely.half, likely.nine_of_ten)}
          </Box>
        ) : null}
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: 1.25, rowGap: 0.5, mt: 0.5, fontSize: 13.5 }}>
        {date && wished_date ? <Verdict answer={answer} /> : null}
        <Box component="span" sx={{ color: date ? 'text.secondary' : 'text.primary' }}>
          {text}
        </Box>
      </Box>
    </Box>
  );
};
