import { SAID_BY_SIGN } from '../texts/abbreviations.ts';

/** Characters of a task's short form, on a bar with no room for its name. */
const ABBREVIATION_LENGTH = 2;

const isKanji = (character: string): boolean => /\p{Script=Han}/u.test(character);
/** Four kanji are two words of two, as a rule: each gives its first. */
const TWO_WORDS = 4;

/**
 * Two characters that stand for a task where nobody chose them: of a name of four kanji the first of both words, else its first two kanji,
 * else its first two characters.
 */
export function abbreviationOf(name: string): string {
  const prefix = SAID_BY_SIGN.find((word) => name.startsWith(word) && name.length > word.length + 1);
  const characters = [...name.slice(prefix?.length ?? 0).normalize('NFKC')].filter((character) => character.trim() !== '');
  const kanji = characters.filter(isKanji);
  if (kanji.length === TWO_WORDS && characters.length === TWO_WORDS) return `${kanji[0]}${kanji[2]}`;
  return (kanji.length >= ABBREVIATION_LENGTH ? kanji : characters).slice(0, ABBREVIATION_LENGTH).join('');
}

/** The two characters that stand for a task: the ones chosen, else those of its name. */
export const shortForm = ({ abbreviation, task_name }: { abbreviation: string; task_name: string }): string =>
  abbreviation || abbreviationOf(task_name);
