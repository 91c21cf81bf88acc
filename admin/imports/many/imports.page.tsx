import Add from '@mui/icons-material/Add';
import DriveFolderUpload from '@mui/icons-material/DriveFolderUploadOutlined';
import History from '@mui/icons-material/HistoryOutlined';
import UploadFile from '@mui/icons-material/UploadFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useCallback, useRef, useState } from 'react';
import { Confirm, useNotify } from 'react-admin';
import { Link } from 'react-router';
import { importKind } from '../../../server/domain/files/imports.ts';
import { CHANGE_TEXTS } from '../../../server/domain/texts/files/imports.ts';
import { PageActions } from '../../layout/PageActions.tsx';
import { BusyOverlay } from '../../parts/BusyOverlay.tsx';
import { saveFile, servedName } from '../../parts/download.ts';
import { RoleButton } from '../../parts/RoleButton.tsx';
import { visuallyHidden } from '../../parts/visually-hidden.ts';
import { messageOf } from '../../providers/client.ts';
import { useCalls } from '../../providers/queries.ts';
import { useMay } from '../../providers/roles.ts';
import { MANY as WORDS } from '../../texts/imports.ts';
import { COMMON } from '../../texts/parts.ts';
import { DRY_RUN_KEY } from '../preview/use-dry-run.ts';
import { sendImport } from '../send.ts';
import { FileRow, OtherRow, type Outcome, type Ready } from './FileRows.tsx';
import { useFiles } from './use-files.ts';

const RIGHT: ReadonlySet<string> = new Set(['rows', 'fresh', 'changed', 'unchanged', 'deleted', 'bad', 'warnings']);
const sumOf = (all: readonly Ready[], field: 'new' | 'changed_count' | 'unchanged'): number =>
  all.reduce((sum, { answer }) => sum + (answer?.[field] ?? 0), 0);

/** The files that may be sent, which of them are ticked, and what came of those that were. */
function useSending() {
  const dataProvider = useCalls();
  const [ready, setReady] = useState<ReadonlyMap<number, Ready>>(new Map());
  const [ticks, setTicks] = useState<ReadonlyMap<number, boolean>>(new Map());
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(new Map());
  const [busy, setBusy] = useState(false);
  const queries = useQueryClient();
  const onReady = useCallback((one: Ready) => setReady((all) => new Map(all).set(one.id, one)), []);
  const isTicked = ({ id, may, clean }: Ready): boolean =>
    may && (outcomes.get(id)?.answer?.errors.length ?? 1) > 0 && (ticks.get(id) ?? clean);
  /** One after the other, each all or nothing: a good file does not wait for a bad one. */
  const send = async (chosen: readonly Ready[]): Promise<void> => {
    setBusy(true);
    for (const { id, kind, chosen: file, asIs } of chosen) {
      const outcome = await sendImport(dataProvider, kind, file, { dryRun: false, asIs }).then(
        (answer): Outcome => ({ answer }),
        (error: unknown): Outcome => ({ failure: messageOf(error) }),
      );
      setOutcomes((all) => new Map(all).set(id, outcome));
    }
    void queries.invalidateQueries({ queryKey: DRY_RUN_KEY });
    setBusy(false);
  };
  return {
    ...{ ready, outcomes, busy, onReady, isTicked, send },
    tick: (id: number, ticked: boolean) => setTicks((all) => new Map(all).set(id, ticked)),
    tickOf: (id: number) => ticks.get(id),
    /** What was decided of a file goes with it. */
    forget: (id: number) => {
      for (const set of [setReady, setOutcomes, setTicks]) {
        (set as (change: (all: ReadonlyMap<number, unknown>) => ReadonlyMap<number, unknown>) => void)(
          (all) => new Map([...all].filter(([one]) => one !== id)),
        );
      }
    },
  };
}

/** Saves the rows that these imports left out as one file. */
function useLeftOut(outcomes: ReadonlyMap<number, Outcome>) {
  const { callRaw } = useCalls();
  const notify = useNotify();
  const left = [...outcomes.values()].flatMap(({ answer }) => answer?.left_out ?? []);
  const save = async (): Promise<void> => {
    try {
      const response = await callRaw('getLeftOutOfImports', { query: { ids: left.map(({ import_id }) => import_id).join(',') } });
      saveFile(servedName(response, 'rows.xlsx'), await response.blob());
    } catch (error) {
      notify(messageOf(error), { type: 'error' });
    }
  };
  return { rows: left.reduce((sum, { count }) => sum + count, 0), save };
}

