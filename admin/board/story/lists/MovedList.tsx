import ExpandMore from '@mui/icons-material/ExpandMore';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Alert from '@mui/material/Alert';
import TextField from '@mui/material/TextField';
import { useDeferredValue, useMemo, useState } from 'react';
import { Waiting } from '../../../forms/Section.tsx';
import { messageOf } from '../../../providers/client.ts';
import { useCall } from '../../../providers/queries.ts';
import { MOVED, movedTitle } from '../../../texts/board/runs.ts';
import { lotName } from '../../../texts/board/story.ts';
import type { Jump } from '../../search/quick/jump.ts';
import { useMovedCount } from '../report/use-report.ts';
import { SortedList } from './ListTable.tsx';
import { foundMoves, LATEST, MOVE_COLUMNS, type Move } from './moved-columns.ts';
import { OrderButton, wayTo } from './OrderButton.tsx';

const Moves = ({ moves, onJump }: { moves: readonly Move[]; onJump(jump: Jump): void }) => {
  const [text, setText] = useState('');
  const sought = useDeferredValue(text);
  const rows = useMemo(() => foundMoves(moves, sought), [moves, sought]);
  return (
    <>
      <TextField
        label={MOVED.search}
        value={text}
        onChange={({ target }) => setText(target.value)}
        sx={{ width: 300, mt: 0.5, mb: 1 }}
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
      <SortedList
        label={MOVED.title}
        columns={MOVE_COLUMNS}
        worst={LATEST}
        file={MOVED.title}
        rows={rows}
        keyOf={({ entry_id }) => entry_id}
        lead={(move) => <OrderButton onShow={wayTo(move, onJump)}>{lotName(move)}</OrderButton>}
      />
    </>
  );
};

const AllMoves = ({ onJump }: { onJump(jump: Jump): void }) => {
  const { data, error } = useCall('getRunMoves', {}, { queryKey: ['getRunReport', 'moves'] });
  if (error) return <Alert severity="error">{messageOf(error)}</Alert>;
  return data ? <Moves moves={data.moves} onJump={onJump} /> : <Waiting />;
};

/** 何が動いたか: all bars moved by the newest run, those of late orders first. It is read when opened, and absent if nothing moved. */
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
