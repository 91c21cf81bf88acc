/** What a reader takes for one character, whatever it is made of: 𠮷, 葛󠄀 with its variant, a kana with its mark. */
const CHARACTERS = new Intl.Segmenter('ja', { granularity: 'grapheme' });
/** Units before a cut that are looked at: no character is longer. */
const LONGEST = 64;

/** The places between the characters around `at`, from the first on. */
function bordersAround(text: string, at: number): number[] {
  const from = Math.max(0, at - LONGEST);
  return [...CHARACTERS.segment(text.slice(from, at + LONGEST))].map(({ index }) => from + index);
}

/** The beginning of a text in no more than so many units of UTF-16, as limits count them. No character is cut in two. */
export const beginningOf = (text: string, most: number): string =>
  text.length <= most ? text : text.slice(0, bordersAround(text, most).findLast((border) => border <= most) ?? 0);

/** The end of a text in no more than so many units of UTF-16. No character is cut in two. */
export const endOf = (text: string, most: number): string =>
  text.length <= most
    ? text
    : text.slice(bordersAround(text, text.length - most).find((border) => border >= text.length - most) ?? text.length);
