/** The two ways through one's own steps. */
export type Way = 'undo' | 'redo';

/** The keys of each way, as they are written. */
export const KEYS: Record<Way, string> = { undo: 'Ctrl+Z', redo: 'Ctrl+Y' };

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** The way that a press of keys asks for: Ctrl+Z, Ctrl+Y or Ctrl+Shift+Z, with the command key of a Mac as well. */
export function wayOf({ key, ctrlKey, metaKey, shiftKey, altKey }: Pressed): Way | undefined {
  if (!(ctrlKey || metaKey) || altKey) return undefined;
  const letter = key.toLowerCase();
  if (letter === 'z') return shiftKey ? 'redo' : 'undo';
  return letter === 'y' && !shiftKey ? 'redo' : undefined;
}

/** Inputs in which nothing is typed. */
const PRESSED = ['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'range', 'color'];

/** Whether the keys belong to what has the focus: a field in which one types has a way back of its own. */
export function takesText(element: Element | null): boolean {
  if (!element) return false;
  if (element.tagName === 'INPUT') return !PRESSED.includes((element as HTMLInputElement).type);
  return element.tagName === 'TEXTAREA' || element.tagName === 'SELECT' || (element as HTMLElement).isContentEditable === true;
}
