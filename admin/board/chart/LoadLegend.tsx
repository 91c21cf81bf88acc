import { UNMATCHED } from '../../texts/board/chart.ts';
import { LOADS } from '../../texts/board/loads.ts';
import { SHAPES } from './paint/signs.ts';
import { type Legended, SceneLegend } from './SceneLegend.tsx';
import './legend.css';

interface Props {
  /** What is shown; left out where a legend beside it says the same. */
  scene?: Legended | undefined;
  /** The choice to show bars outside the search; on paper there is none. */
  choice?: { unmatched: boolean; onUnmatched(on: boolean): void };
}

/** The legend of the strips. */
export const LoadLegend = ({ scene, choice }: Props) => {
  const { legend } = LOADS;
  return (
    <ul className="board-legend" aria-label={legend.label}>
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
      {scene ? <SceneLegend scene={scene} /> : null}
      {choice ? (
        <li>
          <label className="legend-choice" title={UNMATCHED.explained}>
            <input type="checkbox" checked={choice.unmatched} onChange={({ target }) => choice.onUnmatched(target.checked)} />
            <span className="swatch is-unmatched" />
            {UNMATCHED.show}
          </label>
        </li>
      ) : null}
    </ul>
  );
};
