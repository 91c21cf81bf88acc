import Close from '@mui/icons-material/Close';
import UploadFile from '@mui/icons-material/UploadFileOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import { alpha } from '@mui/material/styles';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { Success } from '../../server/contract/handlers.ts';
import { counted } from '../../server/domain/texts/numbers.ts';
import { useFileInput } from '../parts/hooks/use-file-input.tsx';
import { SaveButton } from '../parts/lists/SaveButton.tsx';
import { messageOf } from '../providers/client.ts';
import { useCalls } from '../providers/queries.ts';
import { SHEETS, WORK } from '../texts/outsourcing.ts';
import { day } from './days.ts';

type Answer = Success<'takeAnsweredSheets'>;
type Change = Answer['rows'][number];

/** The bar of the window, and a gap. */
const STICKY_TOP_PX = 64;
/** Bar, title and counts, below which it begins. */
const ABOVE_PX = 182;

/** 回答を取込: a sheet that came back, its differences before they count. */
export const AnswersPanel = ({ onClose, onTaken }: { onClose(): void; onTaken(): void }) => {
  const notify = useNotify();
  const { call } = useCalls();
  const [file, setFile] = useState<File>();
  const [found, setFound] = useState<Answer>();
  const [left, setLeft] = useState<Answer>();
  const [refused, setRefused] = useState('');
  const [busy, setBusy] = useState(false);
  const send = async (chosen: File, query: { dry_run: 1 } | { skip_bad_rows: 1 }): Promise<Answer | undefined> => {
    const form = new FormData();
    form.set('file', chosen);
    setBusy(true);
    setRefused('');
    try {
      return await call('takeAnsweredSheets', { query, form });
    } catch (error) {
      setRefused(messageOf(error));
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  const choose = async (chosen: File): Promise<void> => {
    setFile(chosen);
    setFound(undefined);
    setLeft(undefined);
    setFound(await send(chosen, { dry_run: 1 }));
  };
  const { input, open } = useFileInput({ label: SHEETS.choose, onChoose: (chosen) => void choose(chosen) });
  const apply = async (): Promise<void> => {
    if (!file) return;
    const answer = await send(file, { skip_bad_rows: 1 });
    if (!answer) return;
    notify(SHEETS.applied(answer.applied), { type: 'success' });
    onTaken();
    // What was refused goes back to the partner: it stays until it was seen to.
    if (answer.refused.length === 0) return onClose();
    setFound(undefined);
    setLeft(answer);
  };
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-label={SHEETS.title}
      sx={{
        width: { xs: '100%', lg: 344 },
        flexShrink: 0,
        alignSelf: 'flex-start',
        // As high as the window has room for below the counts: what is pressed last is in sight unscrolled, the list gives way.
        position: { lg: 'sticky' },
        top: { lg: STICKY_TOP_PX },
        maxHeight: { lg: `calc(100vh - ${ABOVE_PX + 16}px)` },
        display: 'flex',
        flexDirection: 'column',
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', px: 2, minHeight: 52, borderBottom: 1, borderColor: 'divider' }}>
        <Box component="h2" sx={{ typography: 'h2', flex: 1, m: 0 }}>
          {SHEETS.title}
        </Box>
        <IconButton onClick={onClose} aria-label={SHEETS.close} size="small">
          <Close fontSize="small" />
        </IconButton>
      </Box>
      <Box sx={{ p: 2, display: 'grid', gap: 1 }}>
        <Box sx={{ fontSize: '0.8rem', color: 'text.secondary' }}>{file ? <b>{file.name}</b> : SHEETS.hint}</Box>
        {input}
        <Button variant={file ? 'text' : 'outlined'} startIcon={<UploadFile />} onClick={open} disabled={busy}>
          {SHEETS.choose}
        </Button>
        {busy ? <LinearProgress aria-label={SHEETS.reading} /> : null}
        {refused ? <Alert severity="error">{refused}</Alert> : null}
      </Box>
      {found ? <Found found={found} busy={busy} onCancel={onClose} onApply={() => void apply()} /> : null}
      {left ? <Left answer={left} /> : null}
    </Paper>
  );
};

const Found = ({ found, busy, onCancel, onApply }: { found: Answer; busy: boolean; onCancel(): void; onApply(): void }) => (
  <>
    <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(4, 1fr)', px: 2, pb: 1.5, borderBottom: 1, borderColor: 'divider' }}>
      {(
        [
          [SHEETS.changed, found.changed_count, 'primary.main'],
          [SHEETS.unchanged, found.unchanged_count, 'text.secondary'],
          [SHEETS.refused, found.refused_count, 'error.main'],
          [SHEETS.affected, found.affected_count, 'error.main'],
        ] as const
      ).map(([word, count, color]) => (
        <Box key={word} sx={{ fontSize: '0.72rem', color: 'text.secondary' }}>
          {word}
          <Box sx={{ fontSize: '1.25rem', fontWeight: 700, color: count > 0 ? color : 'text.secondary' }}>{counted(count)}</Box>
        </Box>
      ))}
    </Box>
    {found.changed_count + found.refused_count === 0 ? (
      <Alert severity="info" sx={{ borderRadius: 0 }}>
        {SHEETS.nothing}
      </Alert>
    ) : null}
    <Box
      sx={{ maxHeight: { xs: '50vh', lg: 'none' }, minHeight: 96, overflow: 'auto' }}
      tabIndex={0}
      role="region"
      aria-label={SHEETS.changed}
    >
      {found.warnings.map((text) => (
        <Alert key={text} severity="warning" sx={{ borderRadius: 0 }}>
          {text}
        </Alert>
      ))}
      {found.rows.map((row) => (
        <Changed key={`${row.sheet} ${row.row}`} row={row} />
      ))}
      <Refusals rows={found.refused} />
    </Box>
    <Box sx={{ px: 2, py: 1.5, borderTop: 1, borderColor: 'divider' }}>
      {found.refused.length > 0 ? <SendBack rows={found.refused} /> : null}
      <Box sx={{ fontSize: '0.75rem', color: 'text.secondary', mb: 1 }}>{SHEETS.binds}</Box>
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1 }}>
        <Button onClick={onCancel}>{SHEETS.cancel}</Button>
        <Button variant="contained" onClick={onApply} loading={busy} disabled={found.changed_count === 0}>
          {SHEETS.apply(found.changed_count)}
        </Button>
      </Box>
    </Box>
  </>
);

type Refusal = Answer['refused'][number];

const Refusals = ({ rows }: { rows: readonly Refusal[] }) =>
  rows.map((row) => (
    <Alert
      key={`${row.sheet} ${row.row} ${row.message}`}
      severity="warning"
      sx={{ borderRadius: 0, borderBottom: 1, borderColor: 'divider' }}
    >
      <b>{row.row === null ? SHEETS.file : `${row.sheet} ${SHEETS.row(row.row)}`}</b>
      {row.unique_order === '' ? null : <div>{`${row.unique_order} ${row.task_name}`}</div>}
      <div>{row.message}</div>
    </Alert>
  ));

/** The answers that cannot be taken as a file, or as a text, for whoever is to mend them. */
const SendBack = ({ rows }: { rows: readonly Refusal[] }) => {
  const notify = useNotify();
  const { leftColumns: columns } = SHEETS;
  const cells = () => [
    Object.values(columns),
    ...rows.map((row) => (Object.keys(columns) as (keyof typeof columns)[]).map((column) => row[column])),
  ];
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(rows.map(SHEETS.leftLine).join('\n'));
    notify(SHEETS.copied, { type: 'info' });
  };
  return (
    <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1 }}>
      {/* Without a secure connection a page may not write there. */}
      {navigator.clipboard ? <Button onClick={() => void copy()}>{SHEETS.copy}</Button> : null}
      <SaveButton name={SHEETS.leftFile} rows={cells} />
    </Box>
  );
};

