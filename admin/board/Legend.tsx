import Box from '@mui/material/Box';
import { GROUNDS } from '../texts/board.ts';

const SHOWN = ['normal', 'locked', 'finished', 'undated', 'past', 'outsourced', 'demolding'] as const;

/** What the bars' fills and edges mean. */
export const Legend = () => (
  <Box component="ul" className="board-legend" sx={{ display: { xs: 'none', lg: 'flex' } }}>
    {SHOWN.map((ground) => (
      <li key={ground}>
        <span className={`swatch is-${ground}`} />
        {GROUNDS[ground]}
      </li>
    ))}
  </Box>
);
