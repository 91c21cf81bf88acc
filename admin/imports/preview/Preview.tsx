import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useMemo, useState } from 'react';
import type { ImportKind } from '../../../server/domain/files/imports.ts';
import { repairsInWords } from '../../../server/domain/files/zeros.ts';
import { CHANGE_TEXTS, IMPORT_TEXTS } from '../../../server/domain/texts/files/imports.ts';
import { IMPORT } from '../../texts/parts.ts';
import { type Told, zerosOffered } from '../together.ts';
import type { Chosen, useFile } from '../use-file.ts';
import { DryRun } from './DryRun.tsx';
import { PreviewTable } from './PreviewTable.tsx';
import { Sentences } from './Sentences.tsx';
import type { DryRunState } from './use-dry-run.ts';

/** What the window leaves beside the page's head and the panel's. */
const HEIGHT = 'clamp(440px, calc(100vh - 230px), 800px)';

/** Which cells and rows the errors name, with their sentences. */
function errorsByPlace({ bad_rows, errors, cells }: Told): Map<string, string> {
  const found = new Map<string, string>([...bad_rows].map((row) => [String(row), '']));
  for (const { row, text, also = [] } of errors) for (const one of row === null ? [] : [row, ...also]) found.set(String(one), text);
  for (const { row, field, text } of cells) if (row !== null && field !== null) found.set(`${row} ${field}`, text);
  return found;
}

interface PreviewProps {
  kind: ImportKind;
  chosen: Chosen;
  file: ReturnType<typeof useFile>;
  told: Told;
  dryRun: DryRunState;
}

/** The rows of the file beside what is wrong with them and what they would change. */
export const Preview = ({ kind, chosen, file, told, dryRun }: PreviewProps) => {
  const { opened, verdict, skipped, repairs } = chosen;
  const [wanted, setWanted] = useState<number>();
  const rows = useMemo(() => (opened?.rows ?? []).filter(({ row }) => !skipped.has(row)), [opened, skipped]);
  const errors = useMemo(() => errorsByPlace(told), [told]);
  if (!opened || !verdict) return null;
  // A file that is none of this kind has no rows to show: what it seems to be is all there is to say.
  const nothing = verdict.refused && opened.rows.length === 0;
  const carriedOut = told.error_count === 0 || chosen.withoutBad;
  const deleted = carriedOut ? (dryRun.answer?.deleted ?? 0) : 0;
  const skip = (more: readonly number[]) => file.decide({ skipped: new Set([...skipped, ...more]) });
  return (
    <Box
      sx={{
        mt: 1.5,
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', ...(nothing ? {} : { md: 'minmax(0, 1fr) minmax(320px, 30%)' }) },
      }}
    >
      {nothing ? null : (
        <Box sx={{ minWidth: 0, alignSelf: 'start', border: 1, borderColor: 'divider', borderRadius: 1, overflow: 'hidden' }}>
          <PreviewTable
            key={`${chosen.file.name} ${chosen.file.lastModified} ${opened.sheet}`}
            kind={kind}
            fields={opened.fields}
            rows={rows}
            errors={errors}
            repairs={repairs}
            onRemove={(row) => void skip([row])}
            wanted={wanted}
            height={HEIGHT}
          />
        </Box>
      )}
      <Box sx={RIGHT_SX}>
        {deleted > 0 ? (
          <Alert severity="warning" sx={alertSx}>
            {CHANGE_TEXTS.deletes(kind.name, deleted)}
          </Alert>
        ) : null}
        <Decisions kind={kind} chosen={chosen} file={file} told={told} skip={skip} />
        <Sentences title={IMPORT.errors} level="error" texts={told.errors} count={told.error_count} onRow={setWanted} />
        <Sentences title={IMPORT.warnings} level="warning" texts={told.warnings} count={told.warning_count} onRow={setWanted} />
        {verdict.refused ? null : <DryRun kind={kind} state={dryRun} carriedOut={carriedOut} />}
      </Box>
    </Box>
  );
};

interface DecisionsProps {
  kind: ImportKind;
  chosen: Chosen;
  told: Told;
  file: ReturnType<typeof useFile>;
  skip(rows: readonly number[]): void;
}

/** What a person may decide about the file: the sheet, bad rows, hidden rows, lost zeros, rows taken out. */
const Decisions = ({ kind, chosen, file, told, skip }: DecisionsProps) => {
  const { opened, verdict, skipped, repairs } = chosen;
  if (!opened || !verdict) return null;
  return (
    <>
      {opened.sheets.length > 1 ? (
        <TextField
          select
          fullWidth
          label={IMPORT.sheet}
          value={opened.sheet}
          onChange={(event) => file.chooseSheet(event.target.value)}
          sx={{ mt: 0.75, mb: 1 }}
        >
          {opened.sheets.map(({ name }) => (
            <MenuItem key={name} value={name}>
              {name}
            </MenuItem>
          ))}
        </TextField>
      ) : null}
      {told.bad_rows.size > 0 && !verdict.refused ? (
        <FormControlLabel
          control={<Checkbox size="small" checked={chosen.withoutBad} onChange={(_, checked) => file.setWithoutBad(checked)} />}
          label={IMPORT.skipBad}
        />
      ) : null}
      {chosen.withoutBad && told.bad_rows.size > 0 ? (
        <Alert severity="info" sx={alertSx}>
          {IMPORT.skipped(told.bad_rows.size)}
        </Alert>
      ) : null}
      {told.repairs.length > 0 || repairs.length > 0 ? (
        <Alert severity="warning" sx={alertSx}>
          {told.repairs.length > 0 ? zerosOffered(kind, told.repairs) : IMPORT_TEXTS.zerosGiven(repairsInWords(kind, repairs))}
          <FormControlLabel
            control={
              <Checkbox
                size="small"
                checked={told.repairs.length === 0}
                onChange={(_, checked) =>
                  void file.decide({ repairs: checked ? [...repairs, ...told.repairs] : [], joins: chosen.joins && checked })
                }
              />
            }
            sx={{ display: 'flex' }}
            label={IMPORT.repairs}
          />
        </Alert>
      ) : null}
      {verdict.hidden_rows.length > 0 ? (
        <Button onClick={() => skip(verdict.hidden_rows)}>{IMPORT.skipHidden(verdict.hidden_rows.length)}</Button>
      ) : null}
      {skipped.size > 0 ? (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, typography: 'body2' }}>
          {IMPORT.removed(skipped.size)}
          <Button onClick={() => void file.decide({ skipped: new Set() })}>{IMPORT.restore}</Button>
        </Box>
      ) : null}
    </>
  );
};

/** Its lists share what the rest leaves them. */
const RIGHT_SX = {
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  maxHeight: { md: `calc(${HEIGHT} + 2px)` },
  overflowY: 'auto',
  overflowWrap: 'anywhere',
  '& > *': { flexShrink: 0 },
} as const;
const alertSx = { py: 0, mb: 1 } as const;
