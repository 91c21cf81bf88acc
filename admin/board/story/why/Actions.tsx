import Handshake from '@mui/icons-material/HandshakeOutlined';
import PlayArrow from '@mui/icons-material/PlayArrow';
import Box from '@mui/material/Box';
import { type ReactNode, useState } from 'react';
import type { Success } from '../../../../server/contract/handlers.ts';
import { PriorityChoice } from '../../../parts/PriorityChoice.tsx';
import { RoleButton } from '../../../parts/RoleButton.tsx';
import { capacityText, gainText, partnerText, priceTexts, WHY } from '../../../texts/board/why.ts';
import { PRIORITY } from '../../../texts/priority.ts';
import { FirstDialog, type Running } from './FirstDialog.tsx';
import { type Cause, isUseless, type Lateness, LOW } from './layout.ts';
import { useAdvice } from './use-advice.ts';

interface Props {
  lateness: Lateness;
  run: Running;
}

/** Each price beside its button: the first offers with what they cost are seen in the lowest frame. */
const OFFERS = {
  display: 'grid',
  gap: 0.5,
  alignContent: 'start',
  width: { xs: '100%', sm: 360 },
  flexShrink: 0,
  fontSize: 11.5,
  lineHeight: 1.3,
  [LOW]: { width: { sm: 404 } },
  '& > div:has(> *)': { display: 'grid', gridTemplateColumns: '166px minmax(0, 1fr)', columnGap: 1, alignItems: 'start' },
  '& .MuiButton-root': { minHeight: 28, py: 0, px: 1, fontSize: 12 },
} as const;

const has = ({ parts }: Lateness, ...causes: readonly Cause[]): boolean => parts.some(({ part }) => causes.includes(part));

/** What helps, each with its price as soon as that is computed: going first, an answer of the partner, more of the facility. */
export const Actions = ({ lateness, run }: Props) => {
  const { order_id, wait, away } = lateness;
  const others = has(lateness, 'later_due', 'earlier_due') || (wait?.in_the_way.length ?? 0) > 0;
  const partner = away !== null || has(lateness, 'outsourcing_lead');
  const { advice, refining } = useAdvice(order_id);
  const capacity = (wait !== null && has(lateness, 'earlier_due')) || !!advice?.capacity;
  return (
    <Box sx={OFFERS}>
      {advice?.replanned && (advice.first ?? advice.partner ?? advice.capacity) ? (
        <Box sx={{ color: 'text.secondary' }}>{WHY.replanned}</Box>
      ) : null}
      {others ? <First lateness={lateness} effect={advice?.first ?? null} refining={refining} run={run} /> : null}
      {partner ? (
        <Offer price={advice?.partner ? partnerText(advice.partner) : undefined}>
          <RoleButton
            operation="listOutsourcingWork"
            variant={others ? 'outlined' : 'contained'}
            size="small"
            fullWidth
            startIcon={<Handshake />}
            to={away ? `/outsourcing-work?entry=${away.entry_id}` : '/outsourcing-work'}
          >
            {WHY.partner}
          </RoleButton>
        </Offer>
      ) : null}
      {capacity ? (
        <Offer price={advice?.capacity ? capacityText(advice.capacity, advice.refining) : undefined}>
          <RoleButton operation="getAvailability" variant="outlined" size="small" fullWidth to="/facility_availability">
            {WHY.capacity}
          </RoleButton>
        </Offer>
      ) : null}
      <OwnPriority key={order_id} lateness={lateness} />
    </Box>
  );
};

/** 優先度 of the order, which the next run obeys. */
const OwnPriority = ({ lateness: { order_id, serial_number, priority } }: Pick<Props, 'lateness'>) => {
  const [chosen, choose] = useState(priority);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {PRIORITY.title}
      </Box>
      <PriorityChoice order={order_id} serial={serial_number} priority={chosen} onChosen={choose} />
    </Box>
  );
};

const Offer = ({ price, children }: { price: ReactNode; children: ReactNode }) => (
  <Box>
    {children}
    {price === undefined ? null : <Box sx={{ mt: 0.25, color: 'text.secondary' }}>{price}</Box>}
  </Box>
);

type Effect = Success<'getAdvice'>['first'];

/** この製番を先にして立案, with what it wins and who pays. It can be pressed before that is known: only what is known to win nothing cannot. */
const First = ({ lateness, effect, refining, run }: Props & { effect: Effect; refining: boolean }) => {
  const [asking, ask] = useState(false);
  return (
    <Box>
      <RoleButton
        operation="runSchedule"
        variant="contained"
        size="small"
        fullWidth
        startIcon={<PlayArrow />}
        disabled={isUseless(effect, refining) || run.pending !== false}
        onClick={() => ask(true)}
      >
        {WHY.first}
      </RoleButton>
      <Box sx={{ mt: 0.25 }} aria-live="polite">
        {effect === null ? (
          <Box sx={{ color: 'text.secondary' }}>{refining ? WHY.computing : WHY.firstUseless}</Box>
        ) : (
          <Price effect={effect} refining={refining} />
        )}
      </Box>
      <FirstDialog lateness={lateness} effect={effect} refining={refining} open={asking} run={run} onClose={() => ask(false)} />
    </Box>
  );
};

const Price = ({ effect, refining }: { effect: NonNullable<Effect>; refining: boolean }) => {
  const price = priceTexts(effect, refining);
  return (
    <>
      <Box>
        <Box component="b" sx={{ color: 'success.main' }}>
          {gainText(effect)}
        </Box>
        {price?.pays}
      </Box>
      {price ? <Box>{price.total}</Box> : <Box sx={{ color: 'text.secondary' }}>{WHY.refining}</Box>}
    </>
  );
};
