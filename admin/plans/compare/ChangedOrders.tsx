import Layers from '@mui/icons-material/LayersOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import MuiLink from '@mui/material/Link';
import { Link } from 'react-router';
import { formatMonthDay } from '../../../server/domain/ground/plant-time.ts';
import { ListTable } from '../../board/story/lists/ListTable.tsx';
import type { ListColumn } from '../../board/story/lists/list-columns.ts';
import { Card, Nothing } from '../../figures/Card.tsx';
import { Segment } from '../../parts/Segment.tsx';
import { LIST } from '../../texts/parts.ts';
import { COMPARE, daysMore } from '../../texts/plans.ts';
import { ganttPath } from '../ways.ts';
import type { Column } from './columns.ts';
import type { Comparison } from './load.ts';
import { type Change, changeOf, type Effect, effectText, moreDays, toneOf } from './orders.ts';

type Order = Comparison['orders'][number];
type First = keyof typeof COMPARE.firsts;

const EFFECTS = Object.keys(COMPARE.effects) as Effect[];
const FIRSTS = Object.keys(COMPARE.firsts) as First[];

const day = (date: string | null): string => (date ? formatMonthDay(date) : COMPARE.unknown);
const LOOKS = {
  good: { color: 'success.main', fontWeight: 700 },
  bad: { color: 'error.main', fontWeight: 700 },
  neither: { color: 'text.secondary' },
} as const;
const lookOf = (change: Change) => LOOKS[toneOf(change)];

/** What is said of an order: when it ships in the base and in this plan, and what that means for its deadline. */
function listColumns(base: Column, chosen: Column): ListColumn<Order>[] {
  const { columns } = COMPARE;
  const change = (order: Order): Change => changeOf(order, base.at, chosen.at);
  return [
    { label: columns.serial, text: ({ serial_number }) => serial_number },
    { label: columns.product, text: ({ product_name }) => product_name, look: () => PRODUCT },
    { label: columns.deadline, text: ({ deadline_date }) => day(deadline_date ?? null) },
    {
      label: columns.ships(base.short, chosen.short),
      text: (order) => COMPARE.ships(day(change(order).before), day(change(order).now)),
    },
    { label: columns.difference, figure: true, text: (order) => daysMore(moreDays(change(order))), look: (order) => lookOf(change(order)) },
    {
      label: columns.effect,
      text: (order) => effectText(change(order), order.deadline_date ?? null),
      look: (order) => lookOf(change(order)),
    },
  ];
}
const PRODUCT = { maxWidth: '13em', overflow: 'hidden', textOverflow: 'ellipsis' } as const;

interface Props {
  columns: readonly Column[];
  /** The plan whose changed orders these are. */
  of: number | undefined;
  onOf(plan: number): void;
  effect: Effect;
  onEffect(effect: Effect): void;
  first: First;
  onFirst(first: First): void;
  orders: readonly Order[];
  count: number;
  /** Brings more; undefined: all are there. */
  onMore: (() => void) | undefined;
  busy: boolean;
}

/** 変わる製番: who gains and who pays by a plan, each with the way to its bar there, the base's places beside it. */
export const ChangedOrders = ({ columns, of, onOf, effect, onEffect, first, onFirst, orders, count, onMore, busy }: Props) => {
  const [base, ...others] = columns;
  const chosen = others.find(({ plan }) => plan.id === of);
  const beside = chosen?.plan.beside_base;
  if (!base || !chosen || !beside) return null;
  const counts: Record<Effect, number> = { all: beside.orders, ...beside };
  const wayOf = ({ order_id, entry_id }: Order): string =>
    entry_id === null ? `/orders/${order_id}` : ganttPath(chosen.plan, { with: base.plan.id, bar: entry_id });
  return (
    <Card
      title={COMPARE.orders}
      hint={COMPARE.ordersHint}
      extra={
        <>
          {effect === 'all' ? (
            <Segment label={COMPARE.first} values={FIRSTS} value={first} show={(one) => COMPARE.firsts[one]} onChange={onFirst} />
          ) : null}
          <Button component={Link} to={ganttPath(chosen.plan, { with: base.plan.id })} startIcon={<Layers />} sx={{ minHeight: 28, py: 0 }}>
            {COMPARE.overlay}
          </Button>
        </>
      }
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 0.75 }}>
        {others.length > 1 ? (
          <Segment
            label={COMPARE.ordersOf}
            values={others.map(({ plan }) => String(plan.id))}
            value={String(chosen.plan.id)}
            show={(id) => {
              const other = others.find(({ plan }) => String(plan.id) === id);
              return COMPARE.ordersOfPlan(other?.short ?? '', other?.plan.beside_base?.orders ?? 0);
            }}
            onChange={(id) => onOf(Number(id))}
          />
        ) : null}
        <Box role="group" aria-label={COMPARE.effect} sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
          {EFFECTS.map((one) => (
            <Chip
              key={one}
              component="button"
              label={COMPARE.effectCount(COMPARE.effects[one], counts[one])}
              aria-pressed={one === effect}
              color={one === effect ? 'primary' : 'default'}
              variant={one === effect ? 'filled' : 'outlined'}
              onClick={() => onEffect(one)}
            />
          ))}
        </Box>
      </Box>
      {orders.length === 0 ? <Nothing>{beside.orders === 0 ? COMPARE.sameOrders : COMPARE.noOrders}</Nothing> : null}
      {orders.length > 0 ? (
        <Box role="region" aria-label={LIST.table(COMPARE.orders)} tabIndex={0} sx={REGION}>
          <ListTable
            label={COMPARE.orders}
            columns={listColumns(base, chosen)}
            rows={orders}
            keyOf={({ order_id }) => order_id}
            lead={(order) => (
              <MuiLink component={Link} to={wayOf(order)} sx={{ fontWeight: 700 }}>
                {order.serial_number}
              </MuiLink>
            )}
            foot={{ shown: orders.length, count, onMore, busy }}
            sx={{ border: 0 }}
          />
        </Box>
      ) : null}
    </Card>
  );
};
const REGION = { overflowX: 'auto', '& td, & th': { whiteSpace: 'nowrap' } } as const;
