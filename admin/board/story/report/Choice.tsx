import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonGroup from '@mui/material/ButtonGroup';
import ClickAwayListener from '@mui/material/ClickAwayListener';
import Paper from '@mui/material/Paper';
import Popper from '@mui/material/Popper';
import { useEffect, useRef, useState } from 'react';
import { RUN_TEXTS } from '../../../../server/domain/texts/plan/runs.ts';
import { tint } from '../../../layout/palette.ts';
import { RoleButton } from '../../../parts/RoleButton.tsx';
import { SeenNote } from '../../../plans/SeenNote.tsx';
import { type Seen, useSeen } from '../../../plans/use-seen.ts';
import { CHOICE, CHOICE_ROWS } from '../../../texts/board/runs.ts';
import { numberOf, PLANS } from '../../../texts/plans.ts';
import { ChoiceCurve } from './ChoiceCurve.tsx';
import type { OfferedPlan, Reporting, RunReport } from './use-report.ts';

type Offered = RunReport['alternatives'][number];

/** Windows in which four plans with all their figures stand beside the sentence. */
const WIDE = '@media (min-width: 1800px)';

/** How long the pointer may be away before what it opened closes. */
const LINGER_MS = 250;

interface Props {
  report: RunReport;
  reporting: Pick<Reporting, 'offer' | 'adopt' | 'adopting' | 'look'>;
}

/** A plan that is looked at, beside what; `held`: it was pressed, and stays. */
interface Looked {
  id: number;
  anchor: HTMLElement;
  held: boolean;
}

/** The plan that is looked at: by pointer while that is over it, by press until Escape, a press elsewhere, or another one of its button. */
function useLook(onLook: (plan: OfferedPlan | undefined) => void) {
  const [looked, setLooked] = useState<Looked>();
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stay = (): void => clearTimeout(leaving.current);
  const close = (): void => {
    stay();
    setLooked(undefined);
    onLook(undefined);
  };
  useEffect(() => () => clearTimeout(leaving.current), []);
  const look = ({ id, plan, published }: Offered, anchor: HTMLElement, held: boolean): void => {
    stay();
    setLooked({ id, anchor, held });
    onLook(plan === null || published ? undefined : { plan, mark: numberOf(id) });
  };
  return {
    looked,
    close,
    stay,
    point: (one: Offered, anchor: HTMLElement): void => {
      if (!looked?.held) look(one, anchor, false);
    },
    press: (one: Offered, anchor: HTMLElement): void => {
      if (looked?.held && looked.id === one.id) close();
      else look(one, anchor, true);
    },
    leave: (): void => {
      stay();
      if (!looked?.held) leaving.current = setTimeout(close, LINGER_MS);
    },
  };
}

/** The plans of the run side by side: the one that is pointed at shows its places on the board, says what it costs, and can be published. */
export const Choice = ({ report, reporting }: Props) => {
  const { alternatives } = report;
  const { looked, point, press, leave, stay, close } = useLook(reporting.offer);
  const plan = alternatives.find(({ id }) => id === looked?.id);
  return (
    <ClickAwayListener onClickAway={() => looked?.held && close()}>
      <Box
        onMouseLeave={leave}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !looked) return;
          event.stopPropagation();
          looked.anchor.focus();
          close();
        }}
      >
        <ButtonGroup size="small" aria-label={CHOICE.title} sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
          {alternatives.map((one) => (
            <Button
              key={one.id}
              aria-haspopup="dialog"
              aria-expanded={looked?.id === one.id}
              variant={one.published ? 'contained' : 'outlined'}
              disableElevation
              aria-label={CHOICE.full(one)}
              title={[CHOICE.full(one), ...(one.published ? [CHOICE.published] : [])].join('\n')}
              onMouseEnter={({ currentTarget }) => point(one, currentTarget)}
              onClick={({ currentTarget }) => press(one, currentTarget)}
              sx={{ minHeight: 28, px: 0.75, fontSize: '0.8rem' }}
            >
              <Box component="span" sx={{ display: 'none', [WIDE]: { display: 'inline' } }}>
                {CHOICE.brief(one)}
              </Box>
              <Box component="span" sx={{ [WIDE]: { display: 'none' } }}>
                {CHOICE.short(one)}
              </Box>
            </Button>
          ))}
        </ButtonGroup>
        {plan ? (
          <Popper
            open
            anchorEl={looked?.anchor}
            placement="bottom-start"
            modifiers={[{ name: 'preventOverflow', options: { padding: 8 } }]}
            sx={{ zIndex: 1200 }}
            onMouseEnter={stay}
            onMouseLeave={leave}
          >
            <PlanCard plan={plan} report={report} reporting={reporting} held={looked?.held ?? false} onDone={close} />
          </Popper>
        ) : null}
      </Box>
    </ClickAwayListener>
  );
};

