/** Numbers in two banks, whole and fractional, whose changes can be taken back. Fields are views of the banks. */
export interface Journal {
  readonly whole: Int32Array;
  readonly fractional: Float64Array;
  /** Index and old value of each change, one behind the other. */
  wholeLog: Int32Array;
  wholeCount: number;
  fractionalAt: Int32Array;
  fractionalLog: Float64Array;
  fractionalCount: number;
}

const FIRST_ROOM = 4096;

export const createJournal = (whole: number, fractional: number): Journal => ({
  whole: new Int32Array(whole),
  fractional: new Float64Array(fractional),
  wholeLog: new Int32Array(2 * FIRST_ROOM),
  wholeCount: 0,
  fractionalAt: new Int32Array(FIRST_ROOM),
  fractionalLog: new Float64Array(FIRST_ROOM),
  fractionalCount: 0,
});

/** Changes a whole number, to be taken back. */
export function write(journal: Journal, at: number, value: number): void {
  const { whole } = journal;
  const old = whole[at]!;
  if (old === value) return;
  const count = journal.wholeCount;
  if (count === journal.wholeLog.length) {
    const larger = new Int32Array(2 * count);
    larger.set(journal.wholeLog);
    journal.wholeLog = larger;
  }
  journal.wholeLog[count] = at;
  journal.wholeLog[count + 1] = old;
  journal.wholeCount = count + 2;
  whole[at] = value;
}

/** Changes a fractional number, to be taken back. */
export function writeFractional(journal: Journal, at: number, value: number): void {
  const { fractional } = journal;
  const old = fractional[at]!;
  if (old === value) return;
  const count = journal.fractionalCount;
  if (count === journal.fractionalLog.length) {
    const [at2, log2] = [new Int32Array(2 * count), new Float64Array(2 * count)];
    at2.set(journal.fractionalAt);
    log2.set(journal.fractionalLog);
    journal.fractionalAt = at2;
    journal.fractionalLog = log2;
  }
  journal.fractionalAt[count] = at;
  journal.fractionalLog[count] = old;
  journal.fractionalCount = count + 1;
  fractional[at] = value;
}

/** Lets all changes stand. */
export function keepChanges(journal: Journal): void {
  journal.wholeCount = 0;
  journal.fractionalCount = 0;
}

/** Takes all changes back, the last first. */
export function takeBack(journal: Journal): void {
  const { whole, fractional, wholeLog, fractionalAt, fractionalLog } = journal;
  for (let i = journal.wholeCount - 2; i >= 0; i -= 2) whole[wholeLog[i]!] = wholeLog[i + 1]!;
  for (let i = journal.fractionalCount - 1; i >= 0; i -= 1) fractional[fractionalAt[i]!] = fractionalLog[i]!;
  keepChanges(journal);
}
