/** Tells the width of a text on a bar in pixels, at 11 px. */
export type Measure = (text: string) => number;

/** Size of the words on bars, in pixels. */
export const WORD_PX = 11;

let context: CanvasRenderingContext2D | null | undefined;
const widths = new Map<string, Map<string, number>>();

/** Measures with the letters of an element; each text once. */
export function measureLike(element: Element): Measure {
  const font = `${WORD_PX}px ${getComputedStyle(element).fontFamily}`;
  const known = widths.get(font) ?? new Map<string, number>();
  widths.set(font, known);
  return (text) => {
    const width = known.get(text);
    if (width !== undefined) return width;
    context ??= document.createElement('canvas').getContext('2d');
    if (context && context.font !== font) context.font = font;
    const measured = context?.measureText(text).width ?? text.length * WORD_PX;
    known.set(text, measured);
    return measured;
  };
}
