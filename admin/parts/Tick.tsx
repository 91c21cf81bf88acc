import CheckBox from '@mui/icons-material/CheckBox';
import CheckBoxOutlineBlank from '@mui/icons-material/CheckBoxOutlineBlank';

/** The picture of a tick box inside an entry that is itself the control. */
export const Tick = ({ on }: { on: boolean }) =>
  on ? (
    <CheckBox fontSize="small" color="primary" sx={{ mr: 1 }} aria-hidden />
  ) : (
    <CheckBoxOutlineBlank fontSize="small" sx={{ mr: 1 }} aria-hidden />
  );
