import { useTheme } from '@mui/material/styles';
import { LOADS } from '../../texts/loads.ts';
import { SHAPES } from '../chart/signs.ts';
import '../legend.css';

/** What the strips of the facility calendar mean. */
export const LoadLegend = () => {
  const { mode } = useTheme().palette;
  const { legend } = LOADS;
  return (
    <ul className="board-legend" data-mode={mode} aria-label={legend.label}>
      {(['calm', 'near', 'over'] as const).map((level) => (
        <li key={level}>
          <span className={`load-swatch is-${level}`} />
          {legend[level]}
        </li>
      ))}
      <li>
        <span className="load-swatch is-line" />
        {legend.line}
      </li>
      <li>
        <svg viewBox="0 0 24 24" width={13} height={13} aria-hidden className="legend-sign is-furnace">
          <path d={SHAPES.furnace.path} fillRule="evenodd" />
        </svg>
        {legend.furnace}
      </li>
      <li>
        <span className="load-swatch is-closed" />
        {legend.closed}
      </li>
    </ul>
  );
};
