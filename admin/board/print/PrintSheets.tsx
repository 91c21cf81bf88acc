import { useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { formatInstant, type Instant } from '../../../server/domain/ground/plant-time.ts';
import { PRINTING } from '../../texts/board/printing.ts';
import { PRODUCT } from '../../texts/shell.ts';
import { createBoard } from '../chart/board.ts';
import { Legend } from '../chart/Legend.tsx';
import { LoadLegend } from '../chart/LoadLegend.tsx';
import type { Look } from '../chart/paint/bars/look.ts';
import type { Pane } from '../chart/paint/pane.ts';
import { showsUnmatched } from '../chart/scene/bars.ts';
import { dateOfBlock } from '../chart/scene/blocks.ts';
import type { BoardEvents, Scene } from '../chart/scene/scene.ts';
import './print.css';
import type { ListLine } from './lists.ts';
import { ROOM_PX, SHEET_PX, type Sheet } from './sheets.ts';

const nothing = (): void => undefined;
/** Paper answers nothing. */
const SILENT: BoardEvents = { onOpen: nothing, onToggleLock: nothing, onLockOrder: nothing, onPriority: nothing, onNavigate: nothing };
const READ_ONLY = { edits: false, plans: false } as const;
/** The dates above the rows, and the frame. */
const HEAD_PX = 62;

/** What is printed, beside its sheets. */
export interface Printed {
  title: string;
  /** The conditions of the search in words. */
  conditions: readonly string[];
  planned_at: Instant | null;
  printed_at: Instant;
  scene: Scene;
  look: Look;
  pane: Pane;
}

/** The board of one sheet, drawn whole by the chart itself. */
const PrintedBoard = ({ scene, look, pane, title }: Pick<Printed, 'scene' | 'look' | 'pane' | 'title'>) => {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const board = createBoard(element.current!, { scene, events: SILENT, label: title, look, paneFor: () => pane });
    board.scrollTo({ left: 0, top: 0 });
    return () => board.destroy();
  }, [scene, look, pane, title]);
  const height = scene.layout.height + HEAD_PX;
  // A single row that is higher than a sheet is drawn smaller.
  const zoom = Math.min(1, ROOM_PX / scene.layout.height);
  return <div ref={element} className="board" style={{ height, zoom, boxSizing: 'border-box' }} />;
};

interface SheetProps extends Printed {
  sheet: Sheet;
  page: number;
  pages: number;
}

const keyOf = (line: ListLine | undefined): string => {
  if (!line) return '';
  return 'facility' in line ? line.facility : `${line.id} ${line.start}`;
};

/** A sheet by what it begins with. */
const sheetKey = ({ timeline, layout: { rows, groups }, lists }: Sheet): string =>
  `${timeline.start} ${rows[0]?.bars[0]?.bar.id ?? groups[0]?.group.key} ${keyOf(lists?.[0]?.[0])}`;

/** What the bars of the sheet before are too narrow to say. */
const PrintedLists = ({ columns }: { columns: NonNullable<Sheet['lists']> }) => (
  <div className="print-lists">
    {columns.map((lines) => (
      <div key={keyOf(lines[0])}>
        {lines.map((line) =>
          'facility' in line ? (
            <h3 key={keyOf(line)}>{line.facility}</h3>
          ) : (
            <div key={keyOf(line)}>
              <span>{PRINTING.span(line.start, line.end)}</span>
              <b>{line.unique_order}</b>
              <span>{line.task_name}</span>
            </div>
          ),
        )}
      </div>
    ))}
  </div>
);

const PrintedSheet = ({ sheet: { layout, timeline, lists }, page, pages, ...printed }: SheetProps) => {
  const { title, conditions, planned_at, printed_at, scene } = printed;
  const own = { ...scene, layout, timeline, access: READ_ONLY };
  const { rows: drawn } = layout;
  const barred = scene.rows === 'lots' || drawn.some(({ bars }) => bars.length > 0);
  return (
    <section className="print-sheet">
      <header className="print-head">
        <div>
          <h2>{title}</h2>
          <div className="print-range">{PRINTING.range(dateOfBlock(timeline.start), dateOfBlock(timeline.end - 1))}</div>
        </div>
        <div>
          {PRINTING.filters}: {conditions.length > 0 ? conditions.join('、') : PRINTING.none}
        </div>
        <div>
          {planned_at ? (
            <div>
              {PRINTING.planned} {formatInstant(planned_at)}
            </div>
          ) : null}
          <div>
            {PRINTING.printed} {formatInstant(printed_at)}
          </div>
          <b>{PRINTING.page(page, pages)}</b>
        </div>
      </header>
      {lists ? <PrintedLists columns={lists} /> : <PrintedBoard {...printed} scene={own} />}
      <footer className="print-foot">
        {lists ? (
          <span>{PRINTING.listed}</span>
        ) : (
          <>
            {scene.rows === 'facilities' ? <LoadLegend scene={barred ? undefined : own} /> : null}
            {barred ? <Legend scene={own} unmatched={drawn.some(({ bars }) => bars.some(({ bar }) => showsUnmatched(bar)))} /> : null}
          </>
        )}
        <span>{PRODUCT}</span>
      </footer>
    </section>
  );
};

interface Props extends Printed {
  sheets: readonly Sheet[];
  /** The browser's own dialog was closed. */
  onDone(): void;
}

/** The sheets, beside the screen while the browser prints them. */
export const PrintSheets = ({ sheets, onDone, ...printed }: Props) => {
  const done = useRef(onDone);
  done.current = onDone;
  useEffect(() => {
    const end = (): void => done.current();
    window.addEventListener('afterprint', end);
    // Drawn, and its letters there, before the browser lays it out.
    const frame = requestAnimationFrame(() => void document.fonts.ready.then(() => window.print()));
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return createPortal(
    <div className="board-print on-paper" inert aria-hidden style={{ minWidth: SHEET_PX.width }}>
      {sheets.map((sheet, at) => (
        <PrintedSheet key={sheetKey(sheet)} {...printed} sheet={sheet} page={at + 1} pages={sheets.length} />
      ))}
    </div>,
    document.body,
  );
};
