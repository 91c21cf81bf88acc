import { useTheme } from '@mui/material/styles';
import { GROUNDS } from '../texts/board.ts';
import './legend.css';

const SHOWN = ['normal', 'locked', 'finished', 'undated', 'past', 'outsourced', 'demolding'] as const;

/** What the bars' fills and edges mean. The header has room for it on wide screens only; otherwise it stands under the chart. */
export const Legend = ({ place }: { place: 'header' | 'footer' }) => {
  const { mode } = useTheme().palette;
  return (
    <ul className={`board-legend is-in-${place}`} data-mode={mode}>
      {SHOWN.map((ground) => (
        <li key={ground}>
          <span className={`swatch is-${ground}`} />
          {GROUNDS[ground]}
        </li>
      ))}
    </ul>
  );
};
