import { GROUNDS } from '../../texts/board/board.ts';
import { CHART, SIGNS, UNMATCHED } from '../../texts/board/chart.ts';
import './board.css';
import { SHAPES } from './paint/signs.ts';
import { type Legended, SceneLegend } from './SceneLegend.tsx';
import './legend.css';

const SHOWN = ['normal', 'locked', 'finished', 'undated', 'past', 'outsourced', 'demolding'] as const;

/** A sign as the chart draws it. */
const SignPicture = ({ sign }: { sign: keyof typeof SIGNS }) => {
  const { path, view, mark } = SHAPES[sign];
  return (
    <svg viewBox={`0 0 ${view} ${view}`} width={13} height={13} aria-hidden className={`legend-sign is-${sign}`}>
      <path d={path} fillRule="evenodd" />
      {mark ? <path d={mark} className="sign-mark" /> : null}
    </svg>
  );
};

/** The legend of fills, edges and signs; `unmatched` adds bars outside the search. */
export const Legend = ({ scene, unmatched = false }: { scene?: Legended | undefined; unmatched?: boolean }) => (
  <ul className="board-legend">
    {SHOWN.map((ground) => (
      <li key={ground}>
        <span className={`swatch is-${ground}`} />
        {ground === 'outsourced' ? <SignPicture sign="outsourced" /> : null}
        {GROUNDS[ground]}
      </li>
    ))}
    {unmatched ? (
      <li>
        <span className="swatch is-unmatched" />
        {UNMATCHED.name}
      </li>
    ) : null}
    <li>
      <SignPicture sign="furnace" />
      {SIGNS.furnace}
    </li>
    <li>
      <span className="swatch is-mate" />
      {CHART.mates}
    </li>
    <li>
      <SignPicture sign="conflict" />
      {SIGNS.conflict}
    </li>
    <li>
      <span className="legend-previous" />
      {CHART.previous}
    </li>
    <SceneLegend scene={scene} />
  </ul>
);
