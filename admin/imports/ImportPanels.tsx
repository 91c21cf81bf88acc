import Box from '@mui/material/Box';
import { type ImportKindName, importKind } from '../../server/domain/files/imports.ts';
import { ImportPanel } from './ImportPanel.tsx';

interface ImportPanelsProps {
  kinds: readonly ImportKindName[];
  /** Instead of reloading the page after a success. */
  onImported?: () => void;
}

/** The import panels of a screen, side by side until a file is chosen. */
export const ImportPanels = ({ kinds, onImported }: ImportPanelsProps) => (
  <Box
    sx={{
      display: 'grid',
      gap: 1.5,
      mb: 1.5,
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: `repeat(${kinds.length}, minmax(0, 1fr))` },
    }}
  >
    {kinds.map((name) => {
      const kind = importKind(name);
      return kind ? <ImportPanel key={name} kind={kind} compact={kinds.length > 1} {...(onImported ? { onImported } : {})} /> : null;
    })}
  </Box>
);
