import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Download from '@mui/icons-material/DownloadOutlined';
import UploadFile from '@mui/icons-material/UploadFileOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { codeKey } from '../../server/domain/ground/fold.ts';
import { addDays, formatInstant } from '../../server/domain/ground/plant-time.ts';
import { Waiting } from '../forms/Section.tsx';
import { PageActions, PageTitleExtras } from '../layout/PageActions.tsx';
import { saveFile, servedName } from '../parts/download.ts';
import { RoleButton } from '../parts/RoleButton.tsx';
import { usePartners } from '../plans/trying/partners.ts';
import { useTry } from '../plans/trying/use-try.tsx';
import { messageOf } from '../providers/client.ts';
import { useCall, useCalls } from '../providers/queries.ts';
import { useMay } from '../providers/roles.ts';
import { WORK } from '../texts/outsourcing.ts';
import { TRY } from '../texts/plans.ts';
import { TITLES } from '../texts/shell.ts';
import { AnswerDialog } from './AnswerDialog.tsx';
import { AnswersPanel } from './AnswersPanel.tsx';
import { Counts, type Filter } from './Counts.tsx';
import { span } from './days.ts';
import { Partners } from './Partners.tsx';
import { useWanted } from './use-wanted.ts';
import { type Work, WorkTable } from './WorkTable.tsx';

const PAGE = 100;
const SUMMARY = 'getOutsourcingSummary';
const LIST = 'listOutsourcingWork';

