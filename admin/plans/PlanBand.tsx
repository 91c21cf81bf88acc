import Layers from '@mui/icons-material/LayersOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Tooltip from '@mui/material/Tooltip';
import { Link } from 'react-router';
import { CARD_LINE_PX } from '../board/run/card-line.ts';
import { useYielding } from '../board/run/use-yielding.ts';
import { tint } from '../layout/palette.ts';
import { messageOf } from '../providers/client.ts';
import { type Plan, usePublished } from '../providers/plan/published.ts';
import { useMay } from '../providers/roles.ts';
import { ADOPT, besidePublished, kindOf, lateText, PLANS, PREMISES } from '../texts/plans.ts';
import { Planning } from './Planning.tsx';
import { StaleMark } from './StaleMark.tsx';
import type { Adopting } from './use-adopt.ts';
import { isPlanned, usePlanOf } from './use-plans.ts';
import { useSeen } from './use-seen.ts';
import { comparePath } from './ways.ts';

/** The ground of the band, on which nothing else stands: it cannot be missed. */
const BAND = { mt: 0.5, flexShrink: 0, borderRadius: 1, fontSize: '0.85rem' } as const;
const STRONG = {
  ...BAND,
  bgcolor: tint('plan-ground'),
  color: tint('on-plan'),
  '& .MuiButton-contained': { bgcolor: tint('on-plan'), color: tint('plan-ground'), '&:hover': { bgcolor: tint('on-plan') } },
  '& .MuiButton-contained.Mui-disabled': { bgcolor: tint('on-plan'), color: tint('plan-ground'), opacity: 0.55 },
  '& .MuiSwitch-switchBase, & .MuiSwitch-switchBase.Mui-checked': { color: tint('on-plan') },
  '& .MuiSwitch-switchBase + .MuiSwitch-track, & .MuiSwitch-switchBase.Mui-checked + .MuiSwitch-track': { bgcolor: tint('on-plan') },
  '&& .MuiFormControlLabel-label.Mui-disabled': { color: 'inherit', opacity: 0.65 },
  '& :focus-visible': { outlineColor: 'currentColor' },
} as const;
/** Beside the published plan the dotted places of another one are no other plan. */
const QUIET = { ...BAND, bgcolor: tint('pill'), border: 1, borderColor: tint('frame') } as const;

/** What is said and can be done, in one line where the window is wide. */
const LINE = {
  display: 'flex',
  alignItems: 'center',
  flexWrap: { xs: 'wrap', lg: 'nowrap' },
  columnGap: 1.25,
  rowGap: 0.25,
  minHeight: CARD_LINE_PX,
  pl: 1.5,
  pr: 0.5,
  py: { xs: 0.5, lg: 0 },
  whiteSpace: 'nowrap',
  '& > *': { flexShrink: 0 },
  '& .MuiButton-root': { minHeight: 26, py: 0, px: 1.25 },
  '& .MuiButton-root:not(.MuiButton-contained)': { color: 'inherit', borderColor: 'currentColor' },
} as const;

/** Of a long name the beginning, so that the buttons stay in sight. */
const NAME = {
  m: 0,
  maxWidth: { xs: '100%', lg: '18em' },
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  fontSize: '0.95rem',
  fontWeight: 700,
} as const;
const KIND = { px: 0.75, border: 1, borderColor: 'currentColor', borderRadius: 1, fontSize: '0.75rem', lineHeight: '18px' } as const;

interface Props {
  /** The plan that is shown; undefined: the published one. */
  plan: number | undefined;
  /** The plan whose places stand beside the bars. */
  other: number | undefined;
  /** Why no places can be shown now. */
  noPlaces?: string | undefined;
  adopting: Adopting;
  onPlan(plan: number | undefined): void;
  onOther(plan: number | undefined): void;
}

/** Above a board that shows another plan than the published one: which it is, how late it is, and what can be done with it. Nothing where the published one stands alone. */
export const PlanBand = ({ plan, other, ...ways }: Props) => {
  if (plan !== undefined) return <ShownBand key={plan} plan={plan} other={other} {...ways} />;
  return other === undefined ? null : (
    <Box component="section" aria-label={PLANS.band} sx={QUIET}>
      <Box sx={LINE}>
        <b>{PLANS.published}</b>
        <Places other={other} {...ways} />
        <Rest />
        <Button component={Link} to={comparePath(other)} variant="outlined">
          {PLANS.compare}
        </Button>
      </Box>
    </Box>
  );
};

const Rest = () => <Box sx={{ flex: 1 }} />;

