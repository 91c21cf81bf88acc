import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { alpha } from '@mui/material/styles';
import { Link as RouterLink } from 'react-router';
import { takenInWords } from '../../../../server/domain/files/change-words.ts';
import { importKind } from '../../../../server/domain/files/imports.ts';
import { counted } from '../../../../server/domain/texts/numbers.ts';
import { othersText } from '../../../texts/board/story.ts';
import { NIGHT } from '../../../texts/nightly.ts';
import { Head } from './Head.tsx';
import { clamped, kindLabel, NightLink, takenCount } from './parts.tsx';
import type { Night } from './use-night.ts';

type File = Night['files'][number];

/** Lines of the table, those of refused files included. */
const LINES = 6;
/** Of which a refused file takes two: why it was refused is read here. */
const REFUSED_LINES = 2;

const changes = ({ new_count, changed_count, deleted_count, left_out_count }: File): number =>
  (new_count ?? 0) + (changed_count ?? 0) + (deleted_count ?? 0) + (left_out_count ?? 0);
const shown = (count: number | null | undefined): string => (count ? counted(count) : NIGHT.none);

/** Chooses files for the card: the most changed ones, and two refused ones at most. */
function chosen(files: readonly File[]): { taken: File[]; refused: File[]; more: number } {
  const refused = files.filter(({ outcome }) => outcome !== 'done').slice(0, 2);
  const all = files.filter(({ outcome }) => outcome === 'done');
  const room = LINES - refused.length * REFUSED_LINES;
  const most = [...all].sort((one, other) => changes(other) - changes(one));
  const taken = most.slice(0, room);
  return { taken, refused, more: files.length - taken.length - refused.length };
}

const NUMBER = { textAlign: 'right', fontVariantNumeric: 'tabular-nums', fontWeight: 400 } as const;

const Taken = ({ file }: { file: File }) => (
  <tr>
    <Box component="th" scope="row" sx={{ textAlign: 'left', fontWeight: 400 }} title={file.name}>
      {kindLabel(file.kind)}
    </Box>
    <Box component="td" sx={{ ...NUMBER, color: 'text.secondary' }}>
      {takenInWords(importKind(file.kind ?? ''), file)}
    </Box>
    <Box component="td" sx={NUMBER}>
      {shown(file.new_count)}
    </Box>
    <Box component="td" sx={NUMBER}>
      {shown(file.changed_count)}
    </Box>
    <Box component="td" sx={{ ...NUMBER, ...(file.deleted_count ? { color: 'warning.main', fontWeight: 700 } : {}) }}>
      {shown(file.deleted_count)}
    </Box>
    <Box component="td" sx={{ ...NUMBER, ...(file.left_out_count ? { color: 'error.main', fontWeight: 700 } : {}) }}>
      {shown(file.left_out_count)}
    </Box>
  </tr>
);

const Refused = ({ file, nightId }: { file: File; nightId: number }) => (
  <Box
    sx={{
      display: 'flex',
      gap: 1,
      mx: -1.75,
      px: 1.75,
      py: 0.25,
      fontSize: '0.8rem',
      bgcolor: (theme) => alpha(theme.palette.error.main, 0.08),
    }}
  >
    <Box component="span" sx={{ color: 'error.main', fontWeight: 700, whiteSpace: 'nowrap' }}>
      {file.name}
    </Box>
    <Box component="span" title={file.message ?? ''} sx={{ flex: 1, minWidth: 0, lineHeight: 1.35, ...clamped(REFUSED_LINES) }}>
      {file.message}
    </Box>
    <Link
      component={RouterLink}
      to={file.import_id === null ? `/nights/${nightId}` : `/import-history/${file.import_id}`}
      sx={{ whiteSpace: 'nowrap' }}
    >
      {NIGHT.open}
    </Link>
  </Box>
);

const HEADS = [NIGHT.columns.rows, NIGHT.columns.created, NIGHT.columns.changed, NIGHT.columns.deleted, NIGHT.columns.leftOut] as const;

const TABLE = {
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: '0.82rem',
  '& th, & td': { height: 23, p: 0, borderBottom: 1, borderColor: 'divider' },
  '& thead th': { height: 19, color: 'text.secondary', fontSize: '0.75rem' },
} as const;

const TakenFiles = ({ files }: { files: readonly File[] }) => (
  <Box component="table" sx={TABLE}>
    <thead>
      <tr>
        <Box component="th" scope="col" sx={{ textAlign: 'left', fontWeight: 400 }}>
          {NIGHT.columns.kind}
        </Box>
        {HEADS.map((head) => (
          <Box key={head} component="th" scope="col" sx={NUMBER}>
            {head}
          </Box>
        ))}
      </tr>
    </thead>
    <tbody>
      {files.map((file) => (
        <Taken key={file.name} file={file} />
      ))}
    </tbody>
  </Box>
);

/** 取り込んだファイル: taken files by kind, and refused ones with their reasons. */
export const FilesColumn = ({ night: { id, files, problems } }: { night: Night }) => {
  const { taken, refused, more } = chosen(files);
  return (
    <div>
      <Head title={NIGHT.files(takenCount({ files }))}>{more > 0 ? <NightLink id={id}>{othersText(more)}</NightLink> : null}</Head>
      {files.length === 0 && problems.length === 0 ? (
        <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{NIGHT.noFiles}</Box>
      ) : null}
      {taken.length > 0 ? <TakenFiles files={taken} /> : null}
      {refused.map((file) => (
        <Refused key={file.name} file={file} nightId={id} />
      ))}
    </div>
  );
};
