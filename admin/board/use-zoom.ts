import { useState } from 'react';
import { ZOOMS, type Zoom } from './chart/scene/blocks.ts';
import type { Zooming } from './ZoomSegment.tsx';

const KEY = 'production-planner.zoom';

const kept = (): Zoom => ZOOMS.find((zoom) => zoom === localStorage.getItem(KEY)) ?? 'half_day';

/** How closely the boards draw their days; kept on this device, the same for both. */
export function useZoom(): Zooming {
  const [zoom, show] = useState(kept);
  const setZoom = (next: Zoom): void => {
    localStorage.setItem(KEY, next);
    show(next);
  };
  return { zoom, setZoom };
}
