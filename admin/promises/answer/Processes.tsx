import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { Fragment } from 'react';
import { moment } from '../../../server/domain/texts/dates.ts';
import { Card } from '../../figures/Card.tsx';
import { ANSWER, PROCESSES } from '../../texts/promises/answer.ts';
import { type Answer, type Entry, lotsOf, MOST_SHOWN } from '../answered.ts';

/** The processes of a line: where, from when, and how long each waits. */
export const Processes = ({ answer }: { answer: Answer }) => {
  const { entries, line } = answer;
  const several = lotsOf(entries).length > 1;
  const shown = entries.slice(0, MOST_SHOWN);
  const sum = entries.reduce((days, { wait_days }) => days + wait_days, 0);
  return (
    <Card title={PROCESSES.title(line)} hint={PROCESSES.hint}>
      <Box tabIndex={0} role="group" aria-label={PROCESSES.title(line)} sx={{ overflow: 'auto', maxHeight: 420, minWidth: 0, mx: -1.75 }}>
        <Table
          size="small"
          stickyHeader
          aria-label={PROCESSES.title(line)}
          sx={{
            tableLayout: 'fixed',
            '& .MuiTableCell-root': { px: 0.75, height: 30, fontSize: 12.8, lineHeight: 1.3 },
            '& td': { whiteSpace: 'normal !important', overflowWrap: 'anywhere' },
          }}
        >
          <TableHead>
            <TableRow>
              <TableCell>{PROCESSES.task}</TableCell>
              <TableCell>{PROCESSES.place}</TableCell>
              <TableCell sx={{ width: 118 }}>{PROCESSES.start}</TableCell>
              <TableCell align="right" sx={{ width: 46 }}>
                {PROCESSES.wait}
              </TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {lotsOf(shown).map((lot) => (
              <Fragment key={lot}>
                {several ? <LotRow lot={lot} /> : null}
                {shown
                  .filter((entry) => entry.lot === lot)
                  .map((entry) => (
                    <ProcessRow key={`${entry.task_id} ${entry.start_at}`} entry={entry} />
                  ))}
              </Fragment>
            ))}
          </TableBody>
        </Table>
      </Box>
      <Box sx={{ pt: 0.75, fontSize: 12.5, color: 'text.secondary' }}>
        {several ? '' : PROCESSES.sum(sum)} {entries.length > shown.length ? PROCESSES.more(entries.length - shown.length) : ''}
      </Box>
    </Card>
  );
};

const LotRow = ({ lot }: { lot: number }) => (
  <TableRow>
    <TableCell component="th" scope="rowgroup" colSpan={4} sx={{ bgcolor: 'action.hover', fontWeight: 700 }}>
      {PROCESSES.lot(lot)}
    </TableCell>
  </TableRow>
);

const ProcessRow = ({ entry: { task_name, facility_name, start_at, wait_days, wait_text } }: { entry: Entry }) => (
  <TableRow>
    <TableCell>{task_name}</TableCell>
    <TableCell>{facility_name ?? ANSWER.no}</TableCell>
    <TableCell sx={{ whiteSpace: 'nowrap !important' }}>{moment(start_at)}</TableCell>
    <TableCell
      align="right"
      title={wait_text ?? undefined}
      sx={wait_days > 0 ? { color: 'warning.main', fontWeight: 700 } : { color: 'text.secondary' }}
    >
      {wait_days > 0 ? wait_days.toFixed(1) : ANSWER.no}
    </TableCell>
  </TableRow>
);