/** After the others were taken: what was not, until it was seen to. */
const Left = ({ answer: { applied, refused } }: { answer: Answer }) => (
  <>
    <Box sx={{ px: 2, pb: 1, fontSize: '0.8rem' }} role="status">
      <div>{SHEETS.applied(applied)}</div>
      <b>{SHEETS.left(refused.length)}</b>
    </Box>
    <Box sx={{ minHeight: 96, overflow: 'auto' }} tabIndex={0} role="region" aria-label={SHEETS.refused}>
      <Refusals rows={refused} />
    </Box>
    <Box sx={{ px: 2, py: 1.5, borderTop: 1, borderColor: 'divider' }}>
      <SendBack rows={refused} />
    </Box>
  </>
);

const Line = ({ term, children }: { term: string; children: React.ReactNode }) => (
  <Box sx={{ display: 'flex', gap: 1.25, fontSize: '0.8rem' }}>
    <Box component="span" sx={{ minWidth: 62, color: 'text.secondary' }}>
      {term}
    </Box>
    <span>{children}</span>
  </Box>
);

const shownValue = (field: string, value: string | number | null): string =>
  value === null || value === '' ? SHEETS.none : field === 'answered_date' ? day(String(value)) : String(value);

/** What the answer does to the return and to the delivery. */
const Effect = ({ row }: { row: Change }) => {
  const same = row.return_date === row.new_return_date;
  const spare = row.new_spare_days;
  return (
    <Line term={SHEETS.back}>
      {same ? `${day(row.return_date)} ${SHEETS.asIs}` : `${day(row.return_date)} → `}
      {same ? null : <b>{day(row.new_return_date)}</b>}{' '}
      {spare === null ? null : (
        <Box component="b" sx={{ color: spare < 0 ? 'error.main' : 'success.main' }}>
          {spare < 0 ? WORK.misses(-spare) : SHEETS.inTime}
        </Box>
      )}
    </Line>
  );
};

const Changed = ({ row }: { row: Change }) => (
  <Box
    sx={{
      px: 2,
      py: 1.25,
      borderBottom: 1,
      borderColor: 'divider',
      display: 'grid',
      gap: 0.25,
      ...(row.affected
        ? { bgcolor: ({ palette }) => alpha(palette.error.main, 0.07), boxShadow: ({ palette }) => `inset 3px 0 ${palette.error.main}` }
        : {}),
    }}
  >
    <Box sx={{ fontSize: '0.8rem' }}>
      <b>{row.unique_order}</b>　{row.task_name}　{row.product_name}
    </Box>
    {row.changes.map(({ field, old, new: now }) => (
      <Line key={field} term={SHEETS.fields[field]}>
        <Box component="s" sx={{ color: 'text.secondary' }}>
          {shownValue(field, old)}
        </Box>{' '}
        → <b>{shownValue(field, now)}</b>
        {field === 'completed_quantity' ? ` / ${WORK.pieces(row.quantity)}` : ''}
      </Line>
    ))}
    <Effect row={row} />
    {row.warnings.map((text) => (
      <Box key={text} sx={{ fontSize: '0.75rem', color: 'warning.main' }}>
        {text}
      </Box>
    ))}
  </Box>
);
