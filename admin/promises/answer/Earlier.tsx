import Check from '@mui/icons-material/CheckCircleOutlined';
import ChevronRight from '@mui/icons-material/ChevronRight';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Flag from '@mui/icons-material/OutlinedFlag';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import CircularProgress from '@mui/material/CircularProgress';
import IconButton from '@mui/material/IconButton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { Fragment, type ReactNode, useState } from 'react';
import { formatMonthDay } from '../../../server/domain/ground/plant-time.ts';
import { Card } from '../../figures/Card.tsx';
import { useMay } from '../../providers/roles.ts';
import { EARLIER } from '../../texts/promises/answer.ts';
import { HELD, KEEP } from '../../texts/promises/keep.ts';
import type { Answer, Answered, Cost } from '../answered.ts';
import { daysOf, isHoldable } from '../keep/held.ts';
import { StateChip } from '../keep/StateChip.tsx';
import { type Refusal, useHolding } from '../keep/use-holding.ts';
import { Why } from '../keep/Why.tsx';
import { Serial } from '../Serial.tsx';
import type { HoldingProps } from './AnswerCard.tsx';
import { StepCurve } from './StepCurve.tsx';

/** The rows of all days that there may be: what comes in moves nothing. */
const ROWS_PX = 32 * 7;
/** Where the table has room for all that there is to say. */
const WIDE = '@media (min-width: 1400px)';

/** An answer whose days can be held. */
interface Props extends HoldingProps {
  answer: Answer;
  answered: Answered;
  refining: boolean;
}

/** 早くするなら: earlier days and what each costs the other orders; each can be held by those who may. */
export const Earlier = ({ answer, answered, refining, isChanged, typed, onAskAgain }: Props) => {
  const { date, earlier } = answer;
  const may = useMay('keepPromise');
  const { busy, hold } = useHolding();
  const [refusal, setRefusal] = useState<Refusal>();
  const days = daysOf(typed.days);
  const holdOn = async (day: string): Promise<void> => {
    const { line } = answer;
    if (days !== undefined) setRefusal(await hold(answered.id, { days, lines: [line], dates: [{ line, date: day }] }));
  };
  const holding = {
    off: busy || days === undefined,
    hold: may && !isChanged && isHoldable(answer) ? (day: string) => void holdOn(day) : undefined,
  };
  if (date === null) return null;
  const isSome = earlier.length > 0;
  return (
    <Card
      title={EARLIER.title}
      hint={EARLIER.hint}
      extra={
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, fontSize: 12.4, color: 'text.secondary' }}>
          {earlier.some(({ newly_late }) => newly_late > 0) ? EARLIER.white : ''}
          <Progress refining={refining} />
        </Box>
      }
    >
      <Box
        sx={{
          display: 'flex',
          flexWrap: { xs: 'wrap', md: 'nowrap' },
          columnGap: 1.5,
          minWidth: 0,
          ...(isSome || refining ? { minHeight: { md: ROWS_PX } } : {}),
        }}
      >
        {isSome ? <StepCurve answer={answer} /> : null}
        <Box sx={{ flex: '1 1 330px', minWidth: 0, overflowX: 'auto' }} tabIndex={0} role="group" aria-label={EARLIER.title}>
          <Costs free={date} costs={earlier} holding={holding} held={heldDay(answer)} />
          {refusal && holding.hold ? <Why refusal={refusal} onAskAgain={onAskAgain} /> : null}
          {isSome || refining ? null : <Box sx={{ pt: 1, fontSize: 13, color: 'text.secondary' }}>{EARLIER.none}</Box>}
        </Box>
      </Box>
    </Card>
  );
};

/** The earlier day that is held; undefined: none is. */
const heldDay = ({ date, kept }: Answer): string | undefined => (kept?.state === 'kept' && kept.date !== date ? kept.date : undefined);

/** Whether earlier days are still sought. */
export const Progress = ({ refining }: { refining: boolean }) => (
  <Chip
    size="small"
    role="status"
    label={refining ? EARLIER.refining : EARLIER.done}
    icon={refining ? <CircularProgress size={12} aria-hidden /> : <Check />}
    sx={{ '& .MuiChip-icon': { fontSize: 15, ml: 1, color: 'inherit' } }}
  />
);

interface CostsProps {
  free: string;
  costs: readonly Cost[];
  /** How a day is held; undefined: it cannot be. */
  holding: { off: boolean; hold: ((day: string) => void) | undefined };
  /** The one of them that is held. */
  held: string | undefined;
}

