import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type DragEvent, lazy, Suspense, useId, useMemo, useState } from 'react';
import { useRefresh } from 'react-admin';
import type { OperationId } from '../../server/contract/handlers.ts';
import type { ImportKind } from '../../server/domain/imports.ts';
import { BusyOverlay } from '../parts/BusyOverlay.tsx';
import { firstMessage } from '../parts/messages.ts';
import { Refused } from '../parts/Refused.tsx';
import { RoleButton } from '../parts/RoleButton.tsx';
import { useMay } from '../providers/roles.ts';
import { IMPORT, IMPORT_TITLES } from '../texts/parts.ts';
import { FileButton, TemplateButton } from './buttons.tsx';
import { canSkipBad, mayImport, together, zerosOffered } from './together.ts';
import { useDryRun } from './use-dry-run.ts';
import { useFile } from './use-file.ts';
import { useImport } from './use-import.ts';

const NOTHING = { verdict: undefined, skipped: new Set<number>(), repairs: [] };

// Most visits choose no file: what shows one comes when it is there.
const ErrorDialog = lazy(() => import('./ErrorDialog.tsx').then((module) => ({ default: module.ErrorDialog })));
const LeftOutDialog = lazy(() => import('./LeftOutDialog.tsx').then((module) => ({ default: module.LeftOutDialog })));
const ZerosDialog = lazy(() => import('./ZerosDialog.tsx').then((module) => ({ default: module.ZerosDialog })));
const Preview = lazy(() => import('./Preview.tsx').then((module) => ({ default: module.Preview })));

interface ImportPanelProps {
  kind: ImportKind;
  /** Beside another panel: the template is a mere icon. */
  compact: boolean;
  onImported?: () => void;
}

/** The import of one kind: a file, its preview beside what it would change, the import itself. */
export const ImportPanel = ({ kind, compact, onImported }: ImportPanelProps) => {
  const file = useFile(kind.name);
  const { chosen } = file;
  const titleId = useId();
  const importing = useImport(kind, onImported && (() => [file.discard(), onImported()]));
  const dryRun = useDryRun(kind, chosen);
  const { answer, current } = dryRun;
  const told = useMemo(() => together(chosen ?? NOTHING, { answer, current }), [chosen, answer, current]);
  const refresh = useRefresh();
  const [asking, setAsking] = useState(false);
  const may = useMay(kind.operation as OperationId);
  const [over, setOver] = useState(false);
  const press = () => {
    if (!chosen) return;
    if (!chosen.withoutBad && current && answer && answer.errors.length > 0) importing.refuse(answer.errors);
    else if (told.repairs.length > 0) setAsking(true);
    else void importing.run(chosen);
  };
  const choose = (next: File) => {
    importing.close();
    file.choose(next);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const dropped = event.dataTransfer.files[0];
    if (may && dropped) choose(dropped);
  };
  return (
    <Paper
      component="section"
      aria-labelledby={titleId}
      variant="outlined"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(may);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      sx={{
        p: 1.5,
        minWidth: 0,
        displayPrint: 'none',
        ...(chosen ? { gridColumn: '1 / -1', order: -1 } : {}),
        ...(over ? { outline: 2, outlineColor: 'primary.main', outlineStyle: 'dashed' } : {}),
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1.25 }}>
        <Typography component="h2" variant="h3" id={titleId} sx={{ mr: 0.5 }}>
          {IMPORT_TITLES[kind.name]}
        </Typography>
        <FileButton kind={kind} again={chosen !== undefined} onChoose={choose} />
        {chosen ? (
          <Box sx={{ typography: 'body2', minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
            {chosen.file.name}
            {chosen.verdict ? ` ${IMPORT.rows(chosen.verdict.row_count)}` : ''}
          </Box>
        ) : null}
        <RoleButton
          operation={kind.operation as OperationId}
          variant="contained"
          disabled={!mayImport(chosen, told) || importing.busy}
          onClick={press}
        >
          {IMPORT.run}
        </RoleButton>
        <span style={{ flex: 1 }} />
        <TemplateButton kind={kind} compact={compact && chosen === undefined} />
        {chosen ? (
          <IconButton size="small" onClick={() => [importing.close(), file.discard()]} aria-label={IMPORT.discard} title={IMPORT.discard}>
            <Close fontSize="small" />
          </IconButton>
        ) : null}
      </Box>
      {chosen?.state === 'reading' ? <LinearProgress aria-label={IMPORT.reading} sx={{ mt: 1.5 }} /> : null}
      <Box sx={{ '&:not(:empty)': { mt: 1.5 } }}>
        <Refused message={chosen?.failure ?? importing.failure} />
        {Object.entries(importing.fields).map(([field, messages]) => (
          <Refused key={field} message={firstMessage(messages)} />
        ))}
      </Box>
      {chosen?.opened && chosen.state === 'read' ? (
        <Suspense>
          <Preview kind={kind} chosen={chosen} file={file} told={told} dryRun={dryRun} />
        </Suspense>
      ) : null}
      {importing.errors.length > 0 ? (
        <ErrorDialog
          label={kind.label}
          errors={importing.errors}
          // What the page shows is read anew; the file and what was decided about it stay.
          onClose={() => [importing.close(), refresh()]}
          onSkipBad={chosen && canSkipBad(chosen, told) ? () => [importing.close(), file.setWithoutBad(true)] : undefined}
        />
      ) : null}
      {asking && chosen ? (
        <ZerosDialog
          text={zerosOffered(kind, told.repairs)}
          onRepair={() => [setAsking(false), void file.decide({ repairs: [...chosen.repairs, ...told.repairs] })]}
          onGoOn={() => [setAsking(false), void importing.run(chosen)]}
          onClose={() => setAsking(false)}
        />
      ) : null}
      {importing.leftOut ? <LeftOutDialog leftOut={importing.leftOut} onClose={importing.seen} /> : null}
      <BusyOverlay text={importing.busy && !importing.leftOut ? IMPORT.importing(kind.label) : undefined} />
    </Paper>
  );
};
