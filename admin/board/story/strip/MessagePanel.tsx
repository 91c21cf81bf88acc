import ErrorIcon from '@mui/icons-material/Error';
import ExpandLess from '@mui/icons-material/ExpandLess';
import ExpandMore from '@mui/icons-material/ExpandMore';
import InfoIcon from '@mui/icons-material/InfoOutlined';
import WarningIcon from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import { useEffect, useMemo, useRef, useState } from 'react';
import { MESSAGES, messagesTitle } from '../../../texts/board/board.ts';
import { ordersToggle } from '../../../texts/board/strip.ts';
import type { Jump } from '../../search/quick/jump.ts';
import { MovedList } from '../lists/MovedList.tsx';
import { OrderButton } from '../lists/OrderButton.tsx';
import { OrderList } from '../lists/OrderList.tsx';
import { piecesOf } from './sentence.ts';
import type { Message, useMessages } from './use-messages.ts';
import { useLateOrders } from './use-overview.ts';
import type { Wanted } from './use-show-order.ts';

type Messages = ReturnType<typeof useMessages>;
/** How much of the window the strip takes at most with its panel, and with a list of orders open in it. */
export const PANEL_HEIGHTS = { sentences: '46vh', list: '70vh' } as const;
const ICONS = { error: ErrorIcon, warning: WarningIcon, info: InfoIcon } as const;
/** The message that sums up the run. */
const SUMMARY_CODE = 'I301';

const BUTTON = {
  gap: 0.75,
  flexShrink: 0,
  minHeight: 32,
  ml: { xs: 0.5, sm: 1 },
  px: 0.75,
  borderRadius: 1,
  whiteSpace: 'nowrap',
  fontWeight: 700,
  '&:hover': { bgcolor: 'action.hover' },
} as const;

interface ButtonProps {
  messages: Messages;
  open: boolean;
  controls: string;
  onToggle(): void;
}

/** 「メッセージがあります。(n件)」 at the right end of the strip: red where something is wrong; nothing without messages. */
export const MessageButton = ({ messages: { count, alarming }, open, controls, onToggle }: ButtonProps) => {
  if (count === 0) return null;
  const Icon = alarming ? ErrorIcon : InfoIcon;
  return (
    <ButtonBase
      aria-expanded={open}
      aria-controls={open ? controls : undefined}
      aria-label={messagesTitle(count)}
      onClick={onToggle}
      sx={{ ...BUTTON, color: alarming ? 'error.main' : 'text.secondary' }}
    >
      <Icon sx={{ fontSize: 18 }} />
      <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
        {messagesTitle(count)}
      </Box>
      <Box component="span" sx={{ display: { xs: 'inline', sm: 'none' } }}>
        {count}
      </Box>
      {open ? <ExpandLess fontSize="small" /> : <ExpandMore fontSize="small" />}
    </ButtonBase>
  );
};

const TOGGLE = { minHeight: 24, py: 0, px: 0.75, fontSize: 13, fontWeight: 700, flexShrink: 0, ml: { xs: 2.5, sm: 0 } } as const;

interface LineProps {
  message: Message;
  current: number | undefined;
  onShow(wanted: Wanted): void;
}

/** The sentence of a message, whose 製番 lead to their bars and whose count of others to the list. */
const Sentence = ({ message, onShow, onList }: { message: Message; onShow(order: Wanted, lot?: string): void; onList(): void }) => (
  <Box component="span" sx={{ flex: 1, minWidth: { xs: 'calc(100% - 30px)', sm: 0 }, lineHeight: 1.55 }}>
    {useMemo(() => piecesOf(message), [message]).map((piece) =>
      piece.kind === 'words' ? (
        piece.text
      ) : (
        <OrderButton key={piece.at} onShow={piece.kind === 'order' ? () => onShow(piece.order, piece.lot) : onList}>
          {piece.text}
        </OrderButton>
      ),
    )}
  </Box>
);

/** A line that gets the whole height of its panel while its list is open. */
function useWholeHeight(open: boolean) {
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => {
    const panel = line.current?.closest('[role="region"]');
    if (open && line.current && panel) panel.scrollTop += line.current.getBoundingClientRect().top - panel.getBoundingClientRect().top;
  }, [open]);
  return line;
}

