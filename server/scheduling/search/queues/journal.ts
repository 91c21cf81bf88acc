/** Numbers in two banks, whole and fractional, whose changes can be taken back. Fields are views of the banks. */
export interface Journal {
  readonly whole: Int32Array;
  readonly fractional: Float64Array;
  /** Index (fractional numbers stand behind the whole ones) and old value of each change. */
  changed: Int32Array;
  old: Float64Array;
  count: number;
}

const FIRST_ROOM = 4096;

export const createJournal = (whole: number, fractional: number): Journal => ({
  whole: new Int32Array(whole),
  fractional: new Float64Array(fractional),
  changed: new Int32Array(FIRST_ROOM),
  old: new Float64Array(FIRST_ROOM),
  count: 0,
});

/** Changes a whole number, to be taken back. */
export function write(journal: Journal, at: number, value: number): void {
  const { whole } = journal;
  const old = whole[at]!;
  if (old === value) return;
  note(journal, at, old);
  whole[at] = value;
}

/** Changes a fractional number, to be taken back. */
export function writeFractional(journal: Journal, at: number, value: number): void {
  const { fractional } = journal;
  const old = fractional[at]!;
  if (old === value) return;
  note(journal, journal.whole.length + at, old);
  fractional[at] = value;
}

function note(journal: Journal, at: number, old: number): void {
  const nth = journal.count;
  journal.count = nth + 1;
  if (nth === journal.changed.length) grow(journal);
  journal.changed[nth] = at;
  journal.old[nth] = old;
}

function grow(journal: Journal): void {
  const { changed, old } = journal;
  journal.changed = new Int32Array(2 * changed.length);
  journal.old = new Float64Array(2 * old.length);
  journal.changed.set(changed);
  journal.old.set(old);
}

/** Lets all changes stand. */
export function keepChanges(journal: Journal): void {
  journal.count = 0;
}

/** Takes all changes back, the last first. */
export function takeBack(journal: Journal): void {
  const { whole, fractional, changed, old } = journal;
  for (let i = journal.count - 1; i >= 0; i -= 1) {
    const at = changed[i]!;
    if (at < whole.length) whole[at] = old[i]!;
    else fractional[at - whole.length] = old[i]!;
  }
  journal.count = 0;
}
