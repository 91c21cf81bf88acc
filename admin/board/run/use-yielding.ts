import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useWidth } from '../../parts/hooks/use-width.ts';

/**
 * How far a line gives way so that it is one line: step by step until it fits, `most` at last. It begins anew with another width, and with other words
 * (`said`). All of that is over before anything is seen.
 */
export function useYielding(most: number, said: string): [RefObject<HTMLDivElement | null>, number] {
  const [line] = useWidth<HTMLDivElement>();
  const tried = useRef({ said, width: 0 });
  const [step, setStep] = useState(0);
  useLayoutEffect(() => {
    const { clientWidth: width, scrollWidth } = line.current ?? { clientWidth: 0, scrollWidth: 0 };
    const isNew = tried.current.said !== said || tried.current.width !== width;
    tried.current = { said, width };
    if (isNew && step > 0) setStep(0);
    else if (scrollWidth > width && step < most) setStep(step + 1);
  });
  return [line, step];
}
