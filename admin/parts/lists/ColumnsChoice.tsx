import ViewWeek from '@mui/icons-material/ViewWeek';
import Box from '@mui/material/Box';
import Popover from '@mui/material/Popover';
import { useState } from 'react';
import { Button, useResourceContext, useTranslate } from 'react-admin';

const MISNAMED = '[role=menu], [role=option]';

/** The framework calls its list of switches a menu of options, which neither may hold; without those roles it is read as the list it is. */
function asList(box: HTMLElement | null): (() => void) | undefined {
  if (!box) return;
  const mend = () => {
    for (const part of box.querySelectorAll(MISNAMED)) part.removeAttribute('role');
  };
  mend();
  const watch = new MutationObserver(mend);
  watch.observe(box, { childList: true, subtree: true });
  return () => watch.disconnect();
}

/** react-admin's ColumnsButton with the roles of a dialog of switches: its DataTable draws the choice into the box of this id. */
export const ColumnsChoice = () => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const label = useTranslate()('ra.action.select_columns');
  return (
    <>
      <Button label={label} aria-haspopup="dialog" onClick={(event) => setAnchor(event.currentTarget)}>
        <ViewWeek />
      </Button>
      <Popover
        keepMounted
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': label } }}
      >
        <Box ref={asList} id={`${useResourceContext()}.datatable-columnsSelector`} sx={{ px: 1, minWidth: 200 }} />
      </Popover>
    </>
  );
};
