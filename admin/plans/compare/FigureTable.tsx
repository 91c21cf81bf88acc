import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { useState } from 'react';
import { Link } from 'react-router';
import { tint } from '../../layout/palette.ts';
import { RoleButton } from '../../parts/RoleButton.tsx';
import type { Plan } from '../../providers/plan/published.ts';
import { LIST } from '../../texts/parts.ts';
import { ADOPT, COMPARE, kindOf, PLANS, whenText } from '../../texts/plans.ts';
import { StaleMark } from '../StaleMark.tsx';
import type { Adopting } from '../use-adopt.ts';
import type { Seen } from '../use-seen.ts';
import { ganttPath } from '../ways.ts';
import type { Column } from './columns.ts';
import { type Beside, FIGURES } from './figures.ts';

/** Of the width: the column of the base, and those of all others. */
const [BASE_PERCENT, OTHERS_PERCENT] = [19, 66];
/** Premises that are shown at once. */
const SHOWN_AT_FIRST = 3;

const TABLE = {
  width: 1,
  borderCollapse: 'separate',
  borderSpacing: 0,
  fontSize: '0.82rem',
  '& th, & td': { px: 1.25, py: 0, height: 29, borderTop: 1, borderColor: 'divider', textAlign: 'left', fontWeight: 400 },
  '& thead th': { borderTop: 0, verticalAlign: 'top', py: 1 },
  '& .is-plan': { borderLeft: 1, borderLeftColor: 'divider' },
  '& .group': {
    width: 46,
    pr: 0,
    whiteSpace: 'nowrap',
    color: 'text.secondary',
    fontSize: '0.78rem',
    verticalAlign: 'top',
    lineHeight: '28px',
  },
  '& .name': { whiteSpace: 'nowrap', color: 'text.secondary' },
  '& .value': { fontWeight: 700, whiteSpace: 'nowrap' },
} as const;

const TONES = { good: 'success.main', bad: 'error.main', neither: 'text.secondary' } as const;

interface Ways {
  adopting: Adopting;
  seen: Seen;
}

interface HeadProps extends Ways {
  column: Column;
  /** As lists show it, once those are known. */
  listed: Plan | undefined;
  /** Its changed orders are shown: of the plans that can be published it is the one that is spoken of. */
  isChosen: boolean;
  span: number;
  width: string;
}

/** The name of a plan under its colour, and what can be done with it. */
const Head = ({ column: { plan, color }, listed, isChosen, span, width, adopting, seen }: HeadProps) => {
  const { id, kind, name } = plan;
  const kindWord = kindOf(plan);
  return (
    <Box component="th" scope="col" colSpan={span} className="is-plan" sx={{ width, boxShadow: `inset 0 3px 0 ${tint(color)}` }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 0.75 }}>
        <Box sx={{ flex: '1 1 140px', minWidth: 0 }}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
            <Box sx={{ fontWeight: 700, fontSize: '0.94rem', overflowWrap: 'anywhere' }}>{name}</Box>
            {kindWord ? <Box sx={KIND}>{kindWord}</Box> : null}
          </Box>
          {listed ? (
            <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1, fontSize: '0.75rem', color: 'text.secondary' }}>
              {COMPARE.joined([whenText(listed), listed.author])}
              {listed.stale ? (
                <Box component="span" sx={{ color: 'warning.main' }}>
                  <StaleMark parts={listed.stale_of} />
                </Box>
              ) : null}
            </Box>
          ) : null}
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
          <Button component={Link} to={ganttPath(plan)} variant="outlined" sx={ACT}>
            {PLANS.look}
          </Button>
          {kind === 'published' ? null : (
            <RoleButton
              operation="adoptPlan"
              variant={isChosen ? 'contained' : 'outlined'}
              loading={adopting.busy === id}
              disabled={adopting.busy !== undefined || seen.running}
              onClick={() => void adopting.adopt({ ...plan, premises: plan.premises.map((text) => ({ text })) }, seen)}
              sx={ACT}
            >
              {ADOPT.verb(plan)}
            </RoleButton>
          )}
        </Box>
      </Box>
    </Box>
  );
};
const ACT = { minHeight: 28, py: 0, px: 1.25 } as const;
const KIND = { px: 1, borderRadius: 2.5, bgcolor: tint('pill'), color: 'text.secondary', fontSize: '0.75rem', lineHeight: '20px' } as const;

