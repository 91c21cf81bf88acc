import ExpandMore from '@mui/icons-material/ExpandMore';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Alert from '@mui/material/Alert';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { useDataProvider } from 'react-admin';
import { fileStamp } from '../../../../server/domain/ground/plant-time.ts';
import { Waiting } from '../../../forms/Section.tsx';
import { saveCsv } from '../../../parts/download.ts';
import { messageOf } from '../../../providers/client.ts';
import { now } from '../../../providers/clock.ts';
import type { PlannerDataProvider } from '../../../providers/data-provider.ts';
import { MOVED, movedTitle } from '../../../texts/board/runs.ts';
import type { Jump } from '../../search/quick/jump.ts';
import { useMovedCount } from '../report/use-report.ts';
import {
  foundMoves,
  isMovedFigure,
  lotOf,
  MOVED_COLUMNS,
  type Move,
  type MovedColumn,
  movedCell,
  movedCsv,
  sortedMoves,
} from './moved-rows.ts';
import { OrderButton } from './OrderButton.tsx';
import { SortedTable, type Sorting } from './SortedTable.tsx';

const ROW_PX = 26;

const MovedRow = ({ move, onJump }: { move: Move; onJump(jump: Jump): void }) => (
  <TableRow hover>
    {MOVED_COLUMNS.map((column) => (
      <TableCell
        key={column}
        align={isMovedFigure(column) ? 'right' : 'left'}
        sx={{
          ...{ height: ROW_PX, py: 0, px: 1, fontSize: 13 },
          ...(column === 'task_name' || column === 'facility' ? {} : { whiteSpace: 'nowrap' }),
          ...(move.late_days > 0 && (column === 'late_days' || column === 'delivery_date') ? { color: 'error.main' } : {}),
          ...(column === 'late_days' ? { fontWeight: 700 } : {}),
        }}
      >
        {column === 'serial_number' ? (
          <OrderButton order={move} onJump={onJump}>
            {lotOf(move)}
          </OrderButton>
        ) : (
          movedCell(move, column)
        )}
      </TableCell>
    ))}
  </TableRow>
);

const Moves = ({ moves, onJump }: { moves: readonly Move[]; onJump(jump: Jump): void }) => {
  const [by, setBy] = useState<Sorting<MovedColumn>>({ column: 'late_days', descending: true });
  const [text, setText] = useState('');
  const sought = useDeferredValue(text);
  const rows = useMemo(() => sortedMoves(foundMoves(moves, sought), by), [moves, sought, by]);
  return (
    <>
      <TextField
        label={MOVED.search}
        value={text}
        onChange={({ target }) => setText(target.value)}
        sx={{ width: 300, mt: 0.5, mb: 1 }}
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
      <SortedTable
        label={MOVED.title}
        labels={MOVED.columns}
        isFigure={isMovedFigure}
        by={by}
        onSort={setBy}
        rows={rows}
        render={(move) => <MovedRow key={move.entry_id} move={move} onJump={onJump} />}
        onSave={() => saveCsv(`${MOVED.title}${fileStamp(now())}.csv`, movedCsv(rows))}
      />
    </>
  );
};

const AllMoves = ({ onJump }: { onJump(jump: Jump): void }) => {
  const { call } = useDataProvider<PlannerDataProvider>();
  const { data, error } = useQuery({ queryKey: ['getRunReport', 'moves'], queryFn: ({ signal }) => call('getRunMoves', { signal }) });
  if (error) return <Alert severity="error">{messageOf(error)}</Alert>;
  return data ? <Moves moves={data.moves} onJump={onJump} /> : <Waiting />;
};

/** 何が動いたか: every bar that the newest run moved, those of late orders first; nothing when it moved none. Asked for when it is opened. */
export const MovedList = ({ onJump }: { onJump(jump: Jump): void }) => {
  const count = useMovedCount();
  return count === 0 ? null : (
    <Accordion
      disableGutters
      elevation={0}
      sx={{ mt: 1, '&::before': { display: 'none' } }}
      slotProps={{ transition: { unmountOnExit: true } }}
    >
      <AccordionSummary expandIcon={<ExpandMore />} sx={{ minHeight: 32, px: 0 }}>
        {movedTitle(count)}
      </AccordionSummary>
      <AccordionDetails sx={{ p: 0 }}>
        <AllMoves onJump={onJump} />
      </AccordionDetails>
    </Accordion>
  );
};
