import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useRefresh } from 'react-admin';
import type { OperationId } from '../../server/contract/handlers.ts';
import type { ImportKind } from '../../server/domain/files/imports.ts';
import { BusyOverlay } from '../parts/BusyOverlay.tsx';
import { later } from '../parts/later.tsx';
import { firstMessage } from '../parts/messages.ts';
import { NotFetched } from '../parts/NotFetched.tsx';
import { Refused } from '../parts/Refused.tsx';
import { RoleButton } from '../parts/RoleButton.tsx';
import { IMPORT, IMPORT_TITLES } from '../texts/parts.ts';
import { FileButton, TemplateButton } from './buttons.tsx';
import { PanelFrame } from './PanelFrame.tsx';
import { canSkipBad, leftAsTheyAre, mayImport, zerosOffered } from './together.ts';
import type { Chosen } from './use-file.ts';
import { type Panel, usePanel } from './use-panel.ts';

// Most visits choose no file: what shows one comes when it is there.
const DeletionsDialog = later(async () => (await import('./preview/DeletionsDialog.tsx')).DeletionsDialog);
const ErrorDialog = later(async () => (await import('./ErrorDialog.tsx')).ErrorDialog);
const LeftOutDialog = later(async () => (await import('./preview/LeftOutDialog.tsx')).LeftOutDialog);
const ZerosDialog = later(async () => (await import('./preview/ZerosDialog.tsx')).ZerosDialog);
const Preview = later(async () => (await import('./preview/Preview.tsx')).Preview, null, NotFetched);

interface ImportPanelProps {
  kind: ImportKind;
  /** Beside another panel: the template is a mere icon. */
  compact: boolean;
  onImported?: () => void;
}

/** The import of one kind: a file, its preview beside what it would change, the import itself. */
export const ImportPanel = ({ kind, compact, onImported }: ImportPanelProps) => {
  const panel = usePanel(kind, onImported);
  const titleId = useId();
  const { file, chosen, told, dryRun, importing } = panel;
  return (
    <PanelFrame kind={kind} titleId={titleId} wide={chosen !== undefined} onDrop={panel.choose}>
      <Head panel={panel} titleId={titleId} compact={compact} />
      {chosen?.state === 'reading' ? <LinearProgress aria-label={IMPORT.reading} sx={{ mt: 1.5 }} /> : null}
      <Failures panel={panel} />
      {chosen?.opened && chosen.state === 'read' ? (
        <Preview key={chosen.opening} kind={kind} chosen={chosen} file={file} told={told} dryRun={dryRun} />
      ) : null}
      <Errors panel={panel} />
      <LostZeros panel={panel} />
      {importing.deletions ? (
        <DeletionsDialog kind={kind} foreseen={importing.deletions} onGoOn={importing.agree} onClose={importing.stop} />
      ) : null}
      {importing.leftOut ? <LeftOutDialog kind={kind} leftOut={importing.leftOut} onClose={importing.seen} /> : null}
      <BusyOverlay text={importing.busy && !importing.leftOut ? IMPORT.importing(kind.label) : undefined} />
    </PanelFrame>
  );
};

/** The panel's title and buttons, and the file that is chosen. */
const Head = ({ panel, titleId, compact }: { panel: Panel; titleId: string; compact: boolean }) => {
  const { kind, chosen, told, importing } = panel;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1.25 }}>
      <Typography component="h2" variant="h3" id={titleId} sx={{ mr: 0.5 }}>
        {IMPORT_TITLES[kind.name]}
      </Typography>
      <FileButton kind={kind} again={chosen !== undefined} onChoose={panel.choose} />
      {chosen ? <FileName chosen={chosen} /> : null}
      <RoleButton
        operation={kind.operation as OperationId}
        variant="contained"
        disabled={!mayImport(chosen, told) || importing.busy}
        onClick={panel.press}
      >
        {IMPORT.run}
      </RoleButton>
      <span style={{ flex: 1 }} />
      <TemplateButton kind={kind} compact={compact && chosen === undefined} />
      {chosen ? (
        <IconButton size="small" onClick={panel.discard} aria-label={IMPORT.discard} title={IMPORT.discard}>
          <Close fontSize="small" />
        </IconButton>
      ) : null}
    </Box>
  );
};

const FileName = ({ chosen: { file, verdict } }: { chosen: Chosen }) => (
  <Box sx={{ typography: 'body2', minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
    {file.name}
    {verdict ? ` ${IMPORT.rows(verdict.row_count)}` : ''}
  </Box>
);

/** Why the file could not be read, or the import was refused as a whole. */
const Failures = ({ panel: { chosen, importing } }: { panel: Panel }) => (
  <Box sx={{ '&:not(:empty)': { mt: 1.5 } }}>
    <Refused message={chosen?.failure ?? importing.failure} />
    {Object.entries(importing.fields).map(([field, messages]) => (
      <Refused key={field} message={firstMessage(messages)} />
    ))}
  </Box>
);

/** The errors for which nothing was imported. */
const Errors = ({ panel: { kind, file, chosen, told, importing } }: { panel: Panel }) => {
  const refresh = useRefresh();
  if (importing.errors.length === 0) return null;
  return (
    <ErrorDialog
      label={kind.label}
      errors={importing.errors}
      // What the page shows is read anew; the file and what was decided about it stay.
      onClose={() => [importing.close(), refresh()]}
      onSkipBad={chosen && canSkipBad(chosen, told) ? () => [importing.close(), file.setWithoutBad(true)] : undefined}
    />
  );
};

/** Asks before the import whether lost zeros are given back. */
const LostZeros = ({ panel: { kind, file, chosen, told, asking, stopAsking, run } }: { panel: Panel }) =>
  asking && chosen ? (
    <ZerosDialog
      text={zerosOffered(kind, told.repairs)}
      onRepair={() => [stopAsking(), void file.decide({ repairs: [...chosen.repairs, ...told.repairs] })]}
      onGoOn={() => {
        stopAsking();
        const left = leftAsTheyAre(chosen, told);
        // Rows that are left out may be others then: they are shown before.
        if (left !== chosen && chosen.withoutBad) void file.decide({ repairs: left.repairs });
        else run(left);
      }}
      onClose={stopAsking}
    />
  ) : null;
