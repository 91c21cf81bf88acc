/** So many bits of the fractional part of a number. */
const fraction = (value: number): number => ((value - Math.floor(value)) * 2 ** 32) | 0;
const PRIMES = Array.from({ length: 311 }, (_, at) => at + 2).filter((one, _, all) =>
  all.every((other) => other >= one || one % other !== 0),
);
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
const turned = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

/** SHA-256 in hexadecimal digits (FIPS 180-4). The browser's own stands only on pages that came over https, which a plant's network need not have. */
export function sha256(...pieces: readonly Uint8Array[]): string {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const bytes = new Uint8Array(Math.ceil((length + 9) / 64) * 64);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  bytes[length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setBigUint64(bytes.length - 8, BigInt(length) * 8n);
  const state = Int32Array.from(START);
  const words = new Int32Array(64);
  for (let from = 0; from < bytes.length; from += 64) takeIn(state, words, view, from);
  return [...state].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

/** One block of 64 bytes. */
function takeIn(state: Int32Array, words: Int32Array, view: DataView, from: number): void {
  for (let at = 0; at < 16; at += 1) words[at] = view.getInt32(from + at * 4);
  for (let at = 16; at < 64; at += 1) {
    const [before, last] = [words[at - 15] as number, words[at - 2] as number];
    const early = turned(before, 7) ^ turned(before, 18) ^ (before >>> 3);
    const late = turned(last, 17) ^ turned(last, 19) ^ (last >>> 10);
    words[at] = ((words[at - 16] as number) + early + (words[at - 7] as number) + late) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let at = 0; at < 64; at += 1) {
    const mixed = (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g));
    const one = (h + mixed + (ROUNDS[at] as number) + (words[at] as number)) | 0;
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, at) => {
    state[at] = ((state[at] as number) + word) | 0;
  });
}
