import WarningAmber from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import { Fragment } from 'react';
import { tint } from '../../../layout/palette.ts';
import { RoleButton } from '../../../parts/RoleButton.tsx';
import { REPORT } from '../../../texts/board/runs.ts';
import { othersText } from '../../../texts/board/story.ts';
import type { useRun } from '../../run/use-run.ts';
import type { Jump } from '../../search/quick/jump.ts';
import { OrderButton, wayTo } from '../lists/OrderButton.tsx';
import type { RunReport } from './use-report.ts';

/** Orders that are named; the list has them all. */
export const NAMED = 3;

const NOTE = {
  display: 'flex',
  alignItems: 'center',
  flexWrap: { xs: 'wrap', md: 'nowrap' },
  columnGap: 1.25,
  rowGap: 0.5,
  px: 1.5,
  py: 0.75,
  bgcolor: tint('caution'),
  fontSize: '0.82rem',
  // Alone in its frame it needs no line of its own.
  '&:not(:first-of-type)': { borderTop: 1, borderColor: 'divider' },
} as const;

interface Props {
  report: RunReport;
  onJump(jump: Jump): void;
  /** Opens the run dialog. */
  onAsk: ReturnType<typeof useRun>['ask'];
}

/** Orders made late by 固定日数, with the way to a run without any; nothing where none is. */
export const BehindFrozen = ({ report, onJump, onAsk }: Props) => {
  const { behind_frozen: orders, behind_frozen_count: count, frozen_days } = report;
  if (count === 0 || frozen_days === null) return null;
  const named = orders.slice(0, NAMED);
  return (
    <Box role="note" aria-label={REPORT.behindTitle} sx={NOTE}>
      <WarningAmber color="warning" fontSize="small" />
      <Box sx={{ flex: 1, minWidth: 240 }}>
        <b>{REPORT.behind(count, frozen_days)}</b>
        {': '}
        {named.map((order, index) => (
          <Fragment key={order.order_id}>
            {index > 0 ? REPORT.comma : ''}
            <OrderButton onShow={wayTo(order, onJump)}>{order.serial_number}</OrderButton>{' '}
            {REPORT.behindOrder(order.late_days_before, order.late_days, order.gain_days)}
          </Fragment>
        ))}
        {count > named.length ? ` ${othersText(count - named.length)}` : ''}
        {'。'}
        {REPORT.behindAdvice}
      </Box>
      <RoleButton operation="runSchedule" onClick={() => onAsk({ frozen_days: 0 })} sx={{ minHeight: 32, whiteSpace: 'nowrap' }}>
        {REPORT.behindAgain}
      </RoleButton>
    </Box>
  );
};