/** A message; the orders that it is about open as a list in its place. */
const MessageLine = ({ message, current, onShow }: LineProps) => {
  const [open, setOpen] = useState(false);
  const line = useWholeHeight(open);
  const { level, code, orders, order_task_ids } = message;
  const { late } = useLateOrders(useMemo(() => (open ? orders.map(({ order_id }) => order_id) : []), [open, orders]));
  const Icon = ICONS[level];
  // A sentence about lateness leads where the walk over late orders leads; any other one to the process that it is about.
  const show = ({ order_id, serial_number }: Wanted, lot?: string): void => {
    const ofLate = lot === undefined && (message.late || order_task_ids.length === 0);
    onShow({ order_id, serial_number, order_task_ids, lot, late: ofLate, entry_id: ofLate ? late.get(order_id)?.entry_id : undefined });
  };
  const toggle = (): void => setOpen(!open);
  return (
    <Box component="li" ref={line} sx={{ py: 0.75, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', flexWrap: { xs: 'wrap', sm: 'nowrap' }, gap: { xs: 0.5, sm: 1 }, alignItems: 'flex-start' }}>
        <Icon sx={{ fontSize: 18, mt: '1px' }} color={level} titleAccess={MESSAGES.levels[level]} />
        <Box component="span" sx={{ minWidth: 36, color: 'text.secondary', display: { xs: 'none', sm: 'inline' } }}>
          {code}
        </Box>
        <Sentence message={message} onShow={show} onList={toggle} />
        {orders.length > 1 ? (
          <Button aria-expanded={open} onClick={toggle} endIcon={open ? <ExpandLess /> : <ExpandMore />} sx={TOGGLE}>
            {ordersToggle(orders.length, message.late, open)}
          </Button>
        ) : null}
      </Box>
      {open ? <OrderList orders={orders} late={late} current={current} onShow={show} /> : null}
    </Box>
  );
};

/** How much was planned, and what of its lateness could not be avoided. */
const Summary = ({ message }: { message: Message }) => {
  const end = message.message.indexOf('。') + 1;
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1, py: 0.75 }}>
      <InfoIcon sx={{ fontSize: 18, mt: '1px' }} color="info" titleAccess={MESSAGES.levels.info} />
      <Box component="span" sx={{ lineHeight: 1.55 }}>
        <b>{message.message.slice(0, end)}</b>
        <Box component="span" sx={{ color: 'text.secondary', ml: 1 }}>
          {message.message.slice(end)}
        </Box>
      </Box>
    </Box>
  );
};

interface Props extends Messages {
  id: string;
  /** The order that was shown last. */
  current: number | undefined;
  onShow(wanted: Wanted): void;
  onJump(jump: Jump): void;
}

/** The messages of the newest run as a work list, inside the strip's frame: scrolling by itself, with more of the window while a list of orders is open. */
export const MessagePanel = ({ id, messages, more, loadingMore, current, onShow, onJump }: Props) => {
  return (
    <Box
      id={id}
      role="region"
      aria-label={MESSAGES.title}
      // A region that scrolls is reached by keyboard.
      tabIndex={0}
      sx={{
        maxHeight: `calc(${PANEL_HEIGHTS.sentences} - 40px)`,
        '&:has(table)': { maxHeight: `calc(${PANEL_HEIGHTS.list} - 40px)` },
        minHeight: 0,
        overflow: 'auto',
        borderTop: 1,
        borderColor: 'divider',
        px: 1.75,
        pb: 0.5,
        fontSize: 13,
      }}
    >
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, '& > li:first-of-type': { borderTop: 0 } }}>
        {messages.map((message) =>
          message.code === SUMMARY_CODE ? (
            <Summary key={message.id} message={message} />
          ) : (
            <MessageLine key={`${message.code} ${message.id}`} message={message} current={current} onShow={onShow} />
          ),
        )}
      </Box>
      {more ? (
        <Button onClick={more} loading={loadingMore} sx={{ mt: 0.5 }}>
          {MESSAGES.more}
        </Button>
      ) : null}
      <MovedList onJump={onJump} />
    </Box>
  );
};
