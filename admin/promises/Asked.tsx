import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatDayBeside, plantDate } from '../../server/domain/ground/plant-time.ts';
import { moment } from '../../server/domain/texts/dates.ts';
import { Card, Nothing } from '../figures/Card.tsx';
import { promiseOf } from '../parts/addresses.ts';
import { nameOf } from '../parts/format.ts';
import { messageOf } from '../providers/client.ts';
import { useCalls } from '../providers/queries.ts';
import { LIST } from '../texts/parts.ts';
import { ANSWER } from '../texts/promises/answer.ts';
import { QUESTION } from '../texts/promises/question.ts';
import { type Answered, togetherOn } from './answered.ts';
import { LIST_KEY } from './keys.ts';

const PAGE = 10;

/** The questions that were asked, a page after the other. */
function useAsked() {
  const { call } = useCalls();
  return useInfiniteQuery({
    queryKey: [LIST_KEY],
    queryFn: ({ signal, pageParam }) => call(LIST_KEY, { query: { limit: PAGE, offset: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.next ? pages.length * PAGE : undefined),
  });
}

const productsOf = ({ answers }: Answered): string =>
  ANSWER.productsOf(answers[0] ? ANSWER.what(nameOf(answers[0]), answers[0].pieces) : '', answers.length);

/** 以前の問い合わせ: each opens again by its address. */
export const Asked = ({ shown }: { shown: number | undefined }) => {
  const list = useAsked();
  const rows = list.data?.pages.flatMap(({ results }) => results);
  return (
    <Card title={ANSWER.list}>
      {list.error ? <Alert severity="error">{messageOf(list.error)}</Alert> : null}
      {rows?.length === 0 ? <Nothing>{ANSWER.listEmpty}</Nothing> : null}
      {rows && rows.length > 0 ? (
        <Box sx={{ overflowX: 'auto', minWidth: 0 }} tabIndex={0} role="group" aria-label={LIST.table(ANSWER.list)}>
          <Table size="small" aria-label={ANSWER.list} sx={{ '& .MuiTableCell-root': { px: 1, height: 32, fontSize: 13 } }}>
            <TableHead>
              <TableRow>
                {[ANSWER.when, QUESTION.title, ANSWER.products, ANSWER.date, ANSWER.by].map((head) => (
                  <TableCell key={head}>{head}</TableCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {rows.map((asked) => (
                <Row key={asked.id} asked={asked} isShown={asked.id === shown} />
              ))}
            </TableBody>
          </Table>
        </Box>
      ) : null}
      {list.hasNextPage ? (
        <Button onClick={() => void list.fetchNextPage()} loading={list.isFetchingNextPage}>
          {ANSWER.showMore}
        </Button>
      ) : null}
    </Card>
  );
};

const Row = ({ asked, isShown }: { asked: Answered; isShown: boolean }) => {
  const together = togetherOn(asked.answers);
  const none = asked.answers.filter(({ date }) => date === null);
  return (
    <TableRow selected={isShown} {...(isShown ? { 'aria-current': true } : {})}>
      <TableCell>{moment(asked.asked_at)}</TableCell>
      <TableCell sx={{ maxWidth: 360, whiteSpace: 'normal !important', overflowWrap: 'anywhere', lineHeight: 1.35 }}>
        <MuiLink component={Link} to={promiseOf(asked.id)} sx={{ fontWeight: 700 }}>
          {asked.title || ANSWER.untitled}
        </MuiLink>
      </TableCell>
      <TableCell sx={{ maxWidth: 280, whiteSpace: 'normal !important', overflowWrap: 'anywhere', lineHeight: 1.35 }}>
        {productsOf(asked)}
      </TableCell>
      <TableCell sx={{ whiteSpace: 'normal !important', minWidth: 160 }}>
        <b>
          {together
            ? formatDayBeside(together, plantDate(asked.asked_at))
            : asked.answers.length > 1
              ? ANSWER.unanswered(none.length)
              : ANSWER.none}
        </b>
        {none.length > 0 ? (
          <Box sx={{ fontSize: 12, lineHeight: 1.4, color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {ANSWER.whyNone(none.map((answer) => ({ name: nameOf(answer), text: answer.text })))}
          </Box>
        ) : null}
      </TableCell>
      <TableCell>{asked.asked_by_name ?? ANSWER.program}</TableCell>
    </TableRow>
  );
};
