import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { type ReactNode, useState } from 'react';
import type { Success } from '../../../server/contract/handlers.ts';
import { useCall } from '../../providers/queries.ts';
import { QUESTION } from '../../texts/promises/question.ts';
import type { Routing } from '../answered.ts';

/** Orders of a product that are offered. */
const MOST = 20;

interface Props {
  product: number;
  /** null: the newest order. */
  routing: Routing | null;
  onChange(routing: Routing): void;
}

/** The order by whose processes a line is made, and the choice of another one. */
export const RoutingChoice = ({ product, routing, onChange }: Props) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const isAsked = routing === null || anchor !== null;
  const found = useCall('listRoutings', { id: product, query: { limit: MOST } }, { enabled: isAsked }).data?.results;
  const shown = routing ?? found?.[0];
  if (!shown) return <Small>{found ? QUESTION.noRouting : ''}</Small>;
  return (
    <Small>
      {QUESTION.routingOf}
      <Button
        size="small"
        aria-haspopup="menu"
        aria-label={QUESTION.changeRouting(shown.serial_number)}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        sx={{ minHeight: 24, minWidth: 0, px: 0.5, py: 0, fontSize: 12.5 }}
      >
        {shown.serial_number}
      </Button>
      {QUESTION.routingFrom}
      <RoutingMenu
        anchor={found ? anchor : null}
        found={found ?? []}
        chosen={shown.order_id}
        onClose={() => setAnchor(null)}
        onChoose={(one) => {
          setAnchor(null);
          onChange(one);
        }}
      />
    </Small>
  );
};

interface MenuProps {
  /** null: it is closed. */
  anchor: HTMLElement | null;
  found: Success<'listRoutings'>['results'];
  chosen: number;
  onClose(): void;
  onChoose(routing: Routing): void;
}

const RoutingMenu = ({ anchor, found, chosen, onClose, onChoose }: MenuProps) => (
  <Menu open={anchor !== null} anchorEl={anchor} onClose={onClose} slotProps={{ list: { dense: true, 'aria-label': QUESTION.routings } }}>
    {found.map(({ order_id, serial_number, pieces, lots, processes }, index) => (
      <MenuItem key={order_id} selected={order_id === chosen} onClick={() => onChoose({ order_id, serial_number })}>
        <b>{serial_number}</b>
        <Box component="span" sx={{ ml: 1.5, fontSize: 12.5 }}>
          {QUESTION.routing(pieces, lots, processes)}
          {index === 0 ? ` ${QUESTION.newest}` : ''}
        </Box>
      </MenuItem>
    ))}
  </Menu>
);

/** Keeps its height whatever is known. */
const Small = ({ children }: { children: ReactNode }) => (
  <Box sx={{ display: 'flex', alignItems: 'center', minHeight: 24, fontSize: 12.5, color: 'text.secondary' }}>{children}</Box>
);
