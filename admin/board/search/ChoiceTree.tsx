import ChevronRight from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { searchKey } from '../../../server/domain/ground/fold.ts';
import { SEARCH } from '../../texts/board/board.ts';
import { type ChoiceGroup, narrowed, type Ticked, tickOfAll, tickOfGroup, toggleAll, toggleChoice, toggleGroup } from './choices.ts';

interface Props {
  title: string;
  groups: readonly ChoiceGroup[];
  ticked: Ticked;
  onChange(ticked: Ticked): void;
}

const boxSx = { p: 0.25, mr: 0.5 } as const;
const labelSx = { m: 0, '& .MuiFormControlLabel-label': { fontSize: '0.85rem' } } as const;

/** Groups with boxes above their leaves, and すべて選択 over all. */
export const ChoiceTree = ({ title, groups, ticked, onChange }: Props) => {
  const [text, setText] = useState('');
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const all = tickOfAll(groups, ticked);
  const total = groups.reduce((sum, group) => sum + group.choices.length, 0);
  const shown = narrowed(groups, text, searchKey);
  const fold = (name: string) => {
    const next = new Set(open);
    if (!next.delete(name)) next.add(name);
    setOpen(next);
  };
  return (
    <Box component="fieldset" sx={{ border: 1, borderColor: 'divider', borderRadius: 1.5, m: 0, p: 1.25, minWidth: 0 }}>
      <Box component="legend" sx={{ px: 0.5, fontSize: '0.85rem', fontWeight: 600 }}>
        {title}
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 0.75 }}>
        <FormControlLabel
          sx={{ ...labelSx, flex: 1 }}
          label={SEARCH.all}
          control={
            <Checkbox
              size="small"
              sx={boxSx}
              checked={all === 'all'}
              indeterminate={all === 'some'}
              onChange={() => onChange(toggleAll(ticked, groups))}
            />
          }
        />
        <Box component="span" sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
          {SEARCH.selected(ticked.size, total)}
        </Box>
        <TextField
          placeholder={SEARCH.narrow}
          value={text}
          onChange={({ target }) => setText(target.value)}
          sx={{ width: 120, '& input': { py: 0.5, fontSize: '0.8rem' } }}
          slotProps={{ htmlInput: { 'aria-label': `${title} ${SEARCH.narrow}` } }}
        />
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, maxHeight: 232, overflow: 'auto' }} tabIndex={-1}>
        {shown.map((group) => (
          <Group
            key={group.name}
            group={group}
            ticked={ticked}
            open={open.has(group.name) || text.trim() !== ''}
            onFold={() => fold(group.name)}
            onChange={onChange}
          />
        ))}
      </Box>
    </Box>
  );
};

interface GroupProps {
  group: ChoiceGroup;
  ticked: Ticked;
  open: boolean;
  onFold(): void;
  onChange(ticked: Ticked): void;
}

const Group = ({ group, ticked, open, onFold, onChange }: GroupProps) => {
  const tick = tickOfGroup(group, ticked);
  const leafless = group.choices.length === 1 && group.choices[0]!.name === group.name;
  return (
    <li>
      <Box sx={{ display: 'flex', alignItems: 'center' }}>
        <IconButton
          size="small"
          onClick={onFold}
          aria-expanded={open}
          aria-label={open ? SEARCH.fold(group.name) : SEARCH.open(group.name)}
          sx={{ p: 0.25, visibility: leafless ? 'hidden' : 'visible' }}
        >
          <ChevronRight fontSize="small" sx={{ transform: open ? 'rotate(90deg)' : 'none' }} />
        </IconButton>
        <FormControlLabel
          sx={labelSx}
          label={group.name}
          control={
            <Checkbox
              size="small"
              sx={boxSx}
              checked={tick === 'all'}
              indeterminate={tick === 'some'}
              onChange={() => onChange(toggleGroup(ticked, group))}
            />
          }
        />
      </Box>
      {open && !leafless ? (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, pl: 4.5 }}>
          {group.choices.map(({ key, name }) => (
            <li key={key}>
              <FormControlLabel
                sx={labelSx}
                label={name}
                control={
                  <Checkbox size="small" sx={boxSx} checked={ticked.has(key)} onChange={() => onChange(toggleChoice(ticked, key))} />
                }
              />
            </li>
          ))}
        </Box>
      ) : null}
    </li>
  );
};
