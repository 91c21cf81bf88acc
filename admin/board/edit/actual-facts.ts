import { formatDate, formatEnd, formatInstant } from '../../../server/domain/ground/plant-time.ts';
import { DEFECTS } from '../../../server/domain/texts/plan/reasons.ts';
import { ACTUAL, withNote } from '../../texts/board/actual.ts';
import { pieces } from '../../texts/board/board.ts';
import type { Entry } from '../chart/scene/bars.ts';

const span = (from: string | null, to: string | null): string => `${from ? formatInstant(from) : ''} 〜 ${to ? formatEnd(to) : ''}`.trim();

/** What has happened, to the minute, where the plan had it, who said so, and what came of it. */
export function actualFacts({ actual, facility_name: facility }: Entry): [string, string][] {
  if (!actual) return [];
  const { started_at, finished_at, day, closed_by, planned_start, planned_end, facility_name, worker, good, defect } = actual;
  const when = started_at || finished_at ? span(started_at, finished_at) : day && formatDate(day);
  const facts: [string, string | null][] = [
    [ACTUAL.planned, planned_start && planned_end ? span(planned_start, planned_end) : null],
    [ACTUAL.happened, when && withNote(when, facility_name === facility ? null : facility_name)],
    [ACTUAL.closed, closed_by && ACTUAL.closedBy[closed_by]],
    [ACTUAL.worker, worker],
    [ACTUAL.good, good === null ? null : withNote(pieces(good), defect && DEFECTS[defect])],
  ];
  return facts.flatMap(([term, text]) => (text ? [[term, text]] : []));
}
