import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { useProposals } from '../plans/proposals/use-proposals.ts';
import { PROPOSALS } from '../texts/plans.ts';

/** What came of the newest proposal that was published, in one line, and of the others for the pointer; nothing where none was. */
export const Adopted = () => {
  const [newest, ...others] = useProposals().data?.adopted ?? [];
  return newest ? (
    <Paper
      component="section"
      variant="outlined"
      aria-label={PROPOSALS.adoptedOnes}
      title={[newest, ...others].map(PROPOSALS.adopted).join('\n')}
      sx={{ px: 1.75, py: 0.5, display: 'flex', flexWrap: 'wrap', columnGap: 1.5, fontSize: '0.85rem', overflowWrap: 'anywhere' }}
    >
      {PROPOSALS.adopted(newest)}
      {others.length > 0 ? (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {PROPOSALS.moreAdopted(others.length)}
        </Box>
      ) : null}
    </Paper>
  ) : null;
};
