import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { changeInWords } from '../../../server/domain/files/change-words.ts';
import type { ImportKind } from '../../../server/domain/files/imports.ts';
import { CHANGE_TEXTS } from '../../../server/domain/texts/files/imports.ts';
import { counted } from '../../../server/domain/texts/numbers.ts';
import { messageOf } from '../../providers/client.ts';
import { IMPORT } from '../../texts/parts.ts';
import type { ImportAnswer } from '../send.ts';
import type { DryRunState } from './use-dry-run.ts';

interface DryRunProps {
  kind: ImportKind;
  state: DryRunState;
  /** Whether the import would be carried out as it stands. */
  carriedOut: boolean;
}

/** New, changed (old and new value), unchanged and missing records. */
export const DryRun = ({ kind, state: { answer, asking, error, again }, carriedOut }: DryRunProps) => (
  <Box component="section" aria-label={IMPORT.dryRun} aria-live="polite">
    <Typography variant="h3" component="h3" sx={{ mb: 0.75 }}>
      {IMPORT.dryRun}
    </Typography>
    <Box sx={{ height: 4, mb: 0.5 }}>{asking ? <LinearProgress aria-label={IMPORT.dryRunning} /> : null}</Box>
    {error && !asking ? (
      <Typography variant="body2">
        {`${IMPORT.dryFailed} ${messageOf(error)}`}
        <Button onClick={again}>{IMPORT.tryAgain}</Button>
      </Typography>
    ) : null}
    {carriedOut ? null : <Typography variant="body2">{IMPORT.dryRunLater}</Typography>}
    {answer && carriedOut ? <Outcome kind={kind} answer={answer} /> : null}
  </Box>
);

interface CountProps {
  label: string;
  count: number | undefined;
  strong?: boolean;
  /** What goes must not be overlooked. */
  warns?: boolean;
}

const Count = ({ label, count = 0, strong = false, warns = false }: CountProps) => (
  <Box sx={{ flex: '1 1 auto', whiteSpace: 'nowrap' }}>
    <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{label}</Box>
    <Box sx={{ fontSize: '1.1rem', fontWeight: strong || warns ? 700 : 400, ...(warns ? { color: 'warning.main' } : {}) }}>
      {counted(count)}
    </Box>
  </Box>
);

const Outcome = ({ kind, answer }: { kind: ImportKind; answer: ImportAnswer }) => {
  const changed = answer.changed ?? [];
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 1 }}>
        <Count label={IMPORT.fresh} count={answer.new} strong />
        <Count label={IMPORT.changed} count={answer.changed_count} strong />
        <Count label={IMPORT.unchanged} count={answer.unchanged} />
        <Count label={IMPORT.deleted} count={answer.deleted} warns={(answer.deleted ?? 0) > 0} />
        <Count label={IMPORT.missing} count={answer.missing} />
      </Box>
      {changed.length > 0 ? <Changes kind={kind} changed={changed} /> : null}
    </>
  );
};

const SHOWN_CHANGES = 200;

const Changes = ({ kind, changed }: { kind: ImportKind; changed: NonNullable<ImportAnswer['changed']> }) => (
  <Box
    component="ul"
    aria-label={IMPORT.changed}
    tabIndex={0}
    sx={{ m: 0, mb: 1, p: 0, listStyle: 'none', maxHeight: 190, overflow: 'auto', fontSize: '0.8rem' }}
  >
    {changed.slice(0, SHOWN_CHANGES).map((change) => {
      const words = changeInWords(kind, change);
      return (
        <Box component="li" key={`${change.key} ${change.field}`} sx={{ py: 0.5, borderBottom: 1, borderColor: 'divider' }}>
          <Box sx={{ color: 'text.secondary' }}>{`${words.key} ${words.name}`}</Box>
          <Box>
            <del>{words.old}</del>
            {' → '}
            <strong>{words.new}</strong>
          </Box>
        </Box>
      );
    })}
    {changed.length > SHOWN_CHANGES ? <li>{CHANGE_TEXTS.changedMore(SHOWN_CHANGES)}</li> : null}
  </Box>
);
