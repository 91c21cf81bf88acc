import { useEffect, useState } from 'react';

/** A pause in typing after which is asked. */
const PAUSE_MS = 120;

/** The text as it was when typing paused. */
export function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
