import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { barsText, halfTitle, LOADS, loadText, misfitText, moreText } from '../../../texts/board/loads.ts';
import { blockAtX, blockX, dateOfBlock, isAfternoon } from '../../chart/scene/blocks.ts';
import { rowAt } from '../../chart/scene/layout.ts';
import { type FacilityLoad, levelOf, STRIP_PX } from '../../chart/scene/load-strip.ts';
import type { Scene } from '../../chart/scene/scene.ts';
import type { AskFacility } from './FacilityMenu.tsx';

/** A half day of a strip under the pointer, and where the pointer is. */
interface Pointed {
  id: number;
  name: string;
  load: FacilityLoad;
  half: number;
  block: number;
  box: { left: number; top: number; width: number };
  at: { x: number; y: number };
}

/** Bars that do not fit named at most. */
const NAMED = 3;
const GAP_PX = 14;
const WIDTH_PX = 330;

/** The half day of a strip that the pointer is over, if it is over one. */
function pointedAt({ target, clientX, clientY }: Pick<MouseEvent, 'target' | 'clientX' | 'clientY'>, scene: Scene): Pointed | undefined {
  if (!(target instanceof Element) || target.closest('.bar-wrapper')) return undefined;
  const svg = target.closest('svg.gantt');
  if (!svg) return undefined;
  const { left, top } = svg.getBoundingClientRect();
  const row = rowAt(scene.layout, clientY - top);
  const facility = row && scene.layout.groups[row.group]?.group.facility;
  if (!row || !facility?.load || facility.id === null || clientY - top >= row.top + STRIP_PX) return undefined;
  const block = blockAtX(clientX - left, scene.timeline);
  const box = { left: left + blockX(block, scene.timeline), top: top + row.top, width: scene.timeline.px };
  return {
    id: facility.id,
    name: facility.name,
    load: facility.load,
    half: block - scene.timeline.start,
    block,
    box,
    at: { x: clientX, y: clientY },
  };
}

/** The lines of a half day: load against room, bars and late ones, misfits. */
function lines({ load, half }: Pointed): { term: string; text: ReactNode; bad?: boolean }[] {
  const [planned, open] = [load.load[half] ?? 0, load.open[half] ?? 0];
  if (open === 0 && planned === 0 && levelOf(load, half) !== 'over') return [{ term: LOADS.load, text: LOADS.closed }];
  const over = load.over.find((one) => one.half === half)?.bars ?? [];
  const named = over.slice(0, NAMED).map((bar) => <div key={bar.entry_id}>{misfitText(bar)}</div>);
  return [
    { term: LOADS.load, text: loadText(planned, open, load.unit), bad: levelOf(load, half) === 'over' },
    { term: LOADS.bars, text: barsText(load.counts[half] ?? 0, load.late_counts[half] ?? 0) },
    ...(over.length > 0
      ? [
          {
            term: LOADS.misfits,
            text: <>{[...named, over.length > NAMED ? <div key="more">{moreText(over.length - NAMED)}</div> : null]}</>,
          },
        ]
      : []),
  ];
}

/** Beside the pointer, turned to the other side where the window ends. */
function standing({ x, y }: { x: number; y: number }): { left: number; top?: number; bottom?: number } {
  const left = x + GAP_PX + WIDTH_PX > window.innerWidth ? x - GAP_PX - WIDTH_PX : x + GAP_PX;
  const vertical = y > window.innerHeight * 0.7 ? { bottom: window.innerHeight - y + GAP_PX } : { top: y + GAP_PX };
  return { left: Math.max(4, left), ...vertical };
}

/** The half day under the pointer, framed and explained. */
const Tip = ({ pointed, origin, filtered }: { pointed: Pointed; origin: DOMRect; filtered: boolean }) => {
  const { box, block, name, at } = pointed;
  const place = { left: box.left - origin.left, top: box.top - origin.top, width: box.width, height: STRIP_PX - 1 };
  return (
    <>
      <div className="load-pointed" style={place} />
      <div role="tooltip" className="board-tooltip on-dark" style={{ ...standing(at), width: WIDTH_PX }}>
        <h4>{halfTitle(name, dateOfBlock(block), isAfternoon(block))}</h4>
        <dl>
          {lines(pointed).map(({ term, text, bad }) => (
            <div key={term} className="tip-line">
              <dt>{term}</dt>
              <dd className={bad ? 'is-late' : ''}>{text}</dd>
            </div>
          ))}
        </dl>
        {filtered ? <p className="tip-note">{LOADS.allWork}</p> : null}
      </div>
    </>
  );
};

interface Props {
  scene: Scene;
  filtered: boolean;
  /** Tries the facility otherwise on the day of a strip; undefined: whoever is here may not. */
  onAsk: AskFacility | undefined;
  children: ReactNode;
}

/** Explains the half day of a strip under the pointer, whose menu tries it otherwise; stands around the board. */
export const LoadTip = ({ scene, filtered, onAsk, children }: Props) => {
  const [pointed, setPointed] = useState<Pointed>();
  const frame = useRef<HTMLDivElement>(null);
  const follow = (event: PointerEvent<HTMLElement>): void => {
    const next = event.buttons === 0 && event.pointerType !== 'touch' ? pointedAt(event, scene) : undefined;
    if (next?.block !== pointed?.block || next?.name !== pointed?.name) setPointed(next);
  };
  useEffect(() => {
    const menu = (event: MouseEvent): void => {
      const found = onAsk && pointedAt(event, scene);
      if (!found) return;
      event.preventDefault();
      setPointed(undefined);
      const { id, name, load, half, block, at } = found;
      onAsk({ id, name, units: load.units, date: dateOfBlock(block), closed: (load.open[half] ?? 0) === 0, at });
    };
    const board = frame.current;
    board?.addEventListener('contextmenu', menu);
    return () => board?.removeEventListener('contextmenu', menu);
  }, [onAsk, scene]);
  const origin = pointed && frame.current?.getBoundingClientRect();
  return (
    <div
      ref={frame}
      className="load-board"
      style={{ height: '100%', position: 'relative' }}
      onPointerMove={follow}
      onPointerDown={() => setPointed(undefined)}
      onPointerLeave={() => setPointed(undefined)}
      onWheel={() => setPointed(undefined)}
    >
      {children}
      {pointed && origin ? <Tip pointed={pointed} origin={origin} filtered={filtered} /> : null}
    </div>
  );
};
