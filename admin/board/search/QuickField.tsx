import Search from '@mui/icons-material/Search';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import { useNavigate } from 'react-router';
import { messageOf } from '../../providers/client.ts';
import type { PlannerDataProvider } from '../../providers/data-provider.ts';
import { FIND } from '../../texts/search.ts';
import { type Hit, pathOf } from './found.ts';
import { HitLine } from './HitLine.tsx';
import { useBoardSearch } from './use-address.ts';
import { useFind } from './use-find.ts';

/** Ctrl+K, on a Mac Cmd+K, puts the focus into the field, unless a dialog has it. */
function useShortcut(focus: () => void): void {
  const latest = useRef(focus);
  latest.current = focus;
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      if (![...document.querySelectorAll('[role="dialog"]')].some((dialog) => dialog.checkVisibility({ visibilityProperty: true })))
        latest.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

const nameOf = (hit: Hit): string => {
  if (hit.kind === 'order') return hit.serial_number;
  return hit.kind === 'product' ? hit.product_name : hit.facility_name;
};
const keyOf = (hit: Hit): string => `${hit.kind} ${hit.kind === 'order' ? hit.order_id : hit.id}`;

/** The field of every page that leads to an order's bar, a product's orders or a facility's row: Ctrl+K, a few characters, Enter. */
export const QuickField = () => {
  const navigate = useNavigate();
  const notify = useNotify();
  const { call } = useDataProvider<PlannerDataProvider>();
  const boardSearch = useBoardSearch();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  // Enter came before the answer: the first hit is gone to as soon as it is known.
  const [waiting, setWaiting] = useState(false);
  const { hits, more, fresh, failed } = useFind(text);
  useShortcut(() => {
    input.current?.focus();
    input.current?.select();
  });
  const goTo = (hit: Hit): void => {
    setWaiting(false);
    setOpen(false);
    setText('');
    input.current?.blur();
    pathOf(hit, boardSearch, call).then(
      (path) => void navigate(path),
      (error: unknown) => notify(messageOf(error), { type: 'error' }),
    );
  };
  const latest = useRef(goTo);
  latest.current = goTo;
  const [first] = hits;
  useEffect(() => {
    if (!waiting || !(fresh || failed)) return;
    setWaiting(false);
    if (fresh && first) latest.current(first);
  }, [waiting, fresh, failed, first]);

  const onKeyDown = (event: KeyboardEvent & { defaultMuiPrevented?: boolean }): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || text.trim() === '' || fresh) return;
    event.defaultMuiPrevented = true;
    setWaiting(true);
  };
  return (
    <Autocomplete<Hit>
      value={null}
      options={hits}
      inputValue={text}
      open={open && text.trim() !== ''}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      onInputChange={(_, next, reason) => {
        if (reason === 'reset') return;
        setWaiting(false);
        setText(next);
        setOpen(next.trim() !== '');
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
        <Box key={key} role="group" aria-label={group}>
          <Box aria-hidden sx={headSx}>
            {group}
            {group === FIND.groups.order && more > 0 ? <span>{FIND.more(more)}</span> : null}
          </Box>
          <Box component="ul" role="presentation" sx={{ p: 0, m: 0, listStyle: 'none' }}>
            {children}
          </Box>
        </Box>
      )}
      // In the bar itself, which is a landmark.
      disablePortal
      autoHighlight
      forcePopupIcon={false}
      clearOnBlur={false}
      loading={!fresh && !failed}
      loadingText={FIND.loading}
      noOptionsText={FIND.none}
      slotProps={{
        paper: { elevation: 8 },
        listbox: { 'aria-label': FIND.label, 'aria-labelledby': undefined, sx: { maxHeight: 'min(70vh, 560px)', fontSize: 13 } },
        clearIndicator: { sx: { display: 'none' } },
      }}
      renderInput={(params) => (
        <TextField
          {...params}
          inputRef={input}
          placeholder={FIND.label}
          slotProps={{
            ...params.slotProps,
            htmlInput: { ...params.slotProps.htmlInput, 'aria-label': FIND.label, maxLength: 200 },
            input: {
              ...params.slotProps.input,
              startAdornment: (
                <InputAdornment position="start">
                  <Search sx={{ fontSize: 19 }} />
                </InputAdornment>
              ),
              endAdornment: (
                <Box component="kbd" aria-hidden sx={keysSx}>
                  {FIND.keys}
                </Box>
              ),
            },
          }}
          sx={{ '& .MuiOutlinedInput-root': { height: 32, py: '0 !important', pr: '8px !important', fontSize: 13 } }}
        />
      )}
    />
  );
};

const headSx = { px: 2, py: 0.5, fontSize: 12, color: 'text.secondary', display: 'flex', justifyContent: 'space-between' } as const;
const keysSx = {
  display: { xs: 'none', md: 'block' },
  flex: 'none',
  px: 0.75,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  font: 'inherit',
  fontSize: 11,
  color: 'text.secondary',
} as const;
