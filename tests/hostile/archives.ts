import { zipSync } from 'fflate';
import { FILE_TEXTS as TEXTS } from '../../server/domain/texts/files/imports.ts';
import { joined, utf8 } from '../hazards/parts.ts';
import { bookWith, FIELD, type HostileFile, parts, SHEET, tampered } from './parts.ts';

const MB = 1024 * 1024;
const plain = (): Uint8Array => zipSync(parts());
const stored = (): Uint8Array => zipSync(parts(), { level: 0 });
/** Of the parts in the order in which they lie: the sheet is the last of seven. */
const SHEET_AT = 6;

/** Archives whose directory lies, that unpack to too much, or that are no workbook. */
export function hostileArchives(): HostileFile[] {
  const refused = (what: string, said: string, make: () => Uint8Array, more: { large?: true } = {}): HostileFile => ({
    what,
    said,
    rows: 0,
    make,
    ...more,
  });
  const taken = (what: string, make: () => Uint8Array): HostileFile => ({ what, said: null, rows: 1, make });
  const damaged = (what: string, make: () => Uint8Array): HostileFile => refused(what, TEXTS.damaged, make);
  const other = (what: string, make: () => Uint8Array): HostileFile => refused(what, TEXTS.notWorkbook, make);
  /** The directory says this of the sheet. */
  const entry = (field: keyof typeof FIELD, value: number) => () =>
    tampered(plain(), (view, { at }) => view.setUint32(at(SHEET_AT) + FIELD[field], value, true));
  return [
    refused('a bomb: a sheet of zeros', TEXTS.tooMuchContent, () => bookWith({ [SHEET]: new Uint8Array(3 * MB) })),
    refused('a bomb: a sheet of blanks', TEXTS.tooMuchContent, () => bookWith({ [SHEET]: `<worksheet>${' '.repeat(3 * MB)}</worksheet>` })),
    refused('a bomb: shared strings', TEXTS.tooMuchContent, () =>
      bookWith({ 'xl/sharedStrings.xml': `<sst><si><t>${'a'.repeat(3 * MB)}</t></si></sst>` }),
    ),
    refused('a bomb in a part that nobody reads', TEXTS.tooMuchContent, () => bookWith({ 'xl/media/image1.png': new Uint8Array(5 * MB) })),
    refused(
      'a bomb of 250 parts below the ratio',
      TEXTS.tooMuchContent,
      () => bookWith(Object.fromEntries(Array.from({ length: 257 }, (_, n) => [`xl/media/${n}`, new Uint8Array(MB)]))),
      { large: true },
    ),
    refused('a part that claims 300 MB', TEXTS.tooMuchContent, entry('unpacked', 300 * MB)),
    damaged('marks of ZIP64 without its sizes', entry('unpacked', 0xffffffff)),
    damaged('a part that claims ten bytes', entry('unpacked', 10)),
    damaged('a part that claims one byte more', () =>
      tampered(plain(), (view, { at }) => {
        const field = at(SHEET_AT) + FIELD.unpacked;
        view.setUint32(field, view.getUint32(field, true) + 1, true);
      }),
    ),
    damaged('a part that claims to be packed in more than there is', entry('packed', 10_000_000)),
    damaged('a part packed in none', entry('packed', 0)),
    damaged('a wrong checksum', entry('crc', 1)),
    damaged('entries that overlap', () => tampered(stored(), (view, { at }) => view.setUint32(at(1) + FIELD.offset, 0, true))),
    damaged('an entry inside the directory', () =>
      tampered(plain(), (view, { at, directory }) => view.setUint32(at(SHEET_AT) + FIELD.offset, directory, true)),
    ),
    damaged('an entry beyond the file', entry('offset', 0xfffffff0)),
    damaged('two entries of one name', () => {
      const twice = zipSync({ ...parts(), 'xl/worksheets/sheet2.xml': utf8('<worksheet/>') });
      return tampered(twice, (view, { at }) => view.setUint8(at(SHEET_AT + 1) + 46 + SHEET.indexOf('1'), '1'.charCodeAt(0)));
    }),
    refused('1,001 entries', TEXTS.tooMuchContent, () =>
      bookWith(Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`p${n}`, new Uint8Array(1)]))),
    ),
    damaged('more entries than there are', () => tampered(plain(), (view, { end }) => view.setUint16(end + 10, 99, true))),
    other('no entries by its word', () => tampered(plain(), (view, { end }) => view.setUint16(end + 10, 0, true))),
    damaged('a directory beyond the file', () => tampered(plain(), (view, { end }) => view.setUint32(end + 16, 0xffffff00, true))),
    damaged('a comment that is longer than the rest', () => tampered(plain(), (view, { end }) => view.setUint16(end + 20, 500, true))),
    refused('a part with a password', TEXTS.encrypted, () =>
      tampered(plain(), (view, { at }) => view.setUint16(at(SHEET_AT) + FIELD.flags, 1, true)),
    ),
    damaged('a method of packing that nobody uses', () =>
      tampered(plain(), (view, { at }) => view.setUint16(at(SHEET_AT) + FIELD.method, 12, true)),
    ),
    damaged('stored bytes called deflated', () =>
      tampered(stored(), (view, { at }) => view.setUint16(at(SHEET_AT) + FIELD.method, 8, true)),
    ),
    damaged('bytes behind the end', () => joined(plain(), utf8('more'))),
    other('bytes before the beginning', () => utf8('MZ\u0000\u0000PK\u0003\u0004\u0014\u0000')),
    other('an empty archive', () => zipSync({})),
    other('a workbook in an archive', () => zipSync({ 'orders.xlsx': plain() })),
    other('a text document', () => zipSync({ '[Content_Types].xml': utf8('<Types/>'), 'word/document.xml': utf8('<document/>') })),
    other('an OpenDocument table', () =>
      zipSync({ mimetype: utf8('application/vnd.oasis.opendocument.spreadsheet'), 'content.xml': utf8('<office/>') }),
    ),
    other('a program', () => joined(utf8('MZ'), new Uint8Array(200))),
    other('a PDF', () => utf8('%PDF-1.7\n')),
    other('a picture', () => new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
    other('a gzip', () => new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0])),
    taken('a part that is named out of the archive', () => bookWith({ '../../../etc/passwd': 'x', '/etc/passwd': 'x', 'C:\\x': 'x' })),
    taken('a part named __proto__', () => bookWith({ constructor: 'x', 'xl/__proto__': 'x' })),
    taken('macros', () => bookWith({ 'xl/vbaProject.bin': new Uint8Array(2_000) })),
  ];
}
