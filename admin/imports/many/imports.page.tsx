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
import { type ComponentProps, type DragEvent, useCallback, useMemo, useRef, useState } from 'react';
import { Confirm, useNotify } from 'react-admin';
import { Link } from 'react-router';
import { type ImportKindName, importKind } from '../../../server/domain/files/imports.ts';
import { IMPORT_ENDINGS } from '../../../server/domain/files/inbox.ts';
import { CHANGE_TEXTS } from '../../../server/domain/texts/files/imports.ts';
import { LeaveQuestion, useLeaveBlocker } from '../../forms/LeaveGuard.tsx';
import { PageActions } from '../../layout/PageActions.tsx';
import { BusyOverlay } from '../../parts/BusyOverlay.tsx';
import { saveFile, servedName } from '../../parts/download.ts';
import { NotAllowed, RoleButton } from '../../parts/RoleButton.tsx';
import { visuallyHidden } from '../../parts/visually-hidden.ts';
import { messageOf } from '../../providers/client.ts';
import { useCalls } from '../../providers/queries.ts';
import { useMay } from '../../providers/roles.ts';
import { MANY as WORDS } from '../../texts/imports.ts';
import { COMMON } from '../../texts/parts.ts';
import { FileRow, OtherRow } from './FileRows.tsx';
import { chosenOf, type Given, isEnded, type Seen, type Sending, type Standing, standingsOf } from './standing.ts';
import { useFiles } from './use-files.ts';
import { useSending } from './use-sending.ts';

const RIGHT: ReadonlySet<string> = new Set(['rows', 'fresh', 'changed', 'unchanged', 'deleted', 'bad', 'warnings']);
const sumOf = (all: readonly Sending[], field: 'new' | 'changed_count' | 'unchanged'): number =>
  all.reduce((sum, { seen }) => sum + (seen.answer?.[field] ?? 0), 0);

/** Saves the rows that these imports left out as one file. */
function useLeftOut(files: readonly Given[]) {
  const { callRaw } = useCalls();
  const notify = useNotify();
  const left = files.flatMap(({ outcome }) => outcome?.answer?.left_out ?? []);
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
  const { files, add, change, see, tick, call, remove, clear } = useFiles();
  const notify = useNotify();
  const { busy, send } = useSending(change);
  const left = useLeftOut(files);
  const may = useMay('importOrders');
  const [asking, setAsking] = useState(false);
  const [opened, setOpened] = useState<number>();
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const standings = useMemo(() => standingsOf(files, busy), [files, busy]);
  const chosen = chosenOf(files, standings);
  const deletions = chosen
    .map(({ kind, seen }) => CHANGE_TEXTS.deletes(kind.name, seen.answer?.deleted ?? 0))
    .filter((text) => text !== '');
  const blocker = useLeaveBlocker([...standings.values()].some((standing) => !isEnded(standing)));
  const put = async (brought: Iterable<File>) => {
    const twice = await add(brought);
    if (twice.length > 0) notify(twice.map(({ name, as }) => WORDS.twice(name, as)).join(''), { type: 'info' });
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    if (may) void put(event.dataTransfer.files);
  };
  return (
    <Box onDragOver={(event) => event.preventDefault()} onDrop={drop} sx={{ minHeight: '70vh' }}>
      <PageActions>
        <Button component={Link} to="/import-history" variant="outlined" startIcon={<History />}>
          {WORDS.history}
        </Button>
        <Button variant="outlined" disabled={files.length === 0 || busy} onClick={clear}>
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
      <DropArea may={may} onAdd={(brought) => void put(brought)} />
      {files.length > 0 ? (
        <Paper variant="outlined">
          <Box sx={{ position: 'relative', overflow: 'auto' }}>
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
                  const { id } = given;
                  const kind = given.kind ? importKind(given.kind) : undefined;
                  const shared = {
                    given,
                    standing: standings.get(id) as Standing,
                    onRemove: () => remove(id),
                    onKind: (name: ImportKindName) => call(id, name),
                  };
                  return kind ? (
                    <KnownRow
                      key={`${id} ${kind.name}`}
                      {...shared}
                      kind={kind}
                      order={index + 1}
                      place={opened === id ? place : undefined}
                      onOpen={(opens) => setOpened(opens ? id : undefined)}
                      onSee={see}
                      onTick={(ticked) => tick(id, ticked)}
                    />
                  ) : (
                    <OtherRow key={id} {...shared} />
                  );
                })}
              </TableBody>
            </Table>
          </Box>
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
      <Box ref={setPlace} />
      <Confirm
        isOpen={asking}
        title={WORDS.deletions}
        content={deletions.map((text) => <div key={text}>{text}</div>)}
        confirm={WORDS.goOn}
        confirmColor="warning"
        onConfirm={() => [setAsking(false), void send(chosen)]}
        onClose={() => setAsking(false)}
      />
      <LeaveQuestion
        open={blocker.state === 'blocked'}
        onLeave={() => blocker.proceed?.()}
        onStay={() => blocker.reset?.()}
        words={WORDS.leaving}
      />
      <BusyOverlay text={busy ? WORDS.running : undefined} />
    </Box>
  );
};

type KnownRowProps = Omit<ComponentProps<typeof FileRow>, 'onSeen'> & { onSee(id: number, seen: Seen): void };

/** A row that writes into the record of its file. */
const KnownRow = ({ onSee, ...row }: KnownRowProps) => {
  const { id } = row.given;
  const onSeen = useCallback((seen: Seen) => onSee(id, seen), [onSee, id]);
  return <FileRow {...row} onSeen={onSeen} />;
};

/** The head of a column that holds something to press. */
const HiddenHead = ({ text }: { text: string }) => (
  <TableCell>
    <Box component="span" sx={visuallyHidden}>
      {text}
    </Box>
  </TableCell>
);

/** Where files are put down, or chosen by a button; why not, for whom may not. */
const DropArea = ({ may, onAdd }: { may: boolean; onAdd(files: Iterable<File>): void }) => {
  const input = useRef<HTMLInputElement>(null);
  const [text, hint] = may ? [WORDS.drop, WORDS.dropHint] : [WORDS.mayNot, WORDS.mayNotHint];
  const button = (
    <Button variant="outlined" startIcon={<Add />} disabled={!may} onClick={() => input.current?.click()}>
      {WORDS.choose}
    </Button>
  );
  return (
    <Box
      component="section"
      aria-label={text}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        minHeight: 54,
        px: 2,
        py: 0.75,
        mb: 1.25,
        border: '1px dashed',
        borderColor: may ? 'primary.main' : 'divider',
        borderRadius: 2,
        flexWrap: 'wrap',
      }}
    >
      <DriveFolderUpload color={may ? 'primary' : 'disabled'} />
      <Box sx={{ fontWeight: 700 }}>{text}</Box>
      <Box sx={{ typography: 'body2', color: 'text.secondary', flex: '1 1 240px' }}>{hint}</Box>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={IMPORT_ENDINGS.join(',')}
        disabled={!may}
        aria-label={WORDS.choose}
        onChange={({ target }) => {
          onAdd([...(target.files ?? [])]);
          // The same file may be chosen again after it was mended.
          target.value = '';
        }}
      />
      {may ? button : <NotAllowed>{button}</NotAllowed>}
    </Box>
  );
};

export default ImportsPage;
