import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useMemo, useState } from 'react';
import type { ImportKind } from '../../server/domain/imports.ts';
import { IMPORT } from '../texts/parts.ts';
import { DryRun } from './DryRun.tsx';
import { PreviewTable } from './PreviewTable.tsx';
import type { Verdict } from './protocol.ts';
import { Sentences } from './Sentences.tsx';
import { type Chosen, mayImport, type useFile } from './use-file.ts';

const HEIGHT = 440;

/** Which cells and rows the errors name, with their sentences. */
function faultsOf(verdict: Verdict): Map<string, string> {
  const faults = new Map<string, string>(verdict.bad_rows.map((row) => [String(row), '']));
  for (const { row, field, text } of verdict.errors) {
    if (row === null) continue;
    faults.set(String(row), text);
    if (field !== null) faults.set(`${row} ${field}`, text);
  }
  return faults;
}

/** The rows of the file beside what is wrong with them and what they would change. */
export const Preview = ({ kind, chosen, file }: { kind: ImportKind; chosen: Chosen; file: ReturnType<typeof useFile> }) => {
  const { opened, verdict, skipped, repairs } = chosen;
  const [wanted, setWanted] = useState<number>();
  const rows = useMemo(() => (opened?.rows ?? []).filter(({ row }) => !skipped.has(row)), [opened, skipped]);
  const faults = useMemo(() => (verdict ? faultsOf(verdict) : new Map<string, string>()), [verdict]);
  const known = useMemo(() => new Set([...(verdict?.errors ?? []), ...(verdict?.warnings ?? [])].map(({ text }) => text)), [verdict]);
  if (!opened || !verdict) return null;
  const skip = (more: readonly number[]) => file.decide({ skipped: new Set([...skipped, ...more]) });
  return (
    <Box sx={{ mt: 1.5, display: 'grid', gap: 1.5, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 320px' } }}>
      <Box sx={{ minWidth: 0, border: 1, borderColor: 'divider', borderRadius: 1, overflow: 'hidden' }}>
        <PreviewTable
          key={`${chosen.file.name} ${chosen.file.lastModified} ${opened.sheet}`}
          kind={kind}
          fields={opened.fields}
          rows={rows}
          faults={faults}
          repairs={repairs}
          onRemove={(row) => void skip([row])}
          wanted={wanted}
          height={HEIGHT}
        />
      </Box>
      <Box sx={{ minWidth: 0, maxHeight: { md: HEIGHT + 2 }, overflowY: 'auto' }}>
        <Decisions chosen={chosen} file={file} skip={skip} />
        <Sentences title={IMPORT.errors} level="error" texts={verdict.errors} count={verdict.error_count} onRow={setWanted} />
        <Sentences title={IMPORT.warnings} level="warning" texts={verdict.warnings} count={verdict.warning_count} onRow={setWanted} />
        {mayImport(chosen) ? <DryRun kind={kind} chosen={chosen} known={known} /> : null}
      </Box>
    </Box>
  );
};

interface DecisionsProps {
  chosen: Chosen;
  file: ReturnType<typeof useFile>;
  skip(rows: readonly number[]): void;
}

/** What a person may decide about the file: the sheet, bad rows, hidden rows, lost zeros, rows taken out. */
const Decisions = ({ chosen, file, skip }: DecisionsProps) => {
  const { opened, verdict, skipped, repairs } = chosen;
  if (!opened || !verdict) return null;
  const offered = verdict.repairs.length;
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
      {verdict.error_count > 0 && !verdict.refused ? (
        <FormControlLabel
          control={<Checkbox size="small" checked={chosen.withoutBad} onChange={(_, checked) => file.setWithoutBad(checked)} />}
          label={IMPORT.skipBad}
        />
      ) : null}
      {chosen.withoutBad && verdict.bad_rows.length > 0 ? (
        <Alert severity="info" sx={alertSx}>
          {IMPORT.skipped(verdict.bad_rows.length)}
        </Alert>
      ) : null}
      {offered > 0 || repairs.length > 0 ? (
        <Alert severity="warning" sx={alertSx}>
          {IMPORT.repairsHint(offered || repairs.length)}
          <FormControlLabel
            control={
              <Checkbox
                size="small"
                checked={repairs.length > 0}
                onChange={(_, checked) => void file.decide({ repairs: checked ? [...repairs, ...verdict.repairs] : [] })}
              />
            }
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

const alertSx = { py: 0, mb: 1 } as const;
