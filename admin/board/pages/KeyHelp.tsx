import HelpOutline from '@mui/icons-material/HelpOutlineOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import { Fragment, useEffect, useState } from 'react';
import { KEY_GROUPS, KEY_HELP, type KeyRow } from '../../texts/board/keys.ts';

/** Whether a key is meant for something that takes text, or for a dialog. */
const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role="dialog"]') !== null;

const Keys = ({ keys }: Pick<KeyRow, 'keys'>) => (
  <>
    {keys.map((together, at) => (
      <Fragment key={together.join(KEY_HELP.plus)}>
        {at > 0 && together.length > 1 ? (
          <Box component="span" sx={{ mx: 0.75 }}>
            {KEY_HELP.or}
          </Box>
        ) : null}
        {together.map((key, index) => (
          <Fragment key={key}>
            {index > 0 ? KEY_HELP.plus : null}
            <Box component="kbd" className="key">
              {key}
            </Box>
          </Fragment>
        ))}
      </Fragment>
    ))}
  </>
);

const tableSx = {
  width: '100%',
  borderCollapse: 'collapse',
  '& th': { textAlign: 'left', fontWeight: 400, py: 0.5, pr: 2, width: '50%', whiteSpace: 'nowrap', verticalAlign: 'top' },
  '& td': { py: 0.5 },
  '& .key': {
    display: 'inline-block',
    minWidth: 24,
    px: 0.75,
    mx: 0.25,
    textAlign: 'center',
    border: 1,
    borderBottomWidth: 2,
    borderColor: 'divider',
    borderRadius: 1,
    fontFamily: 'inherit',
    fontSize: '0.8125rem',
    fontWeight: 700,
    bgcolor: 'background.default',
  },
} as const;

const KeyTable = ({ rows }: { rows: readonly KeyRow[] }) => (
  <Box component="table" sx={tableSx}>
    <tbody>
      {rows.map(({ keys, does }) => (
        <tr key={does}>
          <th scope="row">
            <Keys keys={keys} />
          </th>
          <td>{does}</td>
        </tr>
      ))}
    </tbody>
  </Box>
);

/** The ? of a board: its keys, by a press of ? or of the button. */
export const KeyHelp = () => {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event.target)) return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <IconButton aria-label={KEY_HELP.open} title={KEY_HELP.open} color="inherit" onClick={() => setOpen(true)}>
        <HelpOutline fontSize="small" />
      </IconButton>
      <Dialog open={open} onClose={() => setOpen(false)} maxWidth="sm" fullWidth aria-labelledby="keys-title">
        <DialogTitle id="keys-title">{KEY_HELP.title}</DialogTitle>
        <DialogContent tabIndex={0}>
          {KEY_GROUPS.map(({ title, rows }) => (
            <Box component="section" key={title} sx={{ '& + &': { mt: 2 } }}>
              <Box component="h3" sx={{ typography: 'h3', m: 0, mb: 0.5 }}>
                {title}
              </Box>
              <KeyTable rows={rows} />
            </Box>
          ))}
        </DialogContent>
        <DialogActions>
          <Button variant="contained" autoFocus onClick={() => setOpen(false)}>
            {KEY_HELP.close}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
};
