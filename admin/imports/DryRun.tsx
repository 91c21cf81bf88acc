import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { ImportKind } from '../../server/domain/imports.ts';
import { messageOf } from '../providers/client.ts';
import { IMPORT } from '../texts/parts.ts';
import { Sentences } from './Sentences.tsx';
import { type ImportAnswer, sendImport } from './send.ts';
import { type Chosen, mayImport } from './use-file.ts';

const SETTLE_MS = 400;

/** What the import would do, asked by itself once the preview has come to rest; it never holds up the import. */
function useDryRun(kind: ImportKind, chosen: Chosen) {
  const [settled, setSettled] = useState<Chosen>();
  useEffect(() => {
    const timer = setTimeout(() => setSettled(chosen), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [chosen]);
  return useQuery({
    queryKey: ['dry-run', kind.name, settled?.file.name, settled?.verdict, settled?.withoutBad],
    queryFn: ({ signal }) => sendImport(kind, settled as Chosen, { dryRun: true, signal }),
    enabled: settled !== undefined && mayImport(settled),
    gcTime: 0,
    retry: false,
  });
}

/** New, changed (old and new value), unchanged, missing, and what only the server can know. */
export const DryRun = ({ kind, chosen, known }: { kind: ImportKind; chosen: Chosen; known: ReadonlySet<string> }) => {
  const dryRun = useDryRun(kind, chosen);
  return (
    <Box component="section" aria-label={IMPORT.dryRun} aria-live="polite">
      <Typography variant="h3" component="h3" sx={{ mb: 0.75 }}>
        {IMPORT.dryRun}
      </Typography>
      <Box sx={{ height: 4, mb: 0.5 }}>{dryRun.isFetching ? <LinearProgress aria-label={IMPORT.dryRunning} /> : null}</Box>
      {dryRun.error ? <Typography variant="body2">{`${IMPORT.dryFailed} ${messageOf(dryRun.error)}`}</Typography> : null}
      {dryRun.data ? <Outcome kind={kind} answer={dryRun.data} known={known} /> : null}
    </Box>
  );
};

const Count = ({
  label,
  count,
  strong = false,
  atLeast = false,
}: {
  label: string;
  count: number | undefined;
  strong?: boolean;
  atLeast?: boolean;
}) => (
  <Box sx={{ flex: '1 1 auto', whiteSpace: 'nowrap' }}>
    <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{label}</Box>
    <Box sx={{ fontSize: '1.1rem', fontWeight: strong ? 700 : 400 }}>
      {atLeast ? IMPORT.atLeast(count ?? 0) : (count ?? 0).toLocaleString('ja-JP')}
    </Box>
  </Box>
);

const Outcome = ({ kind, answer, known }: { kind: ImportKind; answer: ImportAnswer; known: ReadonlySet<string> }) => {
  const changed = answer.changed ?? [];
  const keys = new Set(changed.map(({ key }) => key));
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 1 }}>
        <Count label={IMPORT.fresh} count={answer.new} strong />
        <Count label={IMPORT.changed} count={keys.size} strong atLeast={changed.length >= MAX_CHANGES} />
        <Count label={IMPORT.unchanged} count={answer.unchanged} />
        <Count label={IMPORT.missing} count={answer.missing} />
      </Box>
      <Sentences title={IMPORT.errors} level="error" texts={answer.errors.filter((text) => !known.has(text))} />
      {changed.length > 0 ? <Changes kind={kind} changed={changed} /> : null}
      <Sentences title={IMPORT.warnings} level="warning" texts={answer.warnings.filter((text) => !known.has(text))} />
    </>
  );
};

const SHOWN_CHANGES = 200;
/** The server names no more changed cells than these. */
const MAX_CHANGES = 1_000;
const shown = (value: unknown): ReactNode =>
  value === null || value === undefined || value === '' ? IMPORT.emptyValue : Array.isArray(value) ? value.join(' ') : String(value);

const Changes = ({ kind, changed }: { kind: ImportKind; changed: NonNullable<ImportAnswer['changed']> }) => {
  const header = (field: string): string => kind.columns.find((column) => column.field === field)?.header ?? field;
  return (
    <Box
      component="ul"
      aria-label={IMPORT.changed}
      tabIndex={0}
      sx={{ m: 0, mb: 1, p: 0, listStyle: 'none', maxHeight: 190, overflow: 'auto', fontSize: '0.8rem' }}
    >
      {changed.slice(0, SHOWN_CHANGES).map((change) => (
        <Box component="li" key={`${change.key} ${change.field}`} sx={{ py: 0.5, borderBottom: 1, borderColor: 'divider' }}>
          <Box sx={{ color: 'text.secondary' }}>{`${change.key} ${header(change.field)}`}</Box>
          <Box>
            <del>{shown(change.old)}</del>
            {' → '}
            <strong>{shown(change.new)}</strong>
          </Box>
        </Box>
      ))}
      {changed.length > SHOWN_CHANGES ? <li>{IMPORT.more(changed.length - SHOWN_CHANGES)}</li> : null}
    </Box>
  );
};
