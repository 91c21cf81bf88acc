import { TOUCH_HOLD_MS } from '../../../../server/domain/ground/constants.ts';

/** A finger on a bar: it picks the bar up by resting there, and until then it scrolls. */
export interface TouchHold {
  /** The finger rests; once it has done so long enough it is told, and the page scrolls no more under it. */
  wait(rested: () => void): void;
  /** It has gone on, or was lifted. */
  leave(): void;
  destroy(): void;
}

/** Makes the hold on a drawing. What a finger does is the browser's to decide when it comes down: only its moves can be kept from scrolling later on. */
export function createTouchHold(drawing: SVGElement): TouchHold {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let rests = false;
  const stop = new AbortController();
  const keep = (event: TouchEvent): void => {
    if (rests) event.preventDefault();
  };
  drawing.addEventListener('touchmove', keep, { signal: stop.signal, passive: false });
  const leave = (): void => {
    clearTimeout(waiting);
    rests = false;
  };
  return {
    wait: (rested) => {
      leave();
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
