import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonGroup from '@mui/material/ButtonGroup';
import Paper from '@mui/material/Paper';
import Popper from '@mui/material/Popper';
import { useEffect, useRef, useState } from 'react';
import { tint } from '../../../layout/palette.ts';
import { RoleButton } from '../../../parts/RoleButton.tsx';
import { CHOICE, CHOICE_ROWS } from '../../../texts/board/runs.ts';
import { ChoiceCurve } from './ChoiceCurve.tsx';
import type { Reporting, RunReport } from './use-report.ts';

type Offered = RunReport['alternatives'][number];

/** Windows in which four plans with all their figures stand beside the sentence. */
const WIDE = '@media (min-width: 1800px)';

/** How long the pointer may be away before what it opened closes. */
const LINGER_MS = 250;

interface Props {
  report: RunReport;
  reporting: Pick<Reporting, 'offer' | 'adopt' | 'adopting'>;
}

/** The plan that is looked at: by pointer while that is over it, by keyboard until Escape or the focus elsewhere. */
function useLook(onLook: (id: number | undefined) => void) {
  const [looked, setLooked] = useState<{ id: number; anchor: HTMLElement }>();
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stay = (): void => clearTimeout(leaving.current);
  const close = (): void => {
    stay();
    setLooked(undefined);
    onLook(undefined);
  };
  useEffect(() => () => clearTimeout(leaving.current), []);
  return {
    looked,
    close,
    stay,
    look: (id: number, anchor: HTMLElement): void => {
      stay();
      setLooked({ id, anchor });
      onLook(id);
    },
    leave: (): void => {
      stay();
      leaving.current = setTimeout(close, LINGER_MS);
    },
  };
}

/** The plans of the run side by side: the one that is pointed at shows its places on the board, says what it costs, and can be published. */
export const Choice = ({ report, reporting }: Props) => {
  const { alternatives } = report;
  const { looked, look, leave, stay, close } = useLook(reporting.offer);
  const plan = alternatives.find(({ id }) => id === looked?.id);
  const opener = useRef<HTMLButtonElement>(null);
  return (
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
            title={[CHOICE.brief(one), ...(one.published ? [CHOICE.published] : [])].join('\n')}
            onMouseEnter={({ currentTarget }) => look(one.id, currentTarget)}
            onClick={({ currentTarget }) => {
              look(one.id, currentTarget);
              // The card is drawn with this very press.
              requestAnimationFrame(() => opener.current?.focus());
            }}
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
        <Popper open anchorEl={looked?.anchor} placement="bottom-start" sx={{ zIndex: 1200 }} onMouseEnter={stay} onMouseLeave={leave}>
          <PlanCard plan={plan} report={report} reporting={reporting} opener={opener} onDone={close} />
        </Popper>
      ) : null}
    </Box>
  );
};

interface CardProps extends Props {
  plan: Offered;
  opener: React.RefObject<HTMLButtonElement | null>;
  onDone(): void;
}

/** 動きが最少 or 遅れが最少, of the first and the last plan. */
function markOf({ id }: Offered, alternatives: readonly Offered[]): string {
  if (id === alternatives[0]?.id) return CHOICE.least;
  return id === alternatives.at(-1)?.id ? CHOICE.punctual : '';
}

const PlanCard = ({ plan, report: { alternatives, choosable }, reporting, opener, onDone }: CardProps) => {
  const published = alternatives.find((one) => one.published) ?? plan;
  return (
    <Paper
      role="dialog"
      aria-label={`${CHOICE.numberOf(plan.id)} ${markOf(plan, alternatives)}`}
      elevation={6}
      sx={{ mt: 0.5, p: 1.25, display: 'flex', gap: 2, borderTop: 3, borderColor: 'primary.main' }}
    >
      <Box sx={{ width: 290 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', mb: 0.5, minHeight: 32 }}>
          <Box component="b" sx={{ flex: 1, fontSize: '0.9rem' }}>
            {CHOICE.numberOf(plan.id)} {markOf(plan, alternatives)}
          </Box>
          {plan.published ? (
            <Box component="span" sx={{ fontSize: '0.8rem', fontWeight: 700, color: 'primary.main' }}>
              {CHOICE.published}
            </Box>
          ) : (
            <RoleButton
              ref={opener}
              operation="adoptAlternative"
              variant="contained"
              disabled={!choosable}
              loading={reporting.adopting}
              onClick={() => void reporting.adopt(plan.id).then(onDone)}
              sx={{ minHeight: 32 }}
            >
              {CHOICE.adopt}
            </RoleButton>
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
          {choosable ? CHOICE.until : CHOICE.ended}
          {plan.published ? '' : CHOICE.places(plan.id)}
        </Box>
      </Box>
      <ChoiceCurve alternatives={alternatives} looked={plan.id} />
    </Paper>
  );
};