/** The work of the chosen week, filter and partner, and the counts around it. */
function useWork(week: string | undefined, filter: Filter, partner: string) {
  const { call } = useCalls();
  const query = { ...(week ? { week_from: week } : {}), ...(partner ? { partner } : {}) };
  const summary = useCall(SUMMARY, { query }, { queryKey: [SUMMARY, query], placeholderData: keepPreviousData });
  const list = useInfiniteQuery({
    queryKey: [LIST, query, filter],
    queryFn: ({ signal, pageParam }) => call(LIST, { query: { ...query, filter, limit: PAGE, offset: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.next ? pages.length * PAGE : undefined),
    placeholderData: keepPreviousData,
  });
  return { summary, list };
}

type Summary = NonNullable<ReturnType<typeof useWork>['summary']['data']>;
type List = ReturnType<typeof useWork>['list'];

/** 外注: the work that goes out, comes back or is late, and the answers of partners. */
const OutsourcingWorkPage = () => {
  const [week, setWeek] = useState<string>();
  const [filter, setFilter] = useState<Filter>('all');
  const [partner, setPartner] = useState('');
  const [taking, setTaking] = useState(false);
  const [answering, setAnswering] = useState<Work>();
  const queries = useQueryClient();
  const { summary, list } = useWork(week, filter, partner);
  const found = summary.data;
  const refresh = async (): Promise<void> => {
    await Promise.all([SUMMARY, LIST].map((name) => queries.invalidateQueries({ queryKey: [name] })));
  };
  const error = summary.error ?? list.error;
  if (error) return <Alert severity="error">{messageOf(error)}</Alert>;
  if (!found || list.isPending) return <Waiting />;
  const name = found.partners.find((row) => row.partner === partner)?.outsourcing_name ?? partner;
  return (
    <>
      <PageTitleExtras>
        <WeekChooser summary={found} onWeek={setWeek} />
        <Box sx={{ fontSize: '0.8rem', color: 'text.secondary', whiteSpace: 'nowrap' }}>
          {found.planned_at ? WORK.planned(formatInstant(found.planned_at)) : ''}
        </Box>
      </PageTitleExtras>
      <PageActions>
        <RoleButton operation="takeAnsweredSheets" variant="outlined" startIcon={<UploadFile />} onClick={() => setTaking(true)}>
          {WORK.take}
        </RoleButton>
        <TryButton partner={partner} />
        <RequestButton partner={partner} name={name} onDone={() => void refresh()} />
      </PageActions>
      <Counts summary={found} filter={filter} onFilter={setFilter} />
      <Box sx={{ display: 'flex', gap: 1.25, alignItems: 'flex-start', flexWrap: { xs: 'wrap', lg: 'nowrap' } }}>
        {/* On a narrow screen the differences of a file take the place of the partners. */}
        <Box
          sx={
            taking ? { display: { lg: 'none' }, '@media (min-width: 1400px)': { display: 'block' } } : { width: { xs: '100%', md: 'auto' } }
          }
        >
          <Partners summary={found} partner={partner} onPartner={setPartner} />
        </Box>
        <Paper variant="outlined" sx={{ flex: '1 1 480px', minWidth: 0, overflow: 'hidden' }}>
          <Tabs filter={filter} late={found.late.count} waiting={found.waiting.count} onFilter={setFilter} />
          <WorkList summary={found} list={list} onEdit={(work) => setAnswering({ ...work })} />
        </Paper>
        {taking ? <AnswersPanel onClose={() => setTaking(false)} onTaken={() => void refresh()} /> : null}
      </Box>
      {answering ? (
        <AnswerDialog
          work={answering}
          today={found.today}
          onClose={() => setAnswering(undefined)}
          onSaved={async () => {
            // Whoever opens the row again at once finds what was saved; whoever did not wait for it has another dialog open, of this row maybe.
            await refresh();
            setAnswering((open) => (open === answering ? undefined : open));
          }}
        />
      ) : null}
    </>
  );
};

/** Tries the chosen partner with other days. */
const TryButton = ({ partner }: { partner: string }) => {
  const { ask, dialog } = useTry();
  const id = usePartners(partner !== '').get(codeKey(partner));
  return (
    <>
      {ask && id !== undefined ? (
        <Button variant="outlined" onClick={() => ask({ draft: { kind: 'partner', partner: String(id), lead_days: '' } })}>
          {TRY.partner}
        </Button>
      ) : null}
      {dialog}
    </>
  );
};

/** The week that is shown, those beside it, and by a press on it the present one. */
const WeekChooser = ({ summary, onWeek }: { summary: Summary; onWeek(week: string | undefined): void }) => {
  const { today, week_from: from, week_to: to } = summary;
  const current = today >= from && today <= to;
  return (
    <Paper variant="outlined" sx={{ display: 'flex', alignItems: 'center', px: 0.25 }}>
      <IconButton size="small" onClick={() => onWeek(addDays(from, -7))} aria-label={WORK.lastWeek}>
        <ChevronLeft />
      </IconButton>
      <Button onClick={() => onWeek(undefined)} color="inherit" sx={{ fontWeight: 700, minWidth: 190, px: 1 }}>
        {`${current ? `${WORK.thisWeek} ` : ''}${span(from, to)}`}
      </Button>
      <IconButton size="small" onClick={() => onWeek(addDays(from, 7))} aria-label={WORK.nextWeek}>
        <ChevronRight />
      </IconButton>
    </Paper>
  );
};

/** The work that was found, a page after the other. */
const WorkList = ({ summary, list, onEdit }: { summary: Summary; list: List; onEdit(work: Work): void }) => {
  const may = useMay('answerOutsourcing');
  const pages = list.data?.pages ?? [];
  const rows = pages.flatMap(({ results }) => results);
  const left = (pages[0]?.count ?? 0) - rows.length;
  const wanted = useWanted(rows, list);
  return (
    <Box
      tabIndex={0}
      role="region"
      aria-label={TITLES.outsourcingWork}
      sx={{ overflow: 'auto', maxHeight: 'calc(100vh - 290px)', minHeight: 300 }}
    >
      {rows.length > 0 ? (
        <WorkTable rows={rows} sections={pages[0]?.sections ?? []} today={summary.today} wanted={wanted} {...(may ? { onEdit } : {})} />
      ) : (
        <NoWork planned={summary.planned_at !== null} />
      )}
      {list.hasNextPage ? (
        <Button fullWidth onClick={() => void list.fetchNextPage()} loading={list.isFetchingNextPage}>
          {WORK.showMore(Math.min(PAGE, left))}
        </Button>
      ) : null}
    </Box>
  );
};

const NoWork = ({ planned }: { planned: boolean }) => {
  const mayPlan = useMay('runSchedule');
  return <Box sx={{ p: 3, color: 'text.secondary' }}>{planned ? WORK.empty : mayPlan ? WORK.unplanned : WORK.unplannedFor}</Box>;
};

const Tabs = ({ filter, late, waiting, onFilter }: { filter: Filter; late: number; waiting: number; onFilter(filter: Filter): void }) => (
  <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 0.5, px: 1.25, minHeight: 46 }}>
    {(
      [
        ['all', WORK.all],
        ['late', `${WORK.columns.late} ${late}`],
        ['handover', WORK.handover],
        ['return', WORK.return],
        ['waiting', `${WORK.waiting} ${waiting}`],
      ] as const
    ).map(([value, word]) => (
      <Button
        key={value}
        size="small"
        aria-pressed={filter === value}
        variant={filter === value ? 'contained' : 'text'}
        onClick={() => onFilter(value)}
        sx={{ borderRadius: 5, minHeight: 30 }}
      >
        {word}
      </Button>
    ))}
    <Box sx={{ flex: 1 }} />
    <Box sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>{WORK.order}</Box>
  </Box>
);

/** Writes the sheets, of all partners or of the chosen one, and saves the file. */
const RequestButton = ({ partner, name, onDone }: { partner: string; name: string; onDone(): void }) => {
  const notify = useNotify();
  const { callRaw } = useCalls();
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const response = await callRaw('downloadExcelGantt', { query: { file_type: 'outsourcing', ...(partner ? { partner } : {}) } });
      saveFile(servedName(response, 'outsourcing.xlsx'), await response.blob());
      onDone();
    } catch (error) {
      notify(messageOf(error), { type: 'error' });
    }
    setBusy(false);
  };
  return (
    <Button
      variant="contained"
      startIcon={<Download />}
      loading={busy}
      loadingPosition="start"
      onClick={() => void save()}
      title={partner ? WORK.requestOf(name) : undefined}
    >
      {WORK.request}
    </Button>
  );
};

export default OutsourcingWorkPage;
