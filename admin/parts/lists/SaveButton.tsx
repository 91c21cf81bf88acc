import ArrowDropDown from '@mui/icons-material/ArrowDropDown';
import Download from '@mui/icons-material/FileDownloadOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { Button, useNotify } from 'react-admin';
import type { SheetCell } from '../../../server/files/write-sheets.ts';
import { messageOf } from '../../providers/client.ts';
import { LIST } from '../../texts/parts.ts';
import { useStored } from '../hooks/use-stored.ts';
import { LIST_FORMATS, type ListFormat, saveList } from './list-file.ts';

interface Props {
  /** What the file is called, before its time. */
  name: string;
  /** All rows of the list, the head first. */
  rows(): Promise<SheetCell[][]> | SheetCell[][];
  disabled?: boolean;
}

/** 出力: saves a list in the format that was chosen last on this device; the arrow beside it saves in another one. */
export const SaveButton = ({ name, rows, disabled = false }: Props) => {
  const [kept, keep] = useStored('production-planner.list-format');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [busy, setBusy] = useState(false);
  const notify = useNotify();
  const format = LIST_FORMATS.find((one) => one === kept) ?? LIST_FORMATS[0];
  const save = async (as: ListFormat): Promise<void> => {
    setBusy(true);
    try {
      await saveList(as, name, await rows());
    } catch (error) {
      notify(messageOf(error), { type: 'error' });
    } finally {
      setBusy(false);
    }
  };
  const saveAs = (as: ListFormat): void => {
    setAnchor(null);
    keep(as);
    void save(as);
  };
  const off = disabled || busy;
  return (
    <Box component="span" sx={{ whiteSpace: 'nowrap', '@media print': { display: 'none' } }}>
      <Button label={LIST.save} aria-label={LIST.save} title={LIST.formats[format]} disabled={off} onClick={() => void save(format)}>
        <Download />
      </Button>
      <IconButton
        size="small"
        color="primary"
        aria-label={LIST.format}
        aria-haspopup="menu"
        disabled={off}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ p: 0.25 }}
      >
        <ArrowDropDown fontSize="small" />
      </IconButton>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { dense: true, 'aria-label': LIST.format } }}
      >
        {LIST_FORMATS.map((one) => (
          <MenuItem key={one} selected={one === format} onClick={() => saveAs(one)}>
            {LIST.formats[one]}
          </MenuItem>
        ))}
      </Menu>
    </Box>
  );
};
