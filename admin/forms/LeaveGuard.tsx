import { useCallback, useEffect } from 'react';
import { Confirm, useRegisterMutationMiddleware } from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';
import { type Blocker, useBlocker } from 'react-router';
import { useHeldPage } from '../providers/session.ts';
import { FORM } from '../texts/parts.ts';

/** Holds back every way out of a page whose changes are not saved; goes on by itself once they are. */
export function useLeaveBlocker(isDirty: boolean): Blocker {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname);
  const { state, proceed } = blocker;
  useHeldPage(isDirty);
  useEffect(() => {
    if (state === 'blocked' && !isDirty) proceed?.();
  }, [state, isDirty, proceed]);
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);
  return blocker;
}

interface LeaveQuestionProps {
  open: boolean;
  onLeave(): void;
  onStay(): void;
  words?: Record<'unsaved' | 'leaveNow' | 'leave' | 'stay', string>;
}

/** Asks before unsaved changes are lost. */
export const LeaveQuestion = ({ open, onLeave, onStay, words = FORM }: LeaveQuestionProps) => (
  <Confirm
    isOpen={open}
    title={words.unsaved}
    content={words.leaveNow}
    cancel={words.stay}
    confirm={words.leave}
    onConfirm={onLeave}
    onClose={onStay}
  />
);

/** The question of a form, in place of react-admin's `window.confirm`, whose words and buttons are the browser's. */
export const LeaveGuard = () => {
  const { reset, getValues } = useFormContext();
  const isDirty = Object.keys(useFormState().dirtyFields).length > 0;
  const blocker = useLeaveBlocker(isDirty);
  // A row that is saved has no unsaved changes, already while its success leads elsewhere.
  useRegisterMutationMiddleware(
    useCallback(
      async (resource: string, params: object, next: (resource: string, params: object) => Promise<unknown>) => {
        const saved = await next(resource, params);
        reset(getValues(), { keepValues: true });
        return saved;
      },
      [reset, getValues],
    ),
  );
  return (
    <LeaveQuestion open={blocker.state === 'blocked' && isDirty} onLeave={() => blocker.proceed?.()} onStay={() => blocker.reset?.()} />
  );
};
