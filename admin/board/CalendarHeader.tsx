import Add from '@mui/icons-material/Add';
import PlayArrow from '@mui/icons-material/PlayArrow';
import Search from '@mui/icons-material/Search';
import Today from '@mui/icons-material/TodayOutlined';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { PageActions, PageTitleExtras } from '../layout/PageActions.tsx';
import { RoleButton } from '../parts/RoleButton.tsx';
import { BOARD, CALENDAR } from '../texts/board.ts';
import { Legend } from './Legend.tsx';

interface Props {
  from: string;
  onFrom(from: string): void;
  onToday(): void;
  /** A run is pending: nothing can be changed and no other one started. */
  pending: boolean;
  onAdd(): void;
  onRun(): void;
  onSearch(): void;
}

/** The row of the page header: 表示開始日, 今日へ, legend, adding a task, 立案実行, 検索. */
export const CalendarHeader = ({ from, onFrom, onToday, pending, onAdd, onRun, onSearch }: Props) => (
  <>
    <PageTitleExtras>
      <TextField
        type="date"
        label={CALENDAR.from}
        value={from}
        onChange={({ target }) => onFrom(target.value)}
        sx={{ ml: 1, width: 165 }}
        slotProps={{ inputLabel: { shrink: true }, htmlInput: { min: '1990-01-01', max: '2100-12-31' } }}
      />
      <Button startIcon={<Today />} onClick={onToday}>
        {BOARD.today}
      </Button>
    </PageTitleExtras>
    <PageActions>
      <Legend place="header" />
      <RoleButton operation="addSchedule" variant="outlined" startIcon={<Add />} disabled={pending} onClick={onAdd}>
        {CALENDAR.add}
      </RoleButton>
      <RoleButton operation="runSchedule" variant="contained" startIcon={<PlayArrow />} disabled={pending} onClick={onRun}>
        {BOARD.run}
      </RoleButton>
      <Button variant="outlined" startIcon={<Search />} onClick={onSearch}>
        {BOARD.search}
      </Button>
    </PageActions>
  </>
);
