import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { Link as RouterLink } from 'react-router';
import { formatEnd, formatInstant } from '../../../server/domain/ground/plant-time.ts';
import { placeOf } from '../../board/chart/scene/labels.ts';
import { calendarOf, ganttOf } from '../../board/edit/BarLinks.tsx';
import { day } from '../../parts/format.ts';
import { TaskName } from '../../parts/lists/TaskName.tsx';
import { ORDER_PLAN as WORDS } from '../../texts/ways.ts';
import { DeleteLotButton } from './DeleteButtons.tsx';
import type { Entry, Lot, LotPlan, LotTask } from './lot-plans.ts';

const States = ({ task: { entry, finished } }: { task: LotTask }) => (
  <Box sx={{ display: 'flex', gap: 0.5 }}>
    {finished ? <Chip size="small" label={WORDS.received} color="success" variant="outlined" /> : null}
    {!entry && !finished ? <Chip size="small" label={WORDS.notPlanned} color="warning" variant="outlined" /> : null}
    {entry?.locked && !finished ? <Chip size="small" label={WORDS.locked} variant="outlined" /> : null}
    {entry?.past_deadline ? <Chip size="small" label={WORDS.pastDeadline} color="error" variant="outlined" /> : null}
  </Box>
);

const Ways = ({ entry: { id, unique_order, task_name } }: { entry: Entry }) => (
  <Box sx={{ display: 'flex', gap: 2 }}>
    {(
      [
        [ganttOf(id), WORDS.gantt],
        [calendarOf(id), WORDS.calendar],
      ] as const
    ).map(([to, word]) => (
      <Link key={word} component={RouterLink} to={to} aria-label={`${unique_order} ${task_name} ${word}`}>
        {word}
      </Link>
    ))}
  </Box>
);

const cells = { '& td, & th': { whiteSpace: 'nowrap' }, '& td': { height: 30 } };

/** How far the lot is, when it ends, and by how much that is late. */
const Summary = ({ lot }: { lot: Lot }) => (
  <Box component="summary" sx={{ cursor: 'pointer', mb: 0.75 }}>
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', columnGap: 2.5, alignItems: 'baseline', typography: 'body2' }}>
      <Box component="h3" sx={{ typography: 'h3', m: 0 }}>
        {WORDS.lot(lot.lot_number)}
      </Box>
      <span>{WORDS.progress(lot.finished_count, lot.task_count)}</span>
      {lot.end_date && lot.unplanned_count === 0 ? <span>{WORDS.ends(day(lot.end_date))}</span> : null}
      {lot.late_days > 0 ? (
        <Box component="span" sx={{ color: 'error.main', fontWeight: 700 }}>
          {WORDS.lateBy(lot.late_days)}
        </Box>
      ) : null}
    </Box>
  </Box>
);

/** One lot: every process with where and when, its state, and the ways to its bar. A finished one is folded. */
export const LotTable = ({ plan: { lot, tasks } }: { plan: LotPlan }) => (
  <Box component="details" open={lot.finished_count < lot.task_count} sx={{ '& + &': { mt: 2 } }}>
    <Summary lot={lot} />
    <Box role="group" aria-label={WORDS.lot(lot.lot_number)} tabIndex={0} sx={{ overflowX: 'auto' }}>
      <Table size="small" sx={cells}>
        <TableHead>
          <TableRow>
            {Object.values(WORDS.columns).map((word) => (
              <TableCell key={word} align={word === WORDS.columns.sort ? 'right' : 'left'}>
                {word}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {tasks.map((task) => (
            <TableRow key={task.key}>
              <TableCell align="right">{task.task_sort}</TableCell>
              <TableCell>
                <TaskName {...task} />
              </TableCell>
              <TableCell>{task.entry ? placeOf(task.entry) : null}</TableCell>
              <TableCell>{task.entry ? formatInstant(task.entry.start_date) : null}</TableCell>
              <TableCell>{task.entry ? formatEnd(task.entry.end_date) : null}</TableCell>
              <TableCell>
                <States task={task} />
              </TableCell>
              <TableCell>{task.entry ? <Ways entry={task.entry} /> : null}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
    <DeleteLotButton plan={{ lot, tasks }} />
  </Box>
);
