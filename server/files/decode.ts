import { analyse } from 'chardet';
import { firstIndex } from '../domain/ground/bisect.ts';

export interface Decoded {
  text: string;
  encoding: Encoding;
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'cp932' | 'euc-jp' | 'iso-2022-jp';

/** Letters in which the header, and the encoding, are looked for. */
export const HEAD_LETTERS = 65_536;
const ESCAPE = 0x1b;
/** `shift_jis` is CP932 here, as Japanese Excel writes it (①㈱髙﨑 included). */
const DECODERS: Readonly<Record<Encoding, string>> = {
  'utf-8': 'utf-8',
  cp932: 'shift_jis',
  'euc-jp': 'euc-jp',
  'iso-2022-jp': 'iso-2022-jp',
  'utf-16le': 'utf-16le',
  'utf-16be': 'utf-16be',
};

/** The encodings that a file may be in, the likeliest first: the one of its byte-order mark, else all that its bytes leave. */
export function encodingsOf(bytes: Uint8Array): Encoding[] {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return ['utf-16le'];
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return ['utf-16be'];
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return ['utf-8'];
  if (bytes.includes(0)) return ['utf-16le', 'utf-16be'];
  // Text in ISO-2022-JP is plain ASCII with escapes: valid UTF-8, and not what was meant.
  return [...(bytes.includes(ESCAPE) ? (['iso-2022-jp'] as const) : []), 'utf-8', ...byLetters(bytes)];
}

/** What is valid in both is told apart by how often its letters are used; little text is CP932, which chardet takes for European then. */
function byLetters(bytes: Uint8Array): ('cp932' | 'euc-jp')[] {
  const [likeliest] = analyse(bytes.subarray(0, HEAD_LETTERS)).filter(({ name }) => name === 'Shift_JIS' || name === 'EUC-JP');
  return likeliest?.name === 'EUC-JP' ? ['euc-jp', 'cp932'] : ['cp932', 'euc-jp'];
}

/** The text of bytes, the same in a browser and in Node, whose decoders (ICU's) differ in signs no letter has; undefined where they are not of this encoding. */
export function decode(encoding: Encoding, bytes: Uint8Array, options: { stream?: boolean } = {}): string | undefined {
  try {
    const text = new TextDecoder(DECODERS[encoding], { fatal: true }).decode(bytes, options);
    if (encoding === 'cp932') return text.includes(NOT_OF_CP932) ? undefined : turnedBack(text);
    return REFUSED[encoding]?.(bytes) ? undefined : text;
  } catch {
    return undefined;
  }
}

/** The byte 0x80, which browsers take for a control character and Node refuses. */
const NOT_OF_CP932 = '\u0080';
const TURNED = ['\u001a', '\u001c', '\u007f'];
/** ICU's CP932 is IBM's, which turns three control characters in a circle, the end mark of DOS among them: what each was in the file. */
const MEANT: ReadonlyMap<string, string> = new Map(
  TURNED.map((meant) => [new TextDecoder(DECODERS.cp932).decode(new Uint8Array([meant.charCodeAt(0)])), meant]),
);
const ANY_TURNED = TURNED.some((sign) => MEANT.get(sign) !== sign) ? new RegExp(`[${TURNED.join('')}]`, 'g') : undefined;
const turnedBack = (text: string): string => (ANY_TURNED ? text.replace(ANY_TURNED, (sign) => MEANT.get(sign) ?? sign) : text);

/** What Node takes and browsers do not: signs of other vendors, and a line that ends among half-width kana. */
const REFUSED: Partial<Record<Encoding, (bytes: Uint8Array) => boolean>> = {
  'euc-jp': (bytes) =>
    bytes.some((byte, at) => {
      if (byte < 0x80 || byte > 0x9f) return false;
      const next = bytes[at + 1] ?? 0;
      return byte === 0x8e ? next >= 0xe0 : byte === 0x8f ? next === 0xf3 : true;
    }),
  'iso-2022-jp': (bytes) =>
    new TextDecoder('latin1')
      .decode(bytes)
      .split('\u001b')
      .some((part) => /^\(I.*[\r\n]/.test(part)),
};

/** The first byte (from 1) up to which the bytes do not decode; by halving, as a decoder does not say. */
const badByte = (encoding: Encoding, bytes: Uint8Array): number =>
  firstIndex(bytes.length - 1, (index) => decode(encoding, bytes.subarray(0, index + 1), { stream: true }) === undefined) + 1;

/** Where the decoding stops that gets furthest: it is the one that was meant. */
export const badPlace = (bytes: Uint8Array, encodings: readonly Encoding[]): number =>
  Math.max(...encodings.filter((one) => one !== 'euc-jp' && one !== 'iso-2022-jp').map((one) => badByte(one, bytes)));
