import ErrorIcon from '@mui/icons-material/ErrorOutlined';
import ExpandMore from '@mui/icons-material/ExpandMore';
import InfoIcon from '@mui/icons-material/InfoOutlined';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useDataProvider } from 'react-admin';
import type { Success } from '../../../server/contract/handlers.ts';
import type { PlannerDataProvider } from '../../providers/data-provider.ts';
import { MESSAGES, messagesTitle } from '../../texts/board.ts';
import { MovedList } from '../run/MovedList.tsx';

type Message = Success<'listScheduleErrors'>['results'][number];

/** The scheduler's messages, page by page. */
export function useMessages() {
  const { call } = useDataProvider<PlannerDataProvider>();
  const query = useInfiniteQuery({
    queryKey: ['listScheduleErrors'],
    queryFn: ({ pageParam, signal }) => call('listScheduleErrors', { query: { offset: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.next ? pages.reduce((sum, page) => sum + page.results.length, 0) : undefined),
  });
  const { data } = query;
  const messages = useMemo(() => data?.pages.flatMap(({ results }) => results) ?? [], [data]);
  return {
    settled: !query.isPending,
    count: data?.pages[0]?.count ?? 0,
    messages,
    more: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
    loadingMore: query.isFetchingNextPage,
  };
}

const ICONS = { error: ErrorIcon, warning: WarningIcon, info: InfoIcon } as const;

const MessageLine = ({ message }: { message: Message }) => {
  const Icon = ICONS[message.level];
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1, py: 0.5, borderTop: 1, borderColor: 'divider', fontSize: '0.85rem' }}>
      <Icon fontSize="small" color={message.level} titleAccess={MESSAGES.levels[message.level]} />
      <Box component="span" sx={{ minWidth: 44, color: 'text.secondary' }}>
        {message.code}
      </Box>
      <span>{message.message}</span>
    </Box>
  );
};

interface Props extends Omit<ReturnType<typeof useMessages>, 'settled'> {
  open: boolean;
  onToggle(open: boolean): void;
}

/** The red panel メッセージがあります。; nothing when there are none. */
export const MessagePanel = ({ count, messages, more, loadingMore, open, onToggle }: Props) =>
  count === 0 ? null : (
    <Accordion
      expanded={open}
      onChange={(_, next) => onToggle(next)}
      disableGutters
      elevation={0}
      sx={{ border: 1, borderColor: 'error.main', borderRadius: 2, mb: 1.25, '&::before': { display: 'none' } }}
      slotProps={{ transition: { timeout: 120 }, heading: { component: 'h2' } }}
    >
      <AccordionSummary expandIcon={<ExpandMore />} sx={{ minHeight: 38, '& .MuiAccordionSummary-content': { my: 0.75, gap: 1.25 } }}>
        <ErrorIcon color="error" fontSize="small" />
        <Box component="span" sx={{ color: 'error.main' }}>
          {messagesTitle(count)}
        </Box>
      </AccordionSummary>
      <AccordionDetails
        tabIndex={0}
        role="region"
        aria-label={MESSAGES.title}
        sx={{ pt: 0, pb: 1, maxHeight: 'min(34vh, 320px)', overflow: 'auto' }}
      >
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {messages.map((message) => (
            <MessageLine key={message.id} message={message} />
          ))}
        </Box>
        {more ? (
          <Button onClick={more} loading={loadingMore} sx={{ mt: 0.5 }}>
            {MESSAGES.more}
          </Button>
        ) : null}
        {open ? <MovedList /> : null}
      </AccordionDetails>
    </Accordion>
  );
