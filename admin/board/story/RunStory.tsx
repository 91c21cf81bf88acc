import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { Fragment } from 'react';
import { REPORT } from '../../texts/board/runs.ts';
import { isWorse, lateNow, lateSaid, movedSaid, notPlanned, staysSaid } from '../../texts/board/story.ts';
import type { RunReport } from './report/use-report.ts';

interface Props {
  run: RunReport;
  /** Room for the sentence is short: less is said before it, or in it, too. */
  brief?: 'lead' | 'both' | undefined;
  /** Opens the messages. */
  onMessages(): void;
}

type Unplanned = Pick<RunReport, 'unplaced' | 'excluded_orders'>;

/** Whether a run left anything out of the plan. */
export const hasNotPlanned = (run: Unplanned): boolean => notPlanned(run).some(({ count }) => count > 0);

/** Tasks and orders without a place in the plan; those that there are stand in red and lead to the messages. */
export const NotPlanned = ({ run, onMessages }: { run: Unplanned; onMessages(): void }) =>
  notPlanned(run).map(({ text, count }, at) => (
    <Fragment key={text}>
      {at > 0 ? REPORT.comma : ''}
      {count === 0 ? (
        <span>{text}</span>
      ) : (
        <Link
          component="button"
          type="button"
          color="error"
          onClick={onMessages}
          sx={{ font: 'inherit', fontWeight: 700, verticalAlign: 'baseline' }}
        >
          {text}
        </Link>
      )}
    </Fragment>
  ));

/** A run beside no plan: no order became late or was saved by it, and nothing has moved. */
export const isFirst = ({ late_before }: RunReport): boolean => late_before === null;

/** A run from before to after: late orders with their days, in red where they became more, moved bars, and what could not be planned, if there is any; or that the plan stays as it is. */
export const RunStory = ({ run, brief, onMessages }: Props) => {
  const stays = staysSaid(run);
  return (
    <>
      {stays ?? (brief ? '' : REPORT.done)}
      <Box component="span" sx={isWorse(run) ? { color: 'error.main' } : {}}>
        {stays === undefined ? lateSaid(run) : lateNow(run)}
      </Box>
      {stays !== undefined || isFirst(run) ? null : `${REPORT.comma}${movedSaid(run, brief === 'both')}`}
      {hasNotPlanned(run) ? (
        <>
          {REPORT.comma}
          <NotPlanned run={run} onMessages={onMessages} />
        </>
      ) : null}
    </>
  );
};
