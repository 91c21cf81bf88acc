import PlayArrow from '@mui/icons-material/PlayArrow';
import Search from '@mui/icons-material/Search';
import Today from '@mui/icons-material/TodayOutlined';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { PageActions, PageTitleExtras } from '../layout/PageActions.tsx';
import { RoleButton } from '../parts/RoleButton.tsx';
import { BOARD } from '../texts/board.ts';
import { Legend } from './Legend.tsx';

interface Props {
  stack: boolean;
  onStack(stack: boolean): void;
  onToday(): void;
  /** A run is pending: no other one can be started. */
  pending: boolean;
  onRun(): void;
  onSearch(): void;
}

/** The row of the page header: スタックモード, 今日へ, legend, 立案実行, 検索. */
export const GanttHeader = ({ stack, onStack, onToday, pending, onRun, onSearch }: Props) => (
  <>
    <PageTitleExtras>
      <FormControlLabel
        label={BOARD.stack}
        control={<Checkbox size="small" checked={stack} onChange={(_, next) => onStack(next)} />}
        sx={{ ml: 0.5, mr: 1, whiteSpace: 'nowrap', '& .MuiFormControlLabel-label': { fontSize: '0.85rem' } }}
      />
      <Button startIcon={<Today />} onClick={onToday}>
        {BOARD.today}
      </Button>
    </PageTitleExtras>
    <PageActions>
      <Legend place="header" />
      <RoleButton operation="runSchedule" variant="contained" startIcon={<PlayArrow />} disabled={pending} onClick={onRun}>
        {BOARD.run}
      </RoleButton>
      <Button variant="outlined" startIcon={<Search />} onClick={onSearch}>
        {BOARD.search}
      </Button>
    </PageActions>
  </>
);
