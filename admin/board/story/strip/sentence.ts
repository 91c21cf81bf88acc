import { othersText } from '../../../texts/board/story.ts';
import type { Message } from './use-messages.ts';

/** A piece of a message's sentence: plain words, a named order, perhaps with its lot, or the count of the others. */
type Piece = { text: string /** Where it begins. */; at: number } & (
  | { kind: 'words' }
  | { kind: 'order'; order: Message['orders'][number]; lot?: string }
  | { kind: 'others' }
);

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** Letters of serial and lot numbers; a name followed by one of them is another name. */
const WITHIN = '[0-9A-Za-z_/-]';

/** Cuts the sentence into pieces. Only the message's own orders are taken for names. */
export function piecesOf({ message, orders }: Pick<Message, 'message' | 'orders'>): Piece[] {
  const bySerial = new Map(orders.map((order) => [order.serial_number, order]));
  const named = [...bySerial.keys()].filter((serial) => message.includes(serial)).sort((a, b) => b.length - a.length);
  const others = othersText(orders.length - named.length);
  const counted = orders.length > named.length && message.includes(others);
  if (named.length === 0 && !counted) return [{ kind: 'words', at: 0, text: message }];
  const name = named.length > 0 ? `(?<!${WITHIN})(${named.map(escaped).join('|')})(?:-([0-9A-Za-z]+))?(?!${WITHIN})` : '(?!)()()';
  const pattern = new RegExp(counted ? `${name}|${escaped(others)}` : name, 'g');
  const pieces: Piece[] = [];
  let from = 0;
  for (const found of message.matchAll(pattern)) {
    if (found.index > from) pieces.push({ kind: 'words', at: from, text: message.slice(from, found.index) });
    const order = bySerial.get(found[1] ?? '');
    const lot = found[2] === undefined ? {} : { lot: found[2] };
    pieces.push({ at: found.index, text: found[0], ...(order ? { kind: 'order', order, ...lot } : { kind: 'others' }) });
    from = found.index + found[0].length;
  }
  if (from < message.length) pieces.push({ kind: 'words', at: from, text: message.slice(from) });
  return pieces;
}
