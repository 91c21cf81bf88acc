import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useLayoutEffect, useRef } from 'react';
import { formatDayBeside, type PlantDate } from '../../../server/domain/ground/plant-time.ts';
import { ANSWER_COLUMNS } from '../../../server/domain/texts/files/promises.ts';
import { counted } from '../../../server/domain/texts/numbers.ts';
import { Card } from '../../figures/Card.tsx';
import { nameOf } from '../../parts/format.ts';
import { LIST } from '../../texts/parts.ts';
import { ANSWER } from '../../texts/promises/answer.ts';
import { KEEP } from '../../texts/promises/keep.ts';
import { type Answer, togetherOn } from '../answered.ts';
import { isHoldable } from '../keep/held.ts';
import { StateChip } from '../keep/StateChip.tsx';
import { Verdict } from './Verdict.tsx';

const COLUMNS = ['line', 'product_name', 'pieces', 'wished_date', 'date', 'verdict', 'text'] as const;
const FIGURES: ReadonlySet<string> = new Set(['line', 'pieces']);

interface Props {
  answers: readonly Answer[];
  /** The day on which it was asked. */
  askedOn: PlantDate;
  chosen: number | undefined;
  onChoose(line: number): void;
}

/** Scrolls the table, and nothing else, to the line that is chosen. */
function showRow(region: HTMLDivElement | null, line: number | undefined): void {
  const row = region?.querySelector<HTMLElement>(`tr[data-line="${line}"]`);
  if (!region || !row) return;
  const [top, bottom] = [row.offsetTop - row.offsetHeight, row.offsetTop + row.offsetHeight];
  if (top < region.scrollTop) region.scrollTop = top;
  else if (bottom > region.scrollTop + region.clientHeight) region.scrollTop = bottom - region.clientHeight;
}

/** The answers of several lines, of which one is shown in full. */
export const AnswersTable = ({ answers, askedOn, chosen, onChoose }: Props) => {
  const together = togetherOn(answers);
  const region = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => showRow(region.current, chosen), [chosen]);
  const none = answers.filter(({ date }) => date === null).length;
  return (
    <Card title={ANSWER.all} hint={together ? ANSWER.together(together) : ANSWER.unanswered(none)}>
      <Box
        ref={region}
        tabIndex={0}
        role="group"
        aria-label={LIST.table(ANSWER.all)}
        sx={{ overflow: 'auto', maxHeight: 300, minWidth: 0 }}
      >
        <Table size="small" stickyHeader aria-label={ANSWER.all} sx={{ '& .MuiTableCell-root': { px: 0.75, height: 30, fontSize: 13 } }}>
          <TableHead>
            <TableRow>
              {COLUMNS.map((column) => (
                <TableCell key={column} align={FIGURES.has(column) ? 'right' : 'left'}>
                  {ANSWER_COLUMNS[column]}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {answers.map((answer) => (
              <Row
                key={answer.line}
                answer={answer}
                askedOn={askedOn}
                isChosen={answer.line === chosen}
                onChoose={() => onChoose(answer.line)}
              />
            ))}
          </TableBody>
        </Table>
      </Box>
    </Card>
  );
};

interface RowProps {
  answer: Answer;
  askedOn: PlantDate;
  isChosen: boolean;
  onChoose(): void;
}

const REASON = { width: '100%', minWidth: 150, whiteSpace: 'normal !important', color: 'text.secondary', lineHeight: 1.35 } as const;
/** Of a day the first words will do: it is told in full below. */
const BRIEF = { display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: 2, overflow: 'hidden' } as const;

const Row = ({ answer, askedOn, isChosen, onChoose }: RowProps) => (
  <TableRow hover data-line={answer.line} selected={isChosen} onClick={onChoose} sx={{ cursor: 'pointer' }}>
    <TableCell align="right">{answer.line}</TableCell>
    <TableCell sx={{ maxWidth: 220, overflow: 'hidden', textOverflow: 'ellipsis' }}>
      <MuiLink
        component="button"
        type="button"
        onClick={onChoose}
        aria-label={ANSWER.show(answer.line)}
        aria-pressed={isChosen}
        sx={{ fontWeight: 700 }}
      >
        {nameOf(answer)}
      </MuiLink>
    </TableCell>
    <TableCell align="right">{counted(answer.pieces)}</TableCell>
    <TableCell>{answer.wished_date ? formatDayBeside(answer.wished_date, askedOn) : ANSWER.no}</TableCell>
    <TableCell sx={{ fontWeight: 700, '& .MuiChip-root': { ml: 1 } }}>
      {answer.date ? formatDayBeside(answer.date, askedOn) : ANSWER.no}
      {answer.kept && !isHoldable(answer) ? <StateChip state={answer.kept.state} /> : null}
      {answer.kept?.state === 'kept' && answer.kept.date !== answer.date ? <Box>{KEEP.on(answer.kept.date)}</Box> : null}
    </TableCell>
    <TableCell>
      <Verdict answer={answer} />
    </TableCell>
    <TableCell title={answer.text} sx={REASON}>
      <Box sx={answer.date === null ? {} : BRIEF}>{answer.text}</Box>
    </TableCell>
  </TableRow>
);
