const SVG = 'http://www.w3.org/2000/svg';

type Attributes = Record<string, string | number>;

/** A new SVG element with attributes, appended to its parent when there is one. Never takes markup. */
export function svgElement<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  parent?: Element,
): SVGElementTagNameMap[Name] {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  parent?.appendChild(element);
  return element;
}

/** A new HTML element with a class and, as text only, its content. */
export function htmlElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  text?: string,
  parent?: Element,
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.className = className;
  if (text !== undefined) element.textContent = text;
  parent?.appendChild(element);
  return element;
}

/** Sets edges, width and height in pixels, as far as given. */
export function place(element: HTMLElement, box: { left?: number; right?: number; top?: number; width?: number; height?: number }): void {
  for (const [side, value] of Object.entries(box)) element.style.setProperty(side, `${value}px`);
}

/** A closed lock, filled; 10 by 12 pixels. */
export const LOCK_PATH =
  'M2 5V3.5a3 3 0 0 1 6 0V5h.5a1 1 0 0 1 1 1v4.5a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM3.4 5h3.2V3.5a1.6 1.6 0 0 0-3.2 0z';
/** An open lock, in outline; 10 by 12 pixels. */
export const UNLOCK_PATH =
  'M3.3 5h5.2a1 1 0 0 1 1 1v4.5a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1H2V3.3A3 3 0 0 1 7.7 2l-1.2.6a1.65 1.65 0 0 0-3.2.7zM1.7 6.2v4.1h6.6V6.2z';
