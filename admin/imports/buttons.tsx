import Download from '@mui/icons-material/DownloadOutlined';
import UploadFile from '@mui/icons-material/UploadFileOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useNotify } from 'react-admin';
import type { OperationId } from '../../server/contract/handlers.ts';
import type { ImportKind } from '../../server/domain/files/imports.ts';
import { saveFile, servedName } from '../parts/download.ts';
import { useFileInput } from '../parts/hooks/use-file-input.tsx';
import { NotAllowed } from '../parts/RoleButton.tsx';
import { messageOf } from '../providers/client.ts';
import { useCalls } from '../providers/queries.ts';
import { useMay } from '../providers/roles.ts';
import { IMPORT, IMPORT_TITLES } from '../texts/parts.ts';

/** Chooses the file of a kind, by button; disabled for whom may not import. */
export const FileButton = ({ kind, again, onChoose }: { kind: ImportKind; again: boolean; onChoose(file: File): void }) => {
  const may = useMay(kind.operation as OperationId);
  const { input, open } = useFileInput({ label: IMPORT_TITLES[kind.name], disabled: !may, onChoose });
  const button = (
    <Button variant="outlined" startIcon={<UploadFile />} disabled={!may} onClick={open} title={may ? IMPORT.drop : undefined}>
      {again ? IMPORT.chooseOther : IMPORT.choose}
    </Button>
  );
  return (
    <>
      {input}
      {may ? button : <NotAllowed>{button}</NotAllowed>}
    </>
  );
};

/** Saves the rows that an import left out, as they were, with their numbers and reasons. */
export const LeftOutButton = ({ id }: { id: number }) => {
  const notify = useNotify();
  const dataProvider = useCalls();
  const save = async () => {
    try {
      const response = await dataProvider.callRaw('getLeftOutRows', { id });
      saveFile(servedName(response, 'rows.xlsx'), await response.blob());
    } catch (error) {
      notify(messageOf(error), { type: 'error' });
    }
  };
  return (
    <Button startIcon={<Download />} onClick={save}>
      {IMPORT.leftOut}
    </Button>
  );
};

/** Saves the empty file of a kind; a mere icon where room is short. */
export const TemplateButton = ({ kind, compact }: { kind: ImportKind; compact: boolean }) => {
  const notify = useNotify();
  const dataProvider = useCalls();
  const save = async () => {
    try {
      const response = await dataProvider.callRaw('getImportTemplate', { kind: kind.name });
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
