import { basename, dirname, extname, join } from 'node:path';

/** Names of files within what a file system takes. Nothing here touches one. */

/** Bytes of a name that every usual file system takes. */
const LONGEST = 255;
const MESSAGE = '.txt';
/** Characters at the end of a shortened name, among them what makes it differ from its neighbours: the number and the extension. */
const TAIL = 24;
/** An extension that is longer is none. */
const EXTENSION = 16;

const bytesOf = (text: string): number => Buffer.byteLength(text);

/** The beginning of a text that takes no more than so many bytes; no character is cut in two. */
function headOf(text: string, bytes: number): string {
  let [head, left] = ['', bytes];
  for (const character of text) {
    left -= bytesOf(character);
    if (left < 0) break;
    head += character;
  }
  return head;
}

/** A name in no more than so many bytes: its middle goes. */
function shortened(name: string, bytes: number): string {
  if (bytesOf(name) <= bytes) return name;
  const tail = `…${[...name].slice(-TAIL).join('')}`;
  return headOf(name, bytes - bytesOf(tail)) + tail;
}

/** The message file beside a file. */
export const messageFileOf = (path: string): string => join(dirname(path), shortened(basename(path), LONGEST - bytesOf(MESSAGE)) + MESSAGE);

/** The path with a number: `orders (2).xlsx`. */
export function numbered(path: string, number: number): string {
  const found = extname(path);
  const extension = found.length > EXTENSION ? '' : found;
  const end = ` (${number})${extension}`;
  return join(dirname(path), headOf(basename(path, extension), LONGEST - bytesOf(end)) + end);
}

/** A name that is not UTF-8 as it can be read: its bytes beyond ASCII as escapes. */
export const escapedName = (name: Uint8Array): string =>
  [...name].map((byte) => (byte < 0x20 || byte > 0x7e ? `\\x${byte.toString(16).padStart(2, '0')}` : String.fromCharCode(byte))).join('');
