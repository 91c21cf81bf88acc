import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import { useLocation, useNavigate } from 'react-router';
import { messageOf } from '../../../providers/client.ts';
import { useCalls } from '../../../providers/queries.ts';
import { FIND } from '../../../texts/board/find.ts';
import { PUBLISHED_ALONE, withView } from '../address.ts';
import { onBoard, useBoardSearch } from '../last-search.ts';
import { type Hit, pathOf } from './found.ts';
import { HitLine } from './HitLine.tsx';
import { QuickInput } from './QuickInput.tsx';
import { useFind } from './use-find.ts';

const nameOf = (hit: Hit): string => {
  if (hit.kind === 'order') return hit.serial_number;
  return hit.kind === 'product' ? hit.product_name : hit.facility_name;
};
const keyOf = (hit: Hit): string => `${hit.kind} ${hit.kind === 'order' ? hit.order_id : hit.id}`;

export interface QuickFieldProps {
  input: RefObject<HTMLInputElement | null>;
  /** What stood in the input before this was loaded, whether Enter has come, and whether the focus is in it. */
  before: { text: string; entered: boolean; focused: boolean };
}

/** The field of every page that leads to an order's bar, a product's orders or a facility's row: a few characters, Enter. */
export const QuickField = ({ input, before }: QuickFieldProps) => {
  const { text, open, setOpen, type, hits, more, pending, goTo, onKeyDown } = useQuickField(input, before);
  return (
    <Autocomplete<Hit>
      value={null}
      options={hits}
      inputValue={text}
      open={open && text.trim() !== ''}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      onInputChange={(_, next, reason) => {
        if (reason !== 'reset') type(next);
      }}
      onChange={(_, hit) => hit && goTo(hit)}
      onKeyDown={onKeyDown}
      filterOptions={(options) => options}
      groupBy={({ kind }) => FIND.groups[kind]}
      getOptionLabel={nameOf}
      getOptionKey={keyOf}
      renderOption={({ key, ...props }, hit) => (
        <li key={key} {...props}>
          <HitLine hit={hit} />
        </li>
      )}
      renderGroup={({ key, group, children }) => (
        <Group key={key} label={group} more={group === FIND.groups.order ? more : 0}>
          {children}
        </Group>
      )}
      // In the bar itself, which is a landmark.
      disablePortal
      autoHighlight
      forcePopupIcon={false}
      clearOnBlur={false}
      loading={pending}
      loadingText={FIND.loading}
      noOptionsText={FIND.none}
      slotProps={{
        paper: { elevation: 8 },
        // Wider than the field: an order is said with its product and both of its days.
        popper: { placement: 'bottom-start', sx: { minWidth: 'min(560px, calc(100vw - 16px))' } },
        listbox: { 'aria-label': FIND.label, 'aria-labelledby': undefined, sx: { maxHeight: 'min(70vh, 560px)', fontSize: 13 } },
        clearIndicator: { sx: { display: 'none' } },
      }}
      renderInput={(params) => <QuickInput {...params} inputRef={input} />}
    />
  );
};

/** What is typed and found, and the way to a hit. */
function useQuickField(input: QuickFieldProps['input'], before: QuickFieldProps['before']) {
  const [text, setText] = useState(before.text);
  const [open, setOpen] = useState(before.text.trim() !== '');
  // Enter came before the answer: the first hit is gone to as soon as it is known.
  const [waiting, setWaiting] = useState(before.entered);
  const { hits, more, fresh, failed } = useFind(text);
  const follow = useFollowHit();
  const { focused } = before;
  // Before anything can be typed: the input it stands in for is gone.
  useLayoutEffect(() => {
    if (focused) input.current?.focus();
  }, [input, focused]);
  const goTo = (hit: Hit): void => {
    setWaiting(false);
    setOpen(false);
    setText('');
    input.current?.blur();
    follow(hit);
  };
  const latest = useRef(goTo);
  latest.current = goTo;
  const [first] = hits;
  useEffect(() => {
    if (!waiting || !(fresh || failed)) return;
    setWaiting(false);
    if (fresh && first) latest.current(first);
  }, [waiting, fresh, failed, first]);
  return {
    text,
    open,
    setOpen,
    hits,
    more,
    goTo,
    pending: !fresh && !failed,
    type: (next: string): void => {
      setWaiting(false);
      setText(next);
      setOpen(next.trim() !== '');
    },
    onKeyDown: (event: KeyboardEvent & { defaultMuiPrevented?: boolean }): void => {
      if (event.key !== 'Enter' || event.nativeEvent.isComposing || text.trim() === '' || fresh) return;
      event.defaultMuiPrevented = true;
      setWaiting(true);
    },
  };
}

/** Leads to the page on which a hit stands, with the board's last search. */
function useFollowHit() {
  const navigate = useNavigate();
  const notify = useNotify();
  const { call } = useCalls();
  const { pathname } = useLocation();
  const boardSearch = useBoardSearch();
  // What is found from elsewhere is found in the published plan.
  const search = onBoard(pathname) ? boardSearch : withView(new URLSearchParams(boardSearch), PUBLISHED_ALONE).toString();
  return (hit: Hit): void => {
    pathOf(hit, search, call).then(
      (path) => void navigate(path),
      (error: unknown) => notify(messageOf(error), { type: 'error' }),
    );
  };
}

/** Hits of a kind; `more`: how many of it are not listed. */
const Group = ({ label, more, children }: { label: string; more: number; children: ReactNode }) => (
  <Box role="group" aria-label={label}>
    <Box aria-hidden sx={headSx}>
      {label}
      {more > 0 ? <span>{FIND.more(more)}</span> : null}
    </Box>
    <Box component="ul" role="presentation" sx={{ p: 0, m: 0, listStyle: 'none' }}>
      {children}
    </Box>
  </Box>
);

const headSx = { px: 2, py: 0.5, fontSize: 12, color: 'text.secondary', display: 'flex', justifyContent: 'space-between' } as const;