const Costs = ({ free, costs, holding, held }: CostsProps) => {
  const [open, setOpen] = useState<string>();
  return (
    <Table
      size="small"
      aria-label={EARLIER.title}
      sx={{ '& .MuiTableCell-root': { px: 1, height: 32, fontSize: 13 }, '& td:first-of-type, & th:first-of-type': { pl: 0.5 } }}
    >
      <TableHead>
        <TableRow>
          <TableCell>{EARLIER.ship}</TableCell>
          <TableCell>{EARLIER.moved}</TableCell>
          <TableCell>{EARLIER.late}</TableCell>
          {holding.hold || held ? <TableCell align="right">{HELD.actions}</TableCell> : null}
        </TableRow>
      </TableHead>
      <TableBody>
        <TableRow>
          <TableCell sx={{ fontWeight: 700 }}>
            <Box component="span" sx={{ display: 'inline-block', width: 28 }} />
            {formatMonthDay(free)}
          </TableCell>
          <TableCell sx={{ fontWeight: 700 }}>{EARLIER.free}</TableCell>
          <TableCell>
            <Late cost={undefined} />
          </TableCell>
          {holding.hold || held ? <TableCell /> : null}
        </TableRow>
        {costs.map((cost) => (
          <Fragment key={cost.date}>
            <CostRow cost={cost} isOpen={open === cost.date} onToggle={() => setOpen(open === cost.date ? undefined : cost.date)}>
              {holding.hold || held ? (
                <TableCell align="right" sx={{ py: 0 }}>
                  {held === cost.date ? <StateChip state="kept" /> : null}
                  {holding.hold ? (
                    <Button
                      size="small"
                      aria-label={KEEP.earlierOf(cost.date)}
                      disabled={holding.off}
                      onClick={() => holding.hold?.(cost.date)}
                      sx={{ minHeight: 28, py: 0, px: 1 }}
                    >
                      {KEEP.earlier}
                    </Button>
                  ) : null}
                </TableCell>
              ) : null}
            </CostRow>
            {open === cost.date ? <PaysRow cost={cost} /> : null}
          </Fragment>
        ))}
      </TableBody>
    </Table>
  );
};

interface RowProps {
  cost: Cost;
  isOpen: boolean;
  onToggle(): void;
  /** What can be done with it. */
  children: ReactNode;
}

const CostRow = ({ cost, isOpen, onToggle, children }: RowProps) => (
  <TableRow sx={isOpen ? { bgcolor: 'var(--hover)' } : {}}>
    <TableCell sx={{ fontWeight: 700 }}>
      {cost.pays.length > 0 ? (
        <IconButton size="small" onClick={onToggle} aria-expanded={isOpen} aria-label={EARLIER.open(cost.date)} sx={{ p: 0.25, mr: 0.5 }}>
          {isOpen ? <ExpandMore fontSize="small" /> : <ChevronRight fontSize="small" />}
        </IconButton>
      ) : (
        <Box component="span" sx={{ display: 'inline-block', width: 28 }} />
      )}
      {formatMonthDay(cost.date)}
    </TableCell>
    <TableCell>
      <b>{EARLIER.move(cost)}</b>
      <Box component="span" sx={{ ml: 1.5, color: 'text.secondary', display: 'none', [WIDE]: { display: 'inline' } }}>
        {EARLIER.entries(cost)}
      </Box>
    </TableCell>
    <TableCell sx={{ whiteSpace: 'normal !important' }}>
      <Late cost={cost} />
    </TableCell>
    {children}
  </TableRow>
);

/** What a day does to the due dates of others; undefined: nothing moves. */
export const Late = ({ cost }: { cost: Pick<Cost, 'newly_late' | 'more_late_days'> | undefined }) => {
  const bad = cost !== undefined && (cost.newly_late > 0 || cost.more_late_days > 0);
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 0.5,
        lineHeight: 1.3,
        fontWeight: 700,
        color: bad ? 'error.main' : 'success.main',
      }}
    >
      <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, whiteSpace: 'nowrap' }}>
        {bad ? <Flag sx={{ fontSize: 16 }} /> : <Check sx={{ fontSize: 16 }} />}
        {bad ? (cost.newly_late > 0 ? EARLIER.newlyLate(cost) : EARLIER.laterLate) : EARLIER.nothingLate}
      </Box>
      {bad ? (
        <Box component="span" sx={{ fontWeight: 400, whiteSpace: 'nowrap' }}>
          {EARLIER.moreDays(cost)}
        </Box>
      ) : null}
    </Box>
  );
};

/** The orders that pay most for a day, each with the way to its bar. */
const PaysRow = ({ cost: { pays } }: { cost: Cost }) => (
  <TableRow sx={{ bgcolor: 'var(--hover)' }}>
    <TableCell colSpan={4} sx={{ whiteSpace: 'normal !important', py: '4px !important' }}>
      <Box sx={{ pl: 3.5, display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.25, fontSize: 12.5 }}>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {EARLIER.paysMost}
        </Box>
        {pays.map((pay) => (
          <Box key={pay.order_id} component="span" sx={{ '& > a': { mr: 0.75 } }}>
            <Serial of={pay.serial_number} />
            {EARLIER.pays(pay)}
          </Box>
        ))}
      </Box>
    </TableCell>
  </TableRow>
);
