import { ACTUAL, calendarEndText } from '../../texts/board/actual.ts';
import { calendarEndOf } from './scene/marks.ts';
import type { Scene } from './scene/scene.ts';
import './legend.css';

/** The days that a legend speaks of. */
export type Legended = Pick<Scene, 'calendarEnd' | 'timeline'>;

/** What both legends say of a scene: the planned place of what has happened, and where the holiday table ends, if the days shown hold that. */
export const SceneLegend = ({ scene }: { scene: Legended | undefined }) => {
  const end = scene && calendarEndOf(scene);
  return (
    <>
      <li title={ACTUAL.explained}>
        <span className="legend-planned" />
        {ACTUAL.legend}
      </li>
      {end ? (
        <li>
          <span className="legend-calendar-end" />
          {calendarEndText(end.date)}
        </li>
      ) : null}
    </>
  );
};
