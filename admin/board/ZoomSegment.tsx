import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { CHART } from '../texts/chart.ts';
import { ZOOMS, type Zoom } from './chart/blocks.ts';

export interface Zooming {
  zoom: Zoom;
  setZoom(zoom: Zoom): void;
}

/** 半日 | 日 | 週: how closely the days are drawn. */
export const ZoomSegment = ({ zoom, setZoom }: Zooming) => (
  <ToggleButtonGroup
    exclusive
    size="small"
    color="primary"
    value={zoom}
    aria-label={CHART.zoom}
    onChange={(_, next) => next && setZoom(next)}
  >
    {ZOOMS.map((one) => (
      <ToggleButton
        key={one}
        value={one}
        sx={{ px: 1.25, py: 0, height: 28, fontSize: 13, color: 'text.primary', fontWeight: one === zoom ? 700 : 400 }}
      >
        {CHART.zooms[one]}
      </ToggleButton>
    ))}
  </ToggleButtonGroup>
);
