import { NO_SHIFT, type Shift } from '../../../../server/domain/bars/moves.ts';

/** What is held: the whole bar, its left or its right edge. */
export type Grip = 'move' | 'start' | 'end';

/** A drag under way; `shift` is what it asks for on release. */
export interface Drag {
  grip: Grip;
  /** What had been asked for when the bar was taken. */
  base: Shift;
  /** A whole bar follows only after more than one day column of movement; one that has been moved already, at once. */
  armed: boolean;
  shift: Shift;
}

const same = (one: Shift, other: Shift): boolean => one.by === other.by && one.start === other.start && one.end === other.end;

/** The start of a drag; nothing has moved yet. */
export const beginDrag = (grip: Grip, base: Shift = NO_SHIFT): Drag => ({
  grip,
  base,
  armed: grip !== 'move' || !same(base, NO_SHIFT),
  shift: base,
});

/** The drag after the pointer has come `dx` pixels from where it was pressed, where a half day is `px` wide. */
export function follow(drag: Drag, dx: number, px: number): Drag {
  const { grip, base } = drag;
  const halfDays = Math.round(dx / px);
  if (grip !== 'move') return { ...drag, shift: { ...base, [grip]: base[grip] + halfDays } };
  const armed = drag.armed || Math.abs(dx) > 2 * px;
  return { ...drag, armed, shift: armed ? { ...base, by: base.by + halfDays } : base };
}

/** The drag after the bar has come to another facility: that is movement enough. */
export const armed = (drag: Drag): Drag => (drag.grip === 'move' ? { ...drag, armed: true } : drag);
