import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Paper from '@mui/material/Paper';
import Tooltip from '@mui/material/Tooltip';
import type { Success } from '../../server/contract/handlers.ts';
import { WORK } from '../texts/outsourcing.ts';

type Summary = Success<'getOutsourcingSummary'>;
const KEPT_SHOWN = 6;
/** Below this a partner's bar is red. */
const KEPT_WELL = 0.8;

interface Row {
  partner: string;
  name: string;
  count: number;
  late: number;
}

/** The partners with open work; one narrows the list. Below, how they kept their days. */
export const Partners = ({ summary, partner, onPartner }: { summary: Summary; partner: string; onPartner(partner: string): void }) => {
  const rows: Row[] = [
    {
      partner: '',
      name: WORK.all,
      count: summary.partners.reduce((sum, row) => sum + row.count, 0),
      late: summary.partners.reduce((sum, row) => sum + row.late, 0),
    },
    ...summary.partners.map(({ outsourcing_name, ...row }) => ({ ...row, name: outsourcing_name ?? WORK.nobody })),
  ];
  return (
    <Paper
      variant="outlined"
      component="nav"
      aria-label={WORK.partners}
      sx={{ width: { xs: '100%', md: 172 }, flexShrink: 0, alignSelf: 'flex-start' }}
    >
      <Box
        sx={{
          display: 'flex',
          justifyContent: 'space-between',
          px: 1.5,
          py: 1,
          fontSize: '0.75rem',
          fontWeight: 600,
          color: 'text.secondary',
        }}
      >
        <span>{WORK.partners}</span>
        <span>{WORK.partnersMore}</span>
      </Box>
      {rows.map((row) => (
        <ButtonBase
          key={row.partner}
          aria-pressed={partner === row.partner}
          onClick={() => onPartner(row.partner)}
          sx={{
            width: '100%',
            justifyContent: 'flex-start',
            gap: 0.75,
            px: 1.25,
            minHeight: 36,
            fontSize: '0.78rem',
            borderLeft: '3px solid transparent',
            ...(partner === row.partner ? { bgcolor: 'action.selected', borderLeftColor: 'primary.main', fontWeight: 700 } : {}),
            '&:hover': { bgcolor: 'action.hover' },
          }}
        >
          <Box
            component="span"
            sx={{ flex: 1, textAlign: 'left', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
            title={row.name}
          >
            {row.name}
          </Box>
          {row.late > 0 ? (
            <Box
              component="span"
              sx={{ bgcolor: 'error.main', color: 'error.contrastText', borderRadius: 5, px: 0.9, fontSize: '0.7rem', fontWeight: 700 }}
            >
              {row.late}
            </Box>
          ) : null}
          <Box component="span" sx={{ minWidth: 22, textAlign: 'right', color: 'text.secondary' }}>
            {row.count}
          </Box>
        </ButtonBase>
      ))}
      {summary.kept.length > 0 ? <Kept kept={summary.kept} /> : null}
    </Paper>
  );
};

const Kept = ({ kept }: { kept: Summary['kept'] }) => (
  <Box sx={{ borderTop: 1, borderColor: 'divider', px: 1.5, py: 1.25 }}>
    <Box component="h2" sx={{ fontSize: '0.75rem', fontWeight: 700, color: 'text.secondary', m: 0, mb: 0.75 }}>
      {WORK.kept}
    </Box>
    {kept.slice(0, KEPT_SHOWN).map(({ partner, outsourcing_name, count, on_time }) => (
      <Tooltip key={partner} title={WORK.keptOf(on_time, count)} placement="right">
        <Box sx={{ mb: 0.75, fontSize: '0.75rem' }}>
          <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
            <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
              {outsourcing_name ?? partner}
            </Box>
            <b>{Math.round((on_time / count) * 100)}%</b>
          </Box>
          <Box sx={{ height: 5, borderRadius: 3, bgcolor: 'action.hover', mt: 0.25 }}>
            <Box
              sx={{
                height: 5,
                borderRadius: 3,
                width: `${(on_time / count) * 100}%`,
                bgcolor: on_time / count < KEPT_WELL ? 'error.main' : 'primary.main',
              }}
            />
          </Box>
        </Box>
      </Tooltip>
    ))}
  </Box>
);
