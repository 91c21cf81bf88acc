const PRESSES = ['mousedown', 'mouseup', 'click', 'dblclick'] as const;

/**
 * Keeps the second half of a double click on the chart from what its first half has opened over it. The browser counts the presses of a double click
 * (`detail`), by the user's own speed; the next single press is again one like any other.
 */
export function ignoreSecondPress(chart: HTMLElement): void {
  const over = new AbortController();
  const swallow = (event: MouseEvent): void => {
    if (event.detail < 2) {
      if (event.type === 'mousedown') over.abort();
    } else if (!chart.contains(event.target as Node)) {
      event.stopPropagation();
      event.preventDefault();
    }
  };
  for (const press of PRESSES) window.addEventListener(press, swallow, { capture: true, signal: over.signal });
}