type WaysProps = Pick<CardProps, 'plan' | 'reporting' | 'held' | 'onDone'> & { seen: Seen };

/** What can be done with a plan that is offered: it is shown whole, or published. */
const Ways = ({ plan: { id, plan }, reporting, held, onDone, seen }: WaysProps) => {
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (held) opener.current?.focus({ preventScroll: true });
  }, [held]);
  return (
    <>
      <Button
        variant="outlined"
        disabled={plan === null}
        onClick={() => {
          onDone();
          if (plan !== null) reporting.look(plan);
        }}
        sx={{ minHeight: 32, mr: 0.75, px: 1 }}
      >
        {PLANS.lookAt}
      </Button>
      <RoleButton
        ref={opener}
        operation="adoptPlan"
        variant="contained"
        disabled={plan === null || seen.running}
        loading={reporting.adopting}
        onClick={() =>
          plan !== null && void reporting.adopt({ id: plan, kind: 'candidate', name: RUN_TEXTS.plan_number(id) }, seen).then(onDone)
        }
        sx={{ minHeight: 32, px: 1 }}
      >
        {PLANS.adopt}
      </RoleButton>
    </>
  );
};

interface CardProps extends Props {
  plan: Offered;
  /** It was pressed: the keyboard goes on in it. */
  held: boolean;
  onDone(): void;
}

/** 動きが最少 or 遅れが最少, of the first and the last plan. */
function markOf({ id }: Offered, alternatives: readonly Offered[]): string {
  if (id === alternatives[0]?.id) return CHOICE.least;
  return id === alternatives.at(-1)?.id ? CHOICE.punctual : '';
}

const PlanCard = ({ plan, report: { alternatives, choosable }, reporting, held, onDone }: CardProps) => {
  const published = alternatives.find((one) => one.published) ?? plan;
  const seen = useSeen();
  return (
    <Paper
      role="dialog"
      aria-label={`${numberOf(plan.id)} ${markOf(plan, alternatives)}`}
      elevation={6}
      sx={{ mt: 0.5, p: 1.25, display: 'flex', gap: 2, borderTop: 3, borderColor: 'primary.main' }}
    >
      <Box sx={{ width: 368 }}>
        <SeenNote seen={seen} />
        <Box sx={{ display: 'flex', alignItems: 'center', mb: 0.5, minHeight: 32 }}>
          <Box component="b" sx={{ flex: 1, fontSize: '0.9rem' }}>
            {numberOf(plan.id)} {markOf(plan, alternatives)}
          </Box>
          {plan.published ? (
            <Box component="span" sx={{ fontSize: '0.8rem', fontWeight: 700, color: 'primary.main' }}>
              {CHOICE.published}
            </Box>
          ) : (
            <Ways key={plan.id} plan={plan} reporting={reporting} held={held} onDone={onDone} seen={seen} />
          )}
        </Box>
        <Box component="table" sx={{ width: '100%', borderSpacing: 0, fontSize: '0.8rem', fontVariantNumeric: 'tabular-nums' }}>
          <tbody>
            {CHOICE_ROWS.map(({ word, of, beside }) => (
              <tr key={word}>
                <Box component="th" scope="row" sx={{ textAlign: 'left', fontWeight: 400, color: 'text.secondary', pr: 1 }}>
                  {word}
                </Box>
                <Box component="td" sx={{ fontWeight: 700 }}>
                  {of(plan)}
                </Box>
                <Box component="td" sx={{ textAlign: 'right', color: 'text.secondary', fontSize: '0.72rem' }}>
                  {plan.published ? '' : beside(plan, published)}
                </Box>
              </tr>
            ))}
          </tbody>
        </Box>
        <Box sx={{ mt: 0.75, fontSize: '0.75rem', color: choosable ? 'text.secondary' : tint('late') }}>
          {plan.plan === null ? CHOICE.ended : choosable ? CHOICE.until : CHOICE.changed}
          {plan.published || plan.plan === null ? '' : CHOICE.places(plan.id)}
        </Box>
      </Box>
      <ChoiceCurve alternatives={alternatives} looked={plan.id} />
    </Paper>
  );
};
