import { SaxesParser } from 'saxes';
import { refused } from '../../domain/ground/errors.ts';
import { FILE_TEXTS as TEXTS } from '../../domain/texts/files/imports.ts';
import type { Zip } from './zip.ts';

/** What a part's reader wants to hear. Names come without their namespace prefix. */
export interface XmlHandler {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close?(name: string): void;
  text?(text: string): void;
  /** Asked now and then: true ends the part early. */
  done?(): boolean;
}

const local = (name: string): string => {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
};

/** Streams one XML part of a workbook through a handler. Throws a refusal for broken XML and for any DOCTYPE. */
export function readXml(zip: Zip, part: string, handler: XmlHandler): void {
  const parser = new SaxesParser({ xmlns: false as const, position: false });
  const refuse = (): never => {
    throw refused(TEXTS.damaged);
  };
  parser.on('error', refuse);
  parser.on('doctype', refuse);
  parser.on('opentag', ({ name, attributes }) => handler.open(local(name), attributes));
  parser.on('closetag', ({ name }) => handler.close?.(local(name)));
  if (handler.text) {
    parser.on('text', (text) => handler.text?.(text));
    parser.on('cdata', (text) => handler.text?.(text));
  }
  let decoder: TextDecoder | undefined;
  let whole = true;
  zip.stream(part, (piece) => {
    decoder ??= new TextDecoder(encodingOf(piece), { fatal: true });
    parser.write(decoded(decoder, piece));
    whole = handler.done?.() !== true;
    return whole;
  });
  if (!whole) return;
  parser.write(decoder ? decoded(decoder) : '');
  parser.close();
}

function decoded(decoder: TextDecoder, piece?: Uint8Array): string {
  try {
    return piece ? decoder.decode(piece, { stream: true }) : decoder.decode();
  } catch {
    throw refused(TEXTS.damaged);
  }
}

const encodingOf = (piece: Uint8Array): string =>
  piece[0] === 0xff && piece[1] === 0xfe ? 'utf-16le' : piece[0] === 0xfe && piece[1] === 0xff ? 'utf-16be' : 'utf-8';

/** An attribute by its local name, whatever its prefix. */
export const attribute = (attributes: Readonly<Record<string, string>>, name: string): string | undefined =>
  attributes[name] ?? Object.entries(attributes).find(([key]) => local(key) === name)?.[1];

/** Strings in a workbook may hold characters as `_xHHHH_`. */
export const decodeEscapes = (text: string): string =>
  text.includes('_x') ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))) : text;
