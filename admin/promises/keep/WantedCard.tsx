import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Card } from '../../figures/Card.tsx';
import { promiseOf } from '../../parts/addresses.ts';
import { nameOf } from '../../parts/format.ts';
import { useCalls } from '../../providers/queries.ts';
import { useMay } from '../../providers/roles.ts';
import { ANSWER } from '../../texts/promises/answer.ts';
import { WISH } from '../../texts/promises/keep.ts';
import { LIST_KEY } from '../keys.ts';

/** 仮押さえの依頼 n件: questions whose days somebody wants to be held, the oldest wish first; for those who may, and only while there are any. */
export const WantedCard = () => {
  const may = useMay('keepPromise');
  const { callAll } = useCalls();
  const { data = [] } = useQuery({
    queryKey: [LIST_KEY, 'wanted'],
    queryFn: ({ signal }) => callAll(LIST_KEY, { wanted: true }, signal),
    enabled: may,
  });
  if (data.length === 0) return null;
  return (
    <Box sx={{ mb: 1.25 }}>
      <Card title={WISH.title(data.length)} hint={WISH.hint}>
        <ul style={{ margin: 0, paddingInlineStart: 20, lineHeight: 1.9 }}>
          {data.map(({ id, title, wanted_by, wanted_by_name, wanted_lines, answers }) => (
            <li key={id}>
              <MuiLink component={Link} to={promiseOf(id, wanted_lines[0])} sx={{ fontWeight: 700 }}>
                {title || ANSWER.untitled}
              </MuiLink>{' '}
              {WISH.days(
                answers.flatMap((answer) =>
                  answer.date && wanted_lines.includes(answer.line) ? WISH.day(nameOf(answer), answer.pieces, answer.date) : [],
                ),
              )}{' '}
              {WISH.by(wanted_by_name ?? wanted_by ?? '', [])}
            </li>
          ))}
        </ul>
      </Card>
    </Box>
  );
};
