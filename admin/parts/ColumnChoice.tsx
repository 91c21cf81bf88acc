import ViewWeek from '@mui/icons-material/ViewWeekOutlined';
import Button from '@mui/material/Button';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useStore } from 'react-admin';
import { COMMON } from '../texts/parts.ts';
import type { ListColumn } from './columns.ts';
import { Tick } from './Tick.tsx';

/** The columns that are shown and the way to change them; kept in the browser by the list's name. */
export function useColumnChoice(name: string, columns: readonly ListColumn[]) {
  const [hidden, setHidden] = useStore<string[]>(
    `${name}.hidden_columns`,
    columns.flatMap((column) => (column.hidden ? [column.source] : [])),
  );
  const shown = columns.filter((column) => !hidden.includes(column.source));
  const toggle = (source: string) => {
    const next = hidden.includes(source) ? hidden.filter((one) => one !== source) : [...hidden, source];
    // One column stays: a table without any could not be told from an empty one.
    if (next.length < columns.length) setHidden(next);
  };
  return { shown, hidden, toggle };
}

interface ColumnChoiceProps {
  columns: readonly ListColumn[];
  hidden: readonly string[];
  onToggle(source: string): void;
}

/** The button that opens the list of columns. */
export const ColumnChoice = ({ columns, hidden, onToggle }: ColumnChoiceProps) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        startIcon={<ViewWeek />}
        onClick={(event) => setAnchor(event.currentTarget)}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
      >
        {COMMON.columns}
      </Button>
      <Menu
        slotProps={{ paper: { role: 'dialog', 'aria-label': COMMON.columns } }}
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
      >
        {columns.map(({ source, label }) => (
          <MenuItem key={source} dense role="menuitemcheckbox" aria-checked={!hidden.includes(source)} onClick={() => onToggle(source)}>
            <Tick on={!hidden.includes(source)} />
            <ListItemText primary={label} />
          </MenuItem>
        ))}
      </Menu>
    </>
  );
};