/** まとめて取込: files of any kinds, put down in any order, taken in by one press. */
const ImportsPage = () => {
  const { files, add, call, remove, clear } = useFiles();
  const { ready, outcomes, busy, onReady, isTicked, send, tick, tickOf, forget } = useSending();
  const left = useLeftOut(outcomes);
  const may = useMay('importOrders');
  const [asking, setAsking] = useState(false);
  const chosen = files.flatMap(({ id }) => {
    const one = ready.get(id);
    return one && isTicked(one) ? [one] : [];
  });
  const deletions = chosen.map(({ kind, answer }) => CHANGE_TEXTS.deletes(kind.name, answer?.deleted ?? 0)).filter((text) => text !== '');
  const drop = (event: DragEvent) => {
    event.preventDefault();
    if (may) add(event.dataTransfer.files);
  };
  return (
    <Box onDragOver={(event) => event.preventDefault()} onDrop={drop} sx={{ minHeight: '70vh' }}>
      <PageActions>
        <Button component={Link} to="/import-history" variant="outlined" startIcon={<History />}>
          {WORDS.history}
        </Button>
        <Button variant="outlined" disabled={files.length === 0 || busy} onClick={() => [clear(), files.map(({ id }) => forget(id))]}>
          {WORDS.clear}
        </Button>
        <RoleButton
          operation="importOrders"
          variant="contained"
          startIcon={<UploadFile />}
          disabled={chosen.length === 0 || busy}
          onClick={() => (deletions.length > 0 ? setAsking(true) : void send(chosen))}
        >
          {WORDS.run(chosen.length)}
        </RoleButton>
      </PageActions>
      <DropArea disabled={!may} onAdd={add} />
      {files.length > 0 ? (
        <Paper variant="outlined" sx={{ overflow: 'auto' }}>
          <Table size="small" aria-label={WORDS.list}>
            <TableHead>
              <TableRow>
                <HiddenHead text={WORDS.ticked} />
                {Object.entries(WORDS.columns).map(([name, label]) => (
                  <TableCell key={name} align={RIGHT.has(name) ? 'right' : 'left'} sx={{ whiteSpace: 'nowrap' }}>
                    {label}
                  </TableCell>
                ))}
                <HiddenHead text={COMMON.operation} />
              </TableRow>
            </TableHead>
            <TableBody>
              {files.map((given, index) => {
                const kind = given.kind ? importKind(given.kind) : undefined;
                const shared = {
                  given,
                  onRemove: () => [remove(given.id), forget(given.id)],
                  onKind: (name: NonNullable<typeof given.kind>) => [forget(given.id), call(given.id, name)],
                };
                return kind ? (
                  <FileRow
                    key={`${given.id} ${kind.name}`}
                    {...shared}
                    kind={kind}
                    order={index + 1}
                    ticked={tickOf(given.id)}
                    onTick={(ticked) => tick(given.id, ticked)}
                    onReady={onReady}
                    outcome={outcomes.get(given.id)}
                  />
                ) : (
                  <OtherRow key={given.id} {...shared} />
                );
              })}
            </TableBody>
          </Table>
          <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 2, px: 1.5, py: 1, typography: 'body2' }}>
            <span role="status">
              {WORDS.sum(chosen.length, sumOf(chosen, 'new'), sumOf(chosen, 'changed_count'), sumOf(chosen, 'unchanged'))}
            </span>
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {WORDS.each}
            </Box>
            <span style={{ flex: 1 }} />
            {left.rows > 0 ? <Button onClick={() => void left.save()}>{WORDS.leftOut(left.rows)}</Button> : null}
          </Box>
        </Paper>
      ) : null}
      <Confirm
        isOpen={asking}
        title={WORDS.deletions}
        content={deletions.map((text) => <div key={text}>{text}</div>)}
        confirm={WORDS.goOn}
        confirmColor="warning"
        onConfirm={() => [setAsking(false), void send(chosen)]}
        onClose={() => setAsking(false)}
      />
      <BusyOverlay text={busy ? WORDS.running : undefined} />
    </Box>
  );
};

/** The head of a column that holds something to press. */
const HiddenHead = ({ text }: { text: string }) => (
  <TableCell>
    <Box component="span" sx={visuallyHidden}>
      {text}
    </Box>
  </TableCell>
);

/** Where files are put down, or chosen by a button. */
const DropArea = ({ disabled, onAdd }: { disabled: boolean; onAdd(files: Iterable<File>): void }) => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <Box
      component="section"
      aria-label={WORDS.drop}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        minHeight: 54,
        px: 2,
        mb: 1.25,
        border: '1px dashed',
        borderColor: 'primary.main',
        borderRadius: 2,
        flexWrap: 'wrap',
      }}
    >
      <DriveFolderUpload color="primary" />
      <Box sx={{ fontWeight: 700 }}>{WORDS.drop}</Box>
      <Box sx={{ typography: 'body2', color: 'text.secondary', flex: 1 }}>{WORDS.dropHint}</Box>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept=".xlsx,.csv"
        disabled={disabled}
        aria-label={WORDS.choose}
        onChange={({ target }) => {
          onAdd([...(target.files ?? [])]);
          // The same file may be chosen again after it was mended.
          target.value = '';
        }}
      />
      <Button variant="outlined" startIcon={<Add />} disabled={disabled} onClick={() => input.current?.click()}>
        {WORDS.choose}
      </Button>
    </Box>
  );
};

export default ImportsPage;
