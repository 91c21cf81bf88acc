import Close from '@mui/icons-material/Close';
import Layers from '@mui/icons-material/LayersOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CARD_LINE_PX } from '../board/run/card-line.ts';
import { tint } from '../layout/palette.ts';
import { messageOf } from '../providers/client.ts';
import { type Plan, usePublished } from '../providers/plan/published.ts';
import { useMay } from '../providers/roles.ts';
import { besidePublished, kindOf, lateText, PLANS } from '../texts/plans.ts';
import { StaleMark } from './StaleMark.tsx';
import type { Adopting } from './use-adopt.ts';
import { usePlanOf } from './use-plans.ts';
import { comparePath } from './ways.ts';

/** The ground of the band, on which nothing else stands: it cannot be missed. */
const BAND = {
  display: 'flex',
  alignItems: 'center',
  flexWrap: { xs: 'wrap', lg: 'nowrap' },
  columnGap: 1.25,
  rowGap: 0.25,
  minHeight: CARD_LINE_PX,
  mt: 0.5,
  pl: 1.5,
  pr: 0.5,
  py: { xs: 0.5, lg: 0 },
  flexShrink: 0,
  borderRadius: 1,
  fontSize: '0.85rem',
  whiteSpace: 'nowrap',
  '& .MuiButton-root': { minHeight: 26, py: 0, px: 1.25, flexShrink: 0 },
  '& .MuiButton-root:not(.MuiButton-contained)': { color: 'inherit', borderColor: 'currentColor' },
} as const;
const STRONG = {
  ...BAND,
  bgcolor: tint('plan'),
  color: tint('on-plan'),
  '& .MuiButton-contained': { bgcolor: tint('on-plan'), color: tint('plan'), '&:hover': { bgcolor: tint('on-plan') } },
  '& :focus-visible': { outlineColor: 'currentColor' },
} as const;
/** Beside the published plan the dotted places of another one are no other plan. */
const QUIET = { ...BAND, bgcolor: tint('pill'), border: 1, borderColor: tint('frame') } as const;

const KIND = { px: 0.75, border: 1, borderColor: 'currentColor', borderRadius: 1, fontSize: '0.75rem', lineHeight: '18px' } as const;

interface Props {
  /** The plan that is shown; undefined: the published one. */
  plan: number | undefined;
  /** The plan whose places stand beside the bars. */
  other: number | undefined;
  adopting: Adopting;
  onPlan(plan: number | undefined): void;
  onOther(plan: number | undefined): void;
}

/** Above a board that shows another plan than the published one: which it is, how late it is, and what can be done with it. Nothing where the published one stands alone. */
export const PlanBand = ({ plan, other, ...ways }: Props) => {
  if (plan !== undefined) return <ShownBand key={plan} plan={plan} other={other} {...ways} />;
  return other === undefined ? null : (
    <Box component="section" aria-label={PLANS.band} sx={QUIET}>
      <b>{PLANS.published}</b>
      <Ghosts other={other} onOther={ways.onOther} />
      <Rest />
      <Button component={Link} to={comparePath(other)} variant="outlined">
        {PLANS.compare}
      </Button>
    </Box>
  );
};

const Rest = () => <Box sx={{ flex: 1 }} />;

/** Whose places are dotted, until they are taken away. */
const Ghosts = ({ other, onOther }: { other: number; onOther: Props['onOther'] }) => {
  const { data } = usePlanOf(other);
  return (
    <ButtonBase
      title={PLANS.noGhosts}
      onClick={() => onOther(undefined)}
      sx={{ gap: 0.5, px: 0.75, minHeight: 26, borderRadius: 1, border: '1px dashed', borderColor: 'currentColor', fontSize: '0.8rem' }}
    >
      {data ? PLANS.ghostsOf(data.name) : PLANS.loading}
      <Close sx={{ fontSize: 16 }} aria-label={PLANS.noGhosts} />
    </ButtonBase>
  );
};

type ShownProps = Props & { plan: number };

const ShownBand = ({ plan, other, adopting, onPlan, onOther }: ShownProps) => {
  const { data, error } = usePlanOf(plan);
  const published = usePublished().data ?? undefined;
  const may = useMay('adoptPlan');
  return (
    <Box component="section" aria-label={PLANS.band} sx={STRONG}>
      <Layers fontSize="small" />
      {data ? <Told plan={data} published={published} /> : <span>{error ? messageOf(error) : PLANS.loading}</span>}
      <Rest />
      {other !== undefined ? <Ghosts other={other} onOther={onOther} /> : null}
      {other === undefined && published ? <Button onClick={() => onOther(published.id)}>{PLANS.ghosts}</Button> : null}
      <Button component={Link} to={comparePath(plan)} variant="outlined">
        {PLANS.comparePublished}
      </Button>
      {may && data ? (
        <Button
          variant="contained"
          loading={adopting.busy === plan}
          disabled={adopting.busy !== undefined}
          onClick={() => void adopting.adopt(data)}
        >
          {data.kind === 'former' ? PLANS.takeBack : PLANS.adopt}
        </Button>
      ) : null}
      <Button variant="outlined" onClick={() => onPlan(undefined)}>
        {PLANS.back}
      </Button>
    </Box>
  );
};

/** Gives way to the buttons where the line is short. */
const Yielding = ({ children, title }: { children: ReactNode; title: string }) => (
  <Box component="span" title={title} sx={{ flex: { lg: '0 1 auto' }, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
    {children}
  </Box>
);

/** Name, kind and figures, and how these are beside those of the published plan. */
const Told = ({ plan, published }: { plan: Plan; published: Plan | undefined }) => {
  const { name, figures, stale, stale_of } = plan;
  const kind = kindOf(plan);
  const beside = figures && published?.figures ? besidePublished(figures, published.figures) : undefined;
  return (
    <>
      <Box component="h2" title={PLANS.readOnly} sx={{ m: 0, fontSize: '0.95rem', fontWeight: 700 }}>
        {name}
      </Box>
      {kind === '' ? null : (
        <Box component="span" sx={KIND}>
          {kind}
        </Box>
      )}
      {figures ? <b>{lateText(figures)}</b> : null}
      {beside ? <Yielding title={beside}>{beside}</Yielding> : null}
      {stale ? <StaleMark parts={stale_of} /> : null}
    </>
  );
};
