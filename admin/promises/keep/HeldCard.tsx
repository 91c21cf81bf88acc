import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatMonthDay, plantDate } from '../../../server/domain/ground/plant-time.ts';
import { Card, Nothing } from '../../figures/Card.tsx';
import { monthDay } from '../../figures/format.ts';
import { promiseOf } from '../../parts/addresses.ts';
import { nameOf } from '../../parts/format.ts';
import { messageOf } from '../../providers/client.ts';
import { useCalls } from '../../providers/queries.ts';
import { LIST } from '../../texts/parts.ts';
import { ANSWER } from '../../texts/promises/answer.ts';
import { HELD } from '../../texts/promises/keep.ts';
import { LIST_KEY } from '../keys.ts';
import { Serial } from '../Serial.tsx';
import { Awaits } from './Awaits.tsx';
import { BrokenChip } from './BrokenChip.tsx';
import { DueChip } from './DueChip.tsx';
import { HeldActions } from './HeldActions.tsx';
import { type Held, heldOf, lastDay } from './held.ts';

const COLUMNS = [HELD.serial, HELD.product, HELD.of, HELD.date, HELD.by, HELD.expires, HELD.actions];

/** 仮押さえ n件: all days that are held, what asks for somebody first. */
export const HeldCard = () => {
  const { callAll } = useCalls();
  const { data, error } = useQuery({
    queryKey: [LIST_KEY, 'kept'],
    queryFn: ({ signal }) => callAll(LIST_KEY, { kept: true }, signal),
  });
  const held = heldOf(data ?? []);
  return (
    <Card title={HELD.title(held.length)} hint={HELD.hint}>
      {error ? <Alert severity="error">{messageOf(error)}</Alert> : null}
      {data && held.length === 0 ? <Nothing>{HELD.empty}</Nothing> : null}
      {held.length > 0 ? <HeldTable held={held} /> : null}
    </Card>
  );
};

const HeldTable = ({ held }: { held: readonly Held[] }) => (
  <Box sx={{ overflowX: 'auto', minWidth: 0 }} tabIndex={0} role="group" aria-label={LIST.table(HELD.title(0))}>
    <Table size="small" aria-label={HELD.title(0)} sx={{ '& .MuiTableCell-root': { px: 0.75, height: 34, fontSize: 13 } }}>
      <TableHead>
        <TableRow>
          {COLUMNS.map((head) => (
            <TableCell key={head} align={head === HELD.actions ? 'right' : 'left'}>
              {head}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {held.map((one) => (
          <Row key={one.kept.serial_number} held={one} />
        ))}
      </TableBody>
    </Table>
  </Box>
);

/** What gives way to the buttons at the end of the row. */
const WORDS = { minWidth: 88, whiteSpace: 'normal !important', overflowWrap: 'anywhere', lineHeight: 1.35 } as const;

const Row = ({ held }: { held: Held }) => {
  const { promise, answer, kept } = held;
  return (
    <TableRow>
      <TableCell>
        <Serial of={kept.serial_number} />
        <Box>
          <Awaits held={held} />
        </Box>
      </TableCell>
      <TableCell sx={WORDS}>{ANSWER.what(nameOf(answer), answer.pieces)}</TableCell>
      <TableCell sx={WORDS}>
        <MuiLink component={Link} to={promiseOf(promise.id, answer.line)}>
          {promise.title || ANSWER.untitled}
        </MuiLink>
      </TableCell>
      <TableCell sx={{ fontWeight: 700 }}>
        {formatMonthDay(kept.date)}
        <Box>
          <BrokenChip {...held} />
        </Box>
      </TableCell>
      <TableCell>{HELD.byOn(kept.kept_by_name ?? kept.kept_by, monthDay(plantDate(kept.kept_at)))}</TableCell>
      <TableCell>
        {formatMonthDay(lastDay(kept))} <DueChip kept={kept} />
      </TableCell>
      <TableCell align="right" sx={{ py: 0 }}>
        <HeldActions held={held} />
      </TableCell>
    </TableRow>
  );
};
