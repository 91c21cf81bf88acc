import ExpandMore from '@mui/icons-material/ExpandMore';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { components } from '../../../server/contract/types.ts';
import { formatInstant } from '../../../server/domain/plant-time.ts';
import type { PlannerDataProvider } from '../../providers/data-provider.ts';
import { movedTitle, REPORT } from '../../texts/runs.ts';

type MovedEntry = components['schemas']['MovedEntry'];

/** Runs that are looked through for one that is complete. */
const NEWEST = 10;

/** What the newest complete run moved; asked when the panel is open. */
function useMoved(): { count: number; entries: readonly MovedEntry[] } {
  const { call } = useDataProvider<PlannerDataProvider>();
  const { data } = useQuery({
    queryKey: ['listScheduleErrors', 'moved'],
    queryFn: async ({ signal }) => {
      const { results } = await call('listScheduleQueues', { query: { limit: NEWEST }, signal });
      return results.find((run) => run.status === 'complete')?.statistics ?? null;
    },
  });
  const entries = data?.moved_entries ?? [];
  return { count: data?.moved ?? entries.length, entries };
}

const facilities = ({ old_facility, new_facility }: MovedEntry): string => {
  const now = new_facility ?? REPORT.noFacility;
  return old_facility === new_facility ? now : `${old_facility ?? REPORT.noFacility} → ${now}`;
};

const MovedRow = ({ entry }: { entry: MovedEntry }) => (
  <TableRow>
    <TableCell sx={{ fontFamily: 'monospace' }}>{entry.serial_number}</TableCell>
    <TableCell>{entry.lot_number}</TableCell>
    <TableCell>{entry.task_name}</TableCell>
    <TableCell sx={{ whiteSpace: 'nowrap' }}>{formatInstant(entry.old_start)}</TableCell>
    <TableCell sx={{ whiteSpace: 'nowrap' }}>{formatInstant(entry.new_start)}</TableCell>
    <TableCell>{facilities(entry)}</TableCell>
  </TableRow>
);

/** 何が動いたか: the entries that the newest run moved, furthest first; nothing when it moved none. */
export const MovedList = () => {
  const { count, entries } = useMoved();
  if (entries.length === 0) return null;
  return (
    <Accordion
      disableGutters
      elevation={0}
      sx={{ mt: 1, '&::before': { display: 'none' } }}
      slotProps={{ transition: { unmountOnExit: true } }}
    >
      <AccordionSummary expandIcon={<ExpandMore />} sx={{ minHeight: 32, px: 0 }}>
        {movedTitle(entries.length, count)}
      </AccordionSummary>
      <AccordionDetails sx={{ p: 0, overflowX: 'auto' }}>
        <Table size="small">
          <TableHead>
            <TableRow>
              {REPORT.movedColumns.map((column) => (
                <TableCell key={column}>{column}</TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {entries.map((entry) => (
              <MovedRow key={entry.entry_id} entry={entry} />
            ))}
          </TableBody>
        </Table>
      </AccordionDetails>
    </Accordion>
  );
};