/** 変えたこと: each premise a line, of many the first ones. */
const Premises = ({ premises, span }: { premises: readonly string[]; span: number }) => {
  const [all, setAll] = useState(false);
  const shown = all ? premises : premises.slice(0, SHOWN_AT_FIRST);
  return (
    <Box component="td" colSpan={span} className="is-plan" sx={{ '&&': { py: 0.75, verticalAlign: 'top' }, overflowWrap: 'anywhere' }}>
      {premises.length === 0 ? COMPARE.none : null}
      {shown.map((premise) => (
        <Box key={premise} sx={{ fontWeight: 600 }}>
          {premise}
        </Box>
      ))}
      {premises.length > SHOWN_AT_FIRST ? (
        <Button onClick={() => setAll(!all)} aria-expanded={all} sx={{ minHeight: 24, minWidth: 0, '&&': { p: 0 } }}>
          {all ? COMPARE.fewerPremises : COMPARE.morePremises(premises.length - SHOWN_AT_FIRST)}
        </Button>
      ) : null}
    </Box>
  );
};

/** What is said beside a figure, never by its colour alone. */
const Difference = ({ beside }: { beside: Beside | undefined }) => (
  <Box
    component="td"
    sx={{
      whiteSpace: 'nowrap',
      color: TONES[beside?.tone ?? 'neither'],
      '&&': { fontWeight: !beside || beside.tone === 'neither' ? 400 : 700 },
    }}
  >
    {beside?.text}
  </Box>
);

interface Props extends Ways {
  columns: readonly Column[];
  listed: readonly Plan[];
  /** The plan whose changed orders are shown. */
  of: number | undefined;
}

/** The figures of the plans, each of the others beside the base: what was changed first, then what comes of it. */
export const FigureTable = ({ columns, listed, of, ...ways }: Props) => {
  const [base] = columns;
  if (!base) return null;
  const spanOf = (column: Column): number => (column === base ? 1 : 2);
  return (
    <Paper
      component="section"
      variant="outlined"
      role="region"
      aria-label={LIST.table(COMPARE.figures)}
      tabIndex={0}
      sx={{ overflowX: 'auto' }}
    >
      <Box component="table" aria-label={COMPARE.figures} sx={TABLE}>
        <thead>
          <tr>
            <Box
              component="td"
              colSpan={2}
              sx={{ '&&': { borderTop: 0, verticalAlign: 'bottom', py: 1, color: 'text.secondary', fontSize: '0.78rem' } }}
            >
              {COMPARE.beside(base.short)}
            </Box>
            {columns.map((column) => (
              <Head
                key={column.plan.id}
                column={column}
                listed={listed.find(({ id }) => id === column.plan.id)}
                isChosen={column.plan.id === of}
                span={spanOf(column)}
                width={column === base ? `${BASE_PERCENT}%` : `${(OTHERS_PERCENT / (columns.length - 1)).toFixed(1)}%`}
                {...ways}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          <Box component="tr" sx={{ bgcolor: tint('head') }}>
            <Box component="th" scope="row" colSpan={2} className="name" sx={{ '&&': { fontWeight: 600, verticalAlign: 'top', py: 0.75 } }}>
              {COMPARE.premises}
            </Box>
            {columns.map((column) => (
              <Premises key={column.plan.id} premises={column.plan.premises} span={spanOf(column)} />
            ))}
          </Box>
        </tbody>
        {FIGURES.map(({ group, rows }) => (
          <tbody key={group}>
            {rows.map((row, at) => (
              <tr key={row.name}>
                {at === 0 ? (
                  <th scope="rowgroup" rowSpan={rows.length} className="group">
                    {COMPARE.groups[group]}
                  </th>
                ) : null}
                <th scope="row" className="name">
                  {COMPARE.rows[row.name]}
                </th>
                {columns.flatMap((column) => [
                  <td key={column.plan.id} className="is-plan value">
                    {row.text(column.plan)}
                  </td>,
                  column === base ? null : <Difference key={`${column.plan.id} beside`} beside={row.beside(column.plan, base.plan)} />,
                ])}
              </tr>
            ))}
          </tbody>
        ))}
      </Box>
    </Paper>
  );
};
