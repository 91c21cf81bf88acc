import Close from '@mui/icons-material/Close';
import Download from '@mui/icons-material/DownloadOutlined';
import UploadFile from '@mui/icons-material/UploadFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { type ChangeEvent, type DragEvent, useId, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import type { OperationId } from '../../server/contract/handlers.ts';
import type { ImportKind } from '../../server/domain/imports.ts';
import { BusyOverlay } from '../parts/BusyOverlay.tsx';
import { saveFile, servedName } from '../parts/download.ts';
import { firstMessage } from '../parts/messages.ts';
import { Refused } from '../parts/Refused.tsx';
import { NotAllowed, RoleButton } from '../parts/RoleButton.tsx';
import { callRaw, messageOf } from '../providers/client.ts';
import { useMay } from '../providers/roles.ts';
import { IMPORT, IMPORT_TITLES } from '../texts/parts.ts';
import { ErrorDialog } from './ErrorDialog.tsx';
import { Preview } from './Preview.tsx';
import { mayImport, useFile } from './use-file.ts';
import { useImport } from './use-import.ts';

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
  const may = useMay(kind.operation as OperationId);
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const dropped = event.dataTransfer.files[0];
    if (may && dropped) file.choose(dropped);
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
        ...(chosen ? { gridColumn: '1 / -1', order: -1 } : {}),
        ...(over ? { outline: 2, outlineColor: 'primary.main', outlineStyle: 'dashed' } : {}),
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1.25 }}>
        <Typography component="h2" variant="h3" id={titleId} sx={{ mr: 0.5 }}>
          {IMPORT_TITLES[kind.name]}
        </Typography>
        <FileButton kind={kind} again={chosen !== undefined} onChoose={file.choose} />
        {chosen ? (
          <Box sx={{ typography: 'body2', minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
            {chosen.file.name}
            {chosen.verdict ? ` ${IMPORT.rows(chosen.verdict.row_count)}` : ''}
          </Box>
        ) : null}
        <RoleButton
          operation={kind.operation as OperationId}
          variant="contained"
          disabled={!mayImport(chosen) || importing.busy}
          onClick={() => chosen && importing.run(chosen)}
        >
          {IMPORT.run}
        </RoleButton>
        <span style={{ flex: 1 }} />
        <TemplateButton kind={kind} compact={compact && chosen === undefined} />
        {chosen ? (
          <IconButton size="small" onClick={file.discard} aria-label={IMPORT.discard} title={IMPORT.discard}>
            <Close fontSize="small" />
          </IconButton>
        ) : null}
      </Box>
      {chosen?.state === 'reading' ? <LinearProgress aria-label={IMPORT.reading} sx={{ mt: 1.5 }} /> : null}
      <Box sx={{ '&:not(:empty)': { mt: 1.5 } }}>
        <Refused message={chosen?.failure} />
        {Object.entries(importing.fields).map(([field, messages]) => (
          <Refused key={field} message={firstMessage(messages)} />
        ))}
      </Box>
      {chosen?.opened && chosen.state === 'read' ? <Preview kind={kind} chosen={chosen} file={file} /> : null}
      {importing.errors.length > 0 ? (
        <ErrorDialog label={kind.label} errors={importing.errors} onClose={() => window.location.reload()} />
      ) : null}
      <BusyOverlay text={importing.busy ? IMPORT.importing(kind.label) : undefined} />
    </Paper>
  );
};

const FileButton = ({ kind, again, onChoose }: { kind: ImportKind; again: boolean; onChoose(file: File): void }) => {
  const input = useRef<HTMLInputElement>(null);
  const may = useMay(kind.operation as OperationId);
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // The same file may be chosen again after it was mended.
    event.target.value = '';
    if (file) onChoose(file);
  };
  const button = (
    <Button
      variant="outlined"
      startIcon={<UploadFile />}
      disabled={!may}
      onClick={() => input.current?.click()}
      title={may ? IMPORT.drop : undefined}
    >
      {again ? IMPORT.chooseOther : IMPORT.choose}
    </Button>
  );
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={`.${kind.file_format}`}
        disabled={!may}
        onChange={pick}
        aria-label={IMPORT_TITLES[kind.name]}
      />
      {may ? button : <NotAllowed>{button}</NotAllowed>}
    </>
  );
};

const TemplateButton = ({ kind, compact }: { kind: ImportKind; compact: boolean }) => {
  const notify = useNotify();
  const save = async () => {
    try {
      const response = await callRaw('getImportTemplate', { kind: kind.name });
      saveFile(servedName(response, `${kind.name}.${kind.file_format}`), await response.blob());
    } catch (error) {
      notify(messageOf(error), { type: 'error' });
    }
  };
  const label = `${IMPORT_TITLES[kind.name]} ${IMPORT.template}`;
  if (compact) {
    return (
      <Tooltip title={IMPORT.template}>
        <IconButton color="primary" onClick={save} aria-label={label}>
          <Download fontSize="small" />
        </IconButton>
      </Tooltip>
    );
  }
  return (
    <Button startIcon={<Download />} onClick={save} aria-label={label}>
      {IMPORT.template}
    </Button>
  );
};
