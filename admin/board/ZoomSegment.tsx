import { Segment } from '../parts/Segment.tsx';
import { CHART } from '../texts/board/chart.ts';
import { ZOOMS, type Zoom } from './chart/scene/blocks.ts';

export interface Zooming {
  zoom: Zoom;
  setZoom(zoom: Zoom): void;
}

/** 半日 | 日 | 週: how closely the days are drawn. */
export const ZoomSegment = ({ zoom, setZoom }: Zooming) => (
  <Segment label={CHART.zoom} values={ZOOMS} value={zoom} show={(one) => CHART.zooms[one]} onChange={setZoom} />
);
