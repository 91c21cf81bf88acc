import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { promiseOf } from '../parts/addresses.ts';
import { day, nameOf } from '../parts/format.ts';
import { FIGURES, PROMISED as WORDS } from '../texts/figures.ts';
import { Card } from './Card.tsx';
import type { Figures } from './format.ts';
import { byMonth, byProduct, type PromisedGroup, promisedRate } from './promised.ts';

type Promised = Figures['promises'];

/** 回答遵守率: whether a promise of this plant is worth something, in one line. */
export const PromisedCard = ({ promises, open, onToggle }: { promises: Promised; open: boolean; onToggle(): void }) => (
  <Paper component="section" variant="outlined" aria-label={WORDS.title} sx={LINE}>
    <Box component="h2" sx={{ typography: 'h3', m: 0, whiteSpace: 'nowrap' }}>
      {WORDS.title}
    </Box>
    {promises.shipped > 0 ? (
      <>
        <Box component="span" sx={{ fontSize: 20, fontWeight: 700, lineHeight: 1.1 }}>
          {FIGURES.percent(promisedRate(promises) ?? 0)}
        </Box>
        <Box component="span" sx={{ fontSize: '0.85rem' }}>
          {WORDS.made(promises.kept, promises.shipped)}
        </Box>
        <Button size="small" aria-expanded={open} onClick={onToggle} sx={{ minHeight: 24, py: 0, px: 0.75, ...UNPRINTED }}>
          {open ? WORDS.hide : WORDS.show}
        </Button>
      </>
    ) : (
      <Box component="span" sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
        {WORDS.empty}
      </Box>
    )}
  </Paper>
);

const LINE = {
  px: 1.75,
  py: 0.25,
  minWidth: 0,
  minHeight: 36,
  breakInside: 'avoid',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 1.25,
  rowGap: 0.25,
} as const;
const UNPRINTED = { '@media print': { display: 'none' } } as const;

/** What lies behind the rate: how late, what does not count yet, and the same by month, by product and order by order. */
export const PromisedDetails = ({ promises }: { promises: Promised }) => {
  const { late_days, open, overdue, answered, held, from_date, to_date } = promises;
  return (
    <Card title={WORDS.behind} hint={WORDS.span(from_date, to_date)}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, fontSize: '0.85rem' }}>
        <Box component="span" sx={{ fontWeight: 700, color: late_days > 0 ? 'error.main' : 'success.main' }}>
          {WORDS.late(late_days)}
        </Box>
        {open > 0 ? <span>{WORDS.open(open, overdue)}</span> : null}
        {answered + held > 0 ? <span>{WORDS.asked(answered, held)}</span> : null}
      </Box>
      <Behind promises={promises} />
    </Card>
  );
};

/** The same by month, by product, and the orders one by one. */
const Behind = ({ promises }: { promises: Promised }) => (
  <Box
    sx={{
      display: 'grid',
      columnGap: 3,
      rowGap: 1.5,
      mt: 1,
      alignItems: 'start',
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: '3fr 4fr 5fr' },
    }}
  >
    <Groups label={WORDS.table.month} head={WORDS.byMonth} groups={byMonth(promises)} />
    <Groups label={WORDS.table.product} head={WORDS.byProduct} groups={byProduct(promises)} />
    <Orders orders={promises.orders} />
  </Box>
);

interface RegionProps {
  label: string;
  heads: readonly string[];
  /** The second column holds words. */
  named?: boolean;
  children: ReactNode;
}

const Region = ({ label, heads, named = false, children }: RegionProps) => (
  <Box role="group" aria-label={label} tabIndex={0} sx={REGION}>
    <Box component="table" aria-label={label} sx={named ? NAMED : TABLE}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </Box>
  </Box>
);

const Groups = ({ label, head, groups }: { label: string; head: string; groups: readonly PromisedGroup[] }) => (
  <Region label={label} heads={[head, WORDS.rate, WORDS.kept, WORDS.shipped, WORDS.lateDays]}>
    {groups.map((group) => (
      <tr key={group.name}>
        <th scope="row">{group.name}</th>
        <Box component="td" sx={{ fontWeight: 700 }}>
          {FIGURES.percent(promisedRate(group) ?? 0)}
        </Box>
        <td>{group.kept}</td>
        <td>{group.shipped}</td>
        <LateDays days={group.late_days} />
      </tr>
    ))}
  </Region>
);

const Orders = ({ orders }: { orders: Promised['orders'] }) => (
  <Region named label={WORDS.table.orders} heads={[WORDS.orders, WORDS.byProduct, WORDS.promisedOn, WORDS.shippedOn, WORDS.lateDays]}>
    {orders.map(({ promise_id, order_id, serial_number, promised_on, shipped_on, late_days, ...product }) => (
      <tr key={`${promise_id} ${serial_number} ${promised_on}`}>
        <th scope="row">
          <Link component={RouterLink} to={order_id === null ? promiseOf(promise_id) : `/orders/${order_id}`}>
            {serial_number}
          </Link>
        </th>
        <td>{nameOf(product)}</td>
        <td>{day(promised_on)}</td>
        <td>{day(shipped_on)}</td>
        <LateDays days={late_days} />
      </tr>
    ))}
  </Region>
);

const LateDays = ({ days }: { days: number }) => (
  <Box component="td" sx={days > 0 ? { color: 'error.main', fontWeight: 700 } : { color: 'text.secondary' }}>
    {days > 0 ? FIGURES.days(days) : FIGURES.none}
  </Box>
);

/** On paper nothing scrolls: every row is there. */
const REGION = { overflow: 'auto', maxHeight: 320, minWidth: 0, '@media print': { overflow: 'visible', maxHeight: 'none' } } as const;
const TABLE = {
  width: 1,
  borderCollapse: 'collapse',
  fontSize: '0.8rem',
  '& th, & td': { px: 0.75, height: 26, textAlign: 'right', whiteSpace: 'nowrap', borderBottom: 1, borderColor: 'divider' },
  '& th:first-of-type': { textAlign: 'left', pl: 0 },
  '& thead th': { color: 'text.secondary', fontWeight: 600, fontSize: '0.75rem' },
  '& tbody th': { fontWeight: 600 },
} as const;
const NAMED = { ...TABLE, '& thead th:nth-of-type(2), & td:first-of-type': { textAlign: 'left' } } as const;
