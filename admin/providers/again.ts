import { useEffect, useSyncExternalStore } from 'react';

/** Signing in again over a page that holds what is not saved, when its session ends. */

let held = 0;
let asked: { why: string; answer(goesOn: boolean): void } | undefined;
let answered: Promise<boolean> | undefined;
const listeners = new Set<() => void>();

function change(next: typeof asked): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** While something is not saved, the page is not left for the login page. */
export function useHeldPage(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    held += 1;
    return () => {
      held -= 1;
    };
  }, [isUnsaved]);
}

/** Asks for the password in place, once for all calls that were refused; false where nothing would be lost, or nobody wants to go on. */
export function signsInAgain(why: string): Promise<boolean> {
  if (answered) return answered;
  if (held === 0 || listeners.size === 0) return Promise.resolve(false);
  answered = new Promise((resolve) => {
    change({
      why,
      answer: (goesOn) => {
        answered = undefined;
        change(undefined);
        resolve(goesOn);
      },
    });
  });
  return answered;
}

const follow = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The question as it stands; undefined while nothing is asked. */
export const useSignInQuestion = (): typeof asked => useSyncExternalStore(follow, () => asked);
