import Check from '@mui/icons-material/Check';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useState } from 'react';
import { IMPORT, LIST } from '../../texts/parts.ts';
import type { Chosen, useFile } from '../use-file.ts';
import type { Cause } from './causes.ts';

const SHOWN = 200;
/** So many stand as they are; of more one scrolls through what fits. */
const FEW = 4;
const LEAST_PX = 110;

/** Decides by a button, which may be gone then: the focus goes elsewhere. */
export type Decide = (values: Parameters<ReturnType<typeof useFile>['decide']>[0]) => void;

interface CausesProps {
  title: string;
  level: 'error' | 'warning';
  causes: readonly Cause[];
  /** How many sentences there are, and how many of them were kept. */
  count: number;
  held: number;
  chosen: Chosen;
  /** A cause leads to its rows, one after the other. */
  onRow(row: number): void;
  decide: Decide;
}

/** Errors or warnings by cause, each with what may be decided about its rows; nothing when there are none. */
export const Causes = ({ title, level, causes, count, held, ...rest }: CausesProps) => {
  if (causes.length === 0) return null;
  const unsaid = Math.max(0, count - held);
  const more = unsaid + causes.slice(SHOWN).reduce((sum, { sentences }) => sum + sentences, 0);
  return (
    <Box
      sx={{
        mb: 1,
        display: 'flex',
        flexDirection: 'column',
        ...(causes.length > FEW ? { '&&': { flexShrink: 1 }, minHeight: LEAST_PX } : {}),
      }}
    >
      <Box sx={{ typography: 'body2', fontWeight: 700, color: `${level}.main`, mb: 0.25 }}>{`${title} ${LIST.count(count)}`}</Box>
      <Box component="ul" tabIndex={0} aria-label={title} sx={{ m: 0, p: 0, listStyle: 'none', overflow: 'auto', fontSize: '0.8rem' }}>
        {causes.slice(0, SHOWN).map((cause, index) => {
          const key = `${index} ${cause.text}`;
          return <Item key={key} level={level} cause={cause} isAll={unsaid === 0} {...rest} />;
        })}
        {more > 0 ? <li>{IMPORT.more(more)}</li> : null}
      </Box>
    </Box>
  );
};

interface ItemProps extends Pick<CausesProps, 'level' | 'chosen' | 'onRow' | 'decide'> {
  cause: Cause;
  /** Whether all of its rows are known. */
  isAll: boolean;
}

const Item = ({ level, cause, isAll, chosen, onRow, decide }: ItemProps) => {
  const { text, rows, unnamed, repairs, kept, joins } = cause;
  const repair = (more: Cause['repairs']): void => decide({ repairs: [...chosen.repairs, ...more] });
  // Each press leads to the next of its rows.
  const [at, setAt] = useState(0);
  const next = rows[at % Math.max(1, rows.length)];
  return (
    <Box component="li" sx={{ py: 0.5, pl: 1, mb: 0.5, borderLeft: 3, borderColor: `${level}.main` }}>
      {next === undefined ? (
        text
      ) : (
        <Link
          component="button"
          type="button"
          color="inherit"
          underline="hover"
          onClick={() => [onRow(next), setAt(at + 1)]}
          sx={{ textAlign: 'left', font: 'inherit', fontWeight: 600, verticalAlign: 'top' }}
        >
          {text}
        </Link>
      )}
      {unnamed ? <Box sx={{ color: 'text.secondary' }}>{IMPORT.rowsNamed(rows, isAll)}</Box> : null}
      {repairs.length > 0 || kept.length > 0 ? (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 0.5 }}>
          {repairs.length > 0 ? (
            <Button size="small" variant="outlined" startIcon={<Check />} onClick={() => repair(repairs)}>
              {IMPORT.readAs(valuesOf(repairs, 'to'))}
            </Button>
          ) : null}
          {joins ? (
            <Button size="small" variant="outlined" startIcon={<Check />} onClick={() => decide({ joins: true, asIs: false })}>
              {IMPORT.joins}
            </Button>
          ) : null}
          {kept.length > 0 ? (
            <Button size="small" onClick={() => repair(kept)}>
              {IMPORT.keep(valuesOf(kept, 'from'))}
            </Button>
          ) : null}
        </Box>
      ) : null}
    </Box>
  );
};

const valuesOf = (repairs: Cause['repairs'], side: 'from' | 'to'): string[] => [...new Set(repairs.map((repair) => repair[side]))];
