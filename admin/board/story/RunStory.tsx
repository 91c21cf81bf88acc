import Link from '@mui/material/Link';
import { notPlanned } from '../../../texts/board/runs.ts';
import type { RunReport } from './use-report.ts';

interface Props {
  report: Pick<RunReport, 'unplaced' | 'excluded_orders'>;
  onMessages(): void;
}

/** What is not in the plan; a way to the messages that say why, where there is something. */
export const NotPlanned = ({ report, onMessages }: Props) =>
  report.unplaced > 0 || report.excluded_orders ? (
    <Link
      component="button"
      type="button"
      color="error"
      onClick={onMessages}
      sx={{ font: 'inherit', fontWeight: 700, verticalAlign: 'baseline' }}
    >
      {notPlanned(report)}
    </Link>
  ) : (
    <span>{notPlanned(report)}</span>
  );
