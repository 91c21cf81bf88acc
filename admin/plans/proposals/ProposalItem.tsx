import AltRoute from '@mui/icons-material/AltRoute';
import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { tint } from '../../layout/palette.ts';
import { RoleButton } from '../../parts/RoleButton.tsx';
import { COMPARE, changedDays, gainsText, PROPOSALS } from '../../texts/plans.ts';
import { ganttPath } from '../ways.ts';
import type { Proposal } from './use-proposals.ts';

interface Props {
  proposal: Proposal;
  busy: boolean;
  /** Its scenario is being made, of this one or another. */
  disabled: boolean;
  onMake(): void;
  /** The page is left for the board. */
  onLeave?: (() => void) | undefined;
}

/** A change of the plant that was tried: what it is, what it gains and moves, from what it comes, and the way to its scenario. */
export const ProposalItem = ({ proposal, busy, disabled, onMake, onLeave }: Props) => {
  const { id, premises, text, why, late_of, late_orders, late_days, gain_days, moved_orders, moved_entries, plan } = proposal;
  const saved = late_days[0]! - late_days[1]!;
  return (
    <Box component="li" aria-label={text} sx={ITEM}>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Box aria-hidden sx={NUMBER}>
          {id}
        </Box>
        <Box sx={{ minWidth: 0, fontWeight: 700, overflowWrap: 'anywhere' }}>
          {premises.map((premise) => (
            <div key={premise.text}>{premise.text}</div>
          ))}
        </Box>
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 0.75, my: 0.25 }}>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {PROPOSALS.late(late_orders[0]!)}
        </Box>
        <Box component="span" sx={{ fontSize: '1.35rem', fontWeight: 700, lineHeight: 1.3 }}>
          {late_orders[1]}
        </Box>
        {PROPOSALS.orders}
        <Box component="span" sx={{ ...CHIP, ...(saved > 0 ? GAINS : {}) }}>
          {changedDays(-saved)}
        </Box>
      </Box>
      <Box component="dl" sx={FACTS}>
        <dt>{PROPOSALS.checked}</dt>
        <dd>{gainsText(gain_days)}</dd>
        <dt>{PROPOSALS.moved}</dt>
        <dd>{COMPARE.moved(moved_orders, moved_entries)}</dd>
        <dt>{PROPOSALS.cause}</dt>
        <dd>{PROPOSALS.causeOf(why, late_of)}</dd>
      </Box>
      {plan === null ? (
        <RoleButton
          operation="tryProposal"
          variant="outlined"
          startIcon={<AltRoute />}
          aria-label={PROPOSALS.makeOf(text)}
          loading={busy}
          disabled={disabled}
          onClick={onMake}
          sx={ACT}
        >
          {PROPOSALS.make}
        </RoleButton>
      ) : (
        <Button
          component={Link}
          to={ganttPath({ id: plan, kind: 'scenario' })}
          variant="outlined"
          color="success"
          startIcon={<CheckCircle />}
          onClick={onLeave}
          sx={ACT}
        >
          {PROPOSALS.there}
        </Button>
      )}
    </Box>
  );
};

const ITEM = { minWidth: 0, py: 1.25, borderTop: 1, borderColor: 'divider', fontSize: '0.85rem', breakInside: 'avoid' } as const;
const NUMBER = {
  flexShrink: 0,
  width: 22,
  height: 22,
  borderRadius: '50%',
  bgcolor: tint('pill'),
  color: 'primary.main',
  display: 'grid',
  placeItems: 'center',
  fontSize: '0.8rem',
  fontWeight: 700,
} as const;
const CHIP = {
  ml: 'auto',
  px: 1,
  borderRadius: 2.5,
  bgcolor: tint('pill'),
  fontWeight: 700,
  lineHeight: '22px',
  whiteSpace: 'nowrap',
} as const;
const GAINS = { bgcolor: tint('finished'), color: 'success.main' } as const;
const FACTS = {
  display: 'grid',
  gridTemplateColumns: 'max-content minmax(0, 1fr)',
  columnGap: 1.5,
  m: 0,
  fontSize: '0.8rem',
  '& dt': { color: 'text.secondary' },
  '& dd': { m: 0, overflowWrap: 'anywhere' },
} as const;
const ACT = { mt: 0.75, minHeight: 28, py: 0, px: 1.25 } as const;
