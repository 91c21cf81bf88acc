import { TOUCH_HOLD_MS } from '../../../../server/domain/ground/constants.ts';

/** A finger on a bar: it picks the bar up by resting there, and until then it scrolls. */
export interface TouchHold {
  /** The finger rests on `touched`; once it has done so long enough it is told, and the page scrolls no more under it. */
  wait(touched: EventTarget | null, rested: () => void): void;
  /** It has gone on, or was lifted. */
  leave(): void;
  destroy(): void;
}

/**
 * Makes the hold on a drawing. What a finger does is the browser's to decide when it comes down: only its moves can be kept from scrolling later on. They go to
 * what it came down on for as long as it is down, be that in the drawing or not: a bar that is picked up is drawn anew. The drawing listens, too, for the
 * browser asks as the finger comes down whether anybody does.
 */
export function createTouchHold(drawing: SVGElement): TouchHold {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let rests = false;
  const stop = new AbortController();
  const keep = (event: Event): void => {
    if (rests) event.preventDefault();
  };
  drawing.addEventListener('touchmove', keep, { signal: stop.signal, passive: false });
  let touch: AbortController | undefined;
  const leave = (): void => {
    clearTimeout(waiting);
    touch?.abort();
    rests = false;
  };
  return {
    wait: (touched, rested) => {
      leave();
      touch = new AbortController();
      touched?.addEventListener('touchmove', keep, { signal: touch.signal, passive: false });
      waiting = setTimeout(() => {
        rests = true;
        rested();
      }, TOUCH_HOLD_MS);
    },
    leave,
    destroy: () => {
      leave();
      stop.abort();
    },
  };
}
