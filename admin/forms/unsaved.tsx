import { createContext, type ReactNode, type RefObject, useContext, useEffect, useRef } from 'react';
import { useFormState } from 'react-hook-form';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx';
import { FORM } from '../texts/parts.ts';

const LeavingContext = createContext<RefObject<boolean>>({ current: false });

/** Remembers whether a form may be left without a question: its changes are saved, or its row is gone. */
export const LeavingProvider = ({ children }: { children: (leave: () => void) => ReactNode }) => {
  const leaving = useRef(false);
  const leave = () => {
    leaving.current = true;
  };
  return <LeavingContext value={leaving}>{children(leave)}</LeavingContext>;
};

/** The way to say so from inside. */
export const useLeave = (): (() => void) => {
  const leaving = useContext(LeavingContext);
  return () => {
    leaving.current = true;
  };
};

/** Asks before changes of the form around it are lost by going elsewhere. */
export const UnsavedGuard = () => {
  const { dirtyFields } = useFormState();
  const isDirty = Object.keys(dirtyFields).length > 0;
  const leaving = useContext(LeavingContext);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && !leaving.current && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!leaving.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty, leaving]);
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title={FORM.unsaved}
      confirm={FORM.leave}
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    />
  );
};
