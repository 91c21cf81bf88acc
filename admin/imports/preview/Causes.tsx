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

interface CausesProps {
  title: string;
  level: 'error' | 'warning';
  causes: readonly Cause[];
  /** How many sentences there are, where only the first were kept. */
  count: number;
  chosen: Chosen;
  file: Pick<ReturnType<typeof useFile>, 'decide'>;
  /** A cause leads to its rows, one after the other. */
  onRow(row: number): void;
}

/** Errors or warnings by cause, each with what may be decided about its rows; nothing when there are none. */
export const Causes = ({ title, level, causes, count, ...rest }: CausesProps) => {
  if (causes.length === 0) return null;
  const more = causes.length - SHOWN;
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
          return <Item key={key} level={level} cause={cause} {...rest} />;
        })}
        {more > 0 ? <li>{IMPORT.more(more)}</li> : null}
      </Box>
    </Box>
  );
};

const Item = ({ level, cause, chosen, file, onRow }: Pick<CausesProps, 'level' | 'chosen' | 'file' | 'onRow'> & { cause: Cause }) => {
  const { text, rows, unnamed, repairs, kept, joins } = cause;
  const decide = (more: Cause['repairs']) => void file.decide({ repairs: [...chosen.repairs, ...more] });
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
      {unnamed ? <Box sx={{ color: 'text.secondary' }}>{IMPORT.rowsNamed(rows)}</Box> : null}
      {repairs.length > 0 || kept.length > 0 ? (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 0.5 }}>
          {repairs.length > 0 ? (
            <Button size="small" variant="outlined" startIcon={<Check />} onClick={() => decide(repairs)}>
              {IMPORT.readAs(valuesOf(repairs, 'to'))}
            </Button>
          ) : null}
          {joins ? (
            <Button size="small" variant="outlined" startIcon={<Check />} onClick={() => void file.decide({ joins: true, asIs: false })}>
              {IMPORT.joins}
            </Button>
          ) : null}
          {kept.length > 0 ? (
            <Button size="small" onClick={() => decide(kept)}>
              {IMPORT.keep(valuesOf(kept, 'from'))}
            </Button>
          ) : null}
        </Box>
      ) : null}
    </Box>
  );
};

const valuesOf = (repairs: Cause['repairs'], side: 'from' | 'to'): string[] => [...new Set(repairs.map((repair) => repair[side]))];
