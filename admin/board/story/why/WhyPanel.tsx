import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import { epochMs } from '../../../../server/domain/ground/plant-time.ts';
import { tint } from '../../../layout/palette.ts';
import { messageOf } from '../../../providers/client.ts';
import { now } from '../../../providers/clock.ts';
import { mateText, stepText, stretchText, WHY, waitSaid } from '../../../texts/board/why.ts';
import { WholeWords } from '../../run/WholeWords.tsx';
import type { Jump } from '../../search/quick/jump.ts';
import { OrderButton } from '../lists/OrderButton.tsx';
import { Actions } from './Actions.tsx';
import { DaysRow } from './DaysRow.tsx';
import type { Running } from './FirstDialog.tsx';
import { InFrontList } from './InFrontList.tsx';
import { type Lateness, LOW, type Wait } from './layout.ts';
import { useLateness } from './use-lateness.ts';
import { WaitTimeline } from './WaitTimeline.tsx';

interface Props {
  id: string;
  order: number;
  /** Undefined: the plan is only looked at, and nothing is done about it. */
  run: Running | undefined;
  /** Shows the bar of another order, and stays with this one. */
  onShow(jump: Jump): void;
}

/** Room of the row of days, of the words over the timeline, and of the timeline above its legend: no letter is cut where the lowest frame ends. */
const LOW_PX = 27 + 20 + 84 + 4;

const FRAME = {
  // One height, whatever it says and whenever prices come: the board below keeps its place, and on a low screen its rows.
  height: `clamp(${LOW_PX}px, calc(100vh - 592px), 216px)`,
  [LOW]: { height: LOW_PX },
  overflow: 'auto',
  borderTop: 1,
  borderColor: 'divider',
  px: 1.75,
  pb: 1,
  fontSize: 13,
  fontVariantNumeric: 'tabular-nums',
  // A shadow at the foot while something is below it: what lies over the shadow scrolls with the content.
  background: `linear-gradient(${tint('paper')}, ${tint('paper')}) bottom / 100% 12px no-repeat local, linear-gradient(transparent, ${tint('edge')}) bottom / 100% 9px no-repeat scroll`,
} as const;

/** 遅れの理由: what the days of a late order are made of, where it waits and for whom, and what helps. */
export const WhyPanel = ({ id, order, run, onShow }: Props) => {
  const { data, error } = useLateness(order);
  return (
    <Box id={id} role="region" aria-label={WHY.label} tabIndex={0} sx={FRAME}>
      {error ? <Box sx={{ color: 'error.main', py: 1 }}>{messageOf(error)}</Box> : null}
      {data ? <Reasons lateness={data} run={run} onShow={onShow} /> : error ? null : <LinearProgress sx={{ my: 2 }} />}
    </Box>
  );
};

type ReasonsProps = Pick<Props, 'run' | 'onShow'> & { lateness: Lateness };

const Reasons = ({ lateness, run, onShow }: ReasonsProps) => {
  const { wait } = lateness;
  return (
    <>
      <DaysRow lateness={lateness} />
      <Box sx={{ display: 'flex', flexWrap: { xs: 'wrap', lg: 'nowrap' }, gap: 1.5, alignItems: 'flex-start' }}>
        {wait ? <Waiting wait={wait} onShow={onShow} /> : <Alone lateness={lateness} onShow={onShow} />}
        {run ? (
          <Actions lateness={lateness} run={run} />
        ) : (
          <Box sx={{ flexShrink: 0, maxWidth: '100%', color: 'text.secondary', fontSize: 12, lineHeight: '20px' }}>{WHY.published}</Box>
        )}
      </Box>
    </>
  );
};

/** Where it stands instead, of a wait for a place that never came free. */
const elsewhere = ({ there, bar }: Wait): string[] => (there || bar.place_name === null ? [] : [WHY.elsewhere(bar.place_name)]);

/** The facility that it waits for, and who is in front. */
const Waiting = ({ wait, onShow }: { wait: Wait; onShow(jump: Jump): void }) => {
  const { bar, facility_name, from, to, mate } = wait;
  return (
    <>
      <Box sx={{ flex: '1 1 0', minWidth: { xs: '100%', md: 280 } }}>
        <Box
          sx={{ display: 'flex', columnGap: 1, alignItems: 'center', minHeight: 20 }}
          title={[waitSaid(wait), ...elsewhere(wait)].join('\n')}
        >
          <Box component="h2" sx={{ m: 0, fontSize: 13, fontWeight: 700, whiteSpace: { lg: 'nowrap' } }}>
            {WHY.waiting} {bar.task_name} {facility_name} {stretchText(from, to)}
          </Box>
          <WholeWords parts={[waitSaid(wait), ...elsewhere(wait)]} sx={{ flex: 1, fontSize: 12, color: 'text.secondary' }} />
        </Box>
        <WaitTimeline key={bar.entry_id} wait={wait} onShow={onShow} />
        {mate ? (
          <Box sx={{ fontSize: 11.5, color: 'text.secondary', pt: 0.25 }}>
            <OrderButton onShow={() => onShow(mate.bar)}>{mate.bar.unique_order}</OrderButton> {mateText(mate)}
          </Box>
        ) : null}
      </Box>
      <Box sx={{ flex: '0 0 auto', minWidth: { xs: '100%', md: 300 }, maxWidth: '100%' }}>
        <InFrontList key={bar.entry_id} wait={wait} onShow={onShow} />
      </Box>
    </>
  );
};

/** An order that waits for no facility: its work outside, and what helps. */
const Alone = ({ lateness: { away, advice }, onShow }: { lateness: Lateness; onShow(jump: Jump): void }) => (
  <Box sx={{ flex: 1, minWidth: 0 }}>
    {away ? (
      <Box>
        <b>{epochMs(away.start_date) > now() ? WHY.toGo : WHY.away}</b>{' '}
        <OrderButton onShow={() => onShow(away)}>{away.unique_order}</OrderButton> {stepText(away)}{' '}
        {stretchText(away.start_date, away.end_date)}
      </Box>
    ) : null}
    {advice ? <Box sx={{ color: 'text.secondary' }}>{advice}</Box> : null}
  </Box>
);
