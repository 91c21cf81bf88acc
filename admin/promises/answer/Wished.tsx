import Check from '@mui/icons-material/CheckCircleOutlined';
import Remove from '@mui/icons-material/RemoveCircleOutlineOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { verdictOf } from '../../../server/domain/files/promise-answers.ts';
import { formatDayBeside, formatMonthDay, type PlantDate } from '../../../server/domain/ground/plant-time.ts';
import { Card } from '../../figures/Card.tsx';
import { TableRegion } from '../../parts/lists/Table.tsx';
import { premisesOf, usePartners } from '../../plans/trying/partners.ts';
import { useTry } from '../../plans/trying/use-try.tsx';
import { PROPOSALS } from '../../texts/plans.ts';
import { EARLIER, WISHED } from '../../texts/promises/answer.ts';
import type { Answer, Wish } from '../answered.ts';
import { Late, Progress } from './Earlier.tsx';

type Mean = Wish['means'][number];

/** 希望日を可能にするもの: what was tried so that a line ships on the wished day; nothing where it does anyway. */
export const Wished = ({ answer, askedOn, refining }: { answer: Answer; askedOn: PlantDate; refining: boolean }) => {
  const { wished_date, wished } = answer;
  const { ask, dialog } = useTry();
  const partners = usePartners(wished?.means.some(({ premises }) => premises.some(({ kind }) => kind === 'partner')) ?? false);
  if (wished_date === null || verdictOf(answer).kind !== 'late') return null;
  const title = WISHED.title(formatDayBeside(wished_date, askedOn));
  return (
    <Card title={title} hint={WISHED.hint} extra={<Progress refining={refining} />}>
      {wished ? (
        <Alert severity={wished.possible ? 'success' : refining ? 'info' : 'warning'} sx={{ py: 0, mb: 0.75, fontSize: 13.5 }}>
          {wished.text}
        </Alert>
      ) : null}
      {wished && wished.means.length > 0 ? (
        <TableRegion label={title}>
          <Table size="small" aria-label={title} sx={{ '& .MuiTableCell-root': { px: 1, height: 34, fontSize: 13 } }}>
            <TableHead>
              <TableRow>
                <TableCell>{WISHED.mean}</TableCell>
                <TableCell>{WISHED.reached}</TableCell>
                <TableCell>{EARLIER.moved}</TableCell>
                <TableCell>{EARLIER.late}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {wished.means.map((mean) => (
                <MeanRow key={`${mean.text} ${mean.date}`} mean={mean} premises={premisesOf(mean.premises, partners)} onTry={ask} />
              ))}
            </TableBody>
          </Table>
        </TableRegion>
      ) : null}
      {dialog}
    </Card>
  );
};

/** The kinds of what is changed, each once. */
const kindsOf = ({ premises }: Mean): string =>
  premises.length === 0 ? WISHED.kind : WISHED.joined([...new Set(premises.map(({ kind }) => WISHED.kinds[kind]))]);

interface MeanProps {
  mean: Mean;
  /** As those of a scenario; undefined where they cannot be. */
  premises: ReturnType<typeof premisesOf>;
  onTry: ReturnType<typeof useTry>['ask'];
}

const MeanRow = ({ mean, premises, onTry }: MeanProps) => (
  <TableRow>
    <TableCell sx={{ whiteSpace: 'normal !important', minWidth: 210 }}>
      <b>{kindsOf(mean)}</b>
      <Box component="span" sx={{ ml: 1.5 }}>
        {mean.text}
      </Box>
    </TableCell>
    <TableCell>
      <Box
        component="span"
        sx={{
          display: 'inline-flex',
          alignItems: 'center',
          gap: 0.5,
          fontWeight: 700,
          color: mean.reached ? 'success.main' : 'warning.main',
        }}
      >
        {mean.reached ? <Check sx={{ fontSize: 16 }} titleAccess={WISHED.yes} /> : <Remove sx={{ fontSize: 16 }} aria-hidden />}
        {formatMonthDay(mean.date)}
        {mean.reached ? '' : ` ${WISHED.no}`}
      </Box>
      {mean.reached && premises && onTry ? (
        <Button
          size="small"
          aria-label={PROPOSALS.makeOf(mean.text)}
          onClick={() => onTry({ more: premises })}
          sx={{ ml: 1, minHeight: 24, py: 0 }}
        >
          {PROPOSALS.make}
        </Button>
      ) : null}
    </TableCell>
    <TableCell>{EARLIER.move(mean)}</TableCell>
    <TableCell sx={{ whiteSpace: 'normal !important' }}>
      <Late cost={mean} />
    </TableCell>
  </TableRow>
);