/** Switches the dotted places of another plan: of the published one, unless the address names another. */
const Places = ({ other, noPlaces, onOther }: Pick<Props, 'other' | 'noPlaces' | 'onOther'>) => {
  const published = usePublished().data?.id;
  const { data } = usePlanOf(other === published ? undefined : other);
  if (other === undefined && published === undefined) return null;
  return (
    <Tooltip describeChild title={noPlaces ?? PLANS.ghostsHint}>
      <FormControlLabel
        disabled={noPlaces !== undefined}
        label={data ? PLANS.ghostsOf(data.name) : PLANS.ghosts}
        control={<Switch size="small" checked={other !== undefined} onChange={(_, on) => onOther(on ? published : undefined)} />}
        sx={{ m: 0, gap: 0.25, '& .MuiFormControlLabel-label': { fontSize: '0.8rem' } }}
      />
    </Tooltip>
  );
};

type ShownProps = Props & { plan: number };

/** Words that give way, one after the other, until the line fits: of the buttons, of the stale plan, of what its figures stand beside, its kind; at last the differences, whole. */
const STEPS = { compare: 1, beside: 2, stale: 3, kind: 4, difference: 5 } as const;

const ShownBand = ({ plan, other, noPlaces, adopting, onPlan, onOther }: ShownProps) => {
  const { data, error } = usePlanOf(plan);
  const published = usePublished().data ?? undefined;
  const seen = useSeen();
  const [line, step] = useYielding(STEPS.difference, JSON.stringify([data, published?.figures, other]));
  return (
    <Box component="section" aria-label={PLANS.band} sx={STRONG}>
      <Box ref={line} sx={LINE}>
        <Layers fontSize="small" />
        {data ? <Told plan={data} published={published} step={step} /> : <span>{error ? messageOf(error) : PLANS.loading}</span>}
        <Rest />
        {data?.kind === 'scenario' ? <Planning scenario={data} brief={step >= STEPS.compare} /> : null}
        <Places other={other} noPlaces={noPlaces} onOther={onOther} />
        <Button component={Link} to={comparePath(plan)} variant="outlined" aria-label={PLANS.comparePublished}>
          {step < STEPS.compare ? PLANS.comparePublished : PLANS.compareBrief}
        </Button>
        {data ? <Adopt plan={data} adopting={adopting} running={seen.running} onAdopt={() => void adopting.adopt(data, seen)} /> : null}
        <Button variant="outlined" onClick={() => onPlan(undefined)}>
          {PLANS.back}
        </Button>
      </Box>
      <Box role="status" sx={{ pl: 1.5, pr: 1.5, '&:not(:empty)': { pb: 0.75 } }}>
        {data?.error ? PREMISES.failed(data.error) : ''}
        {seen.changed ? ADOPT.sentence(seen.changed.text) : ''}
        {seen.running ? PLANS.running : ''}
      </Box>
    </Box>
  );
};

interface AdoptProps extends Pick<Props, 'adopting'> {
  plan: Plan;
  /** A run is pending. */
  running: boolean;
  onAdopt(): void;
}

/** Publishes the plan that is shown; for who may. */
const Adopt = ({ plan, adopting: { busy }, running, onAdopt }: AdoptProps) =>
  useMay('adoptPlan') ? (
    <Button variant="contained" loading={busy === plan.id} disabled={busy !== undefined || running || isPlanned(plan)} onClick={onAdopt}>
      {ADOPT.verb(plan)}
    </Button>
  ) : null;

/** Name, kind and figures, and how these are beside those of the published plan. */
const Told = ({ plan, published, step }: { plan: Plan; published: Plan | undefined; step: number }) => {
  const { name, figures, stale, stale_of } = plan;
  const kind = kindOf(plan);
  const [whole, brief] = [false, true].map((isBrief) =>
    figures && published?.figures ? besidePublished(figures, published.figures, isBrief) : '',
  );
  return (
    <>
      <Box component="h2" title={`${name}\n${plan.kind === 'scenario' ? PLANS.editable : PLANS.readOnly}`} sx={NAME}>
        {name}
      </Box>
      {kind === '' || step >= STEPS.kind ? null : (
        <Box component="span" sx={KIND}>
          {kind}
        </Box>
      )}
      {figures ? <b>{lateText(figures)}</b> : null}
      {whole && step < STEPS.difference ? <span title={whole}>{step < STEPS.beside ? whole : `(${brief})`}</span> : null}
      {stale ? <StaleMark parts={stale_of} brief={step >= STEPS.stale} /> : null}
    </>
  );
};
