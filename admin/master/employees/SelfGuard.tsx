import { useCallback, useRef, useState } from 'react';
import { Confirm, type UpdateParams, useRegisterMutationMiddleware } from 'react-admin';
import { codeKey } from '../../../server/domain/ground/fold.ts';
import { Unasked } from '../../forms/forms.tsx';
import { loseSession } from '../../providers/client.ts';
import { currentSession } from '../../providers/session.ts';
import { SELF_WORDS as WORDS } from '../../texts/master.ts';

/** Whether a save changes what the one who saves signs in with, or may do. */
function endsOwnSession({ id, data, previousData }: UpdateParams): boolean {
  if (Number(id) !== currentSession().user?.id) return false;
  const renamed = codeKey(String(data.employee_id)) !== codeKey(String(previousData?.employee_id));
  return renamed || data.permission !== previousData?.permission || Boolean(data.password);
}

type Save = (resource: string, params: UpdateParams) => Promise<unknown>;

/** Asks before one changes oneself so that one is signed out, and then says why one is. */
export const SelfGuard = () => {
  const [open, setOpen] = useState(false);
  const answer = useRef<(yes: boolean) => void>(undefined);
  const close = (yes: boolean) => {
    setOpen(false);
    answer.current?.(yes);
  };
  const guard = useCallback(async (resource: string, params: UpdateParams, next: Save) => {
    if (!endsOwnSession(params)) return next(resource, params);
    const yes = await new Promise<boolean>((resolve) => {
      answer.current = resolve;
      setOpen(true);
    });
    if (!yes) throw new Unasked();
    const saved = await next(resource, params);
    loseSession(WORDS.changed);
    return saved;
  }, []);
  useRegisterMutationMiddleware(guard);
  return (
    <Confirm
      isOpen={open}
      title={WORDS.changeTitle}
      content={WORDS.changeContent}
      confirm={WORDS.change}
      onConfirm={() => close(true)}
      onClose={() => close(false)}
    />
  );
};
