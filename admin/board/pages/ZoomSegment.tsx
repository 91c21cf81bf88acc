import { useStored } from '../../parts/hooks/use-stored.ts';
import { Segment } from '../../parts/Segment.tsx';
import { CHART } from '../../texts/board/chart.ts';
import { ZOOMS, type Zoom } from '../chart/scene/blocks.ts';

/** How closely the boards draw their days; kept on this device, the same for both. */
export function useZoom(): { zoom: Zoom; setZoom(zoom: Zoom): void } {
  const [kept, setZoom] = useStored('production-planner.zoom');
  return { zoom: ZOOMS.find((zoom) => zoom === kept) ?? 'half_day', setZoom };
}

/** 半日 | 日 | 週: how closely the days are drawn. */
export const ZoomSegment = ({ zoom, setZoom }: ReturnType<typeof useZoom>) => (
  <Segment label={CHART.zoom} values={ZOOMS} value={zoom} show={(one) => CHART.zooms[one]} onChange={setZoom} />
);
