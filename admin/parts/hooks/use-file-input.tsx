import { type ChangeEvent, type ReactNode, useRef } from 'react';
import { IMPORT_ENDINGS } from '../../../server/domain/files/inbox.ts';

interface Given {
  label: string | undefined;
  disabled?: boolean;
  onChoose(file: File): void;
}

/** A hidden field that chooses a file of rows, and what opens it. */
export function useFileInput({ label, disabled = false, onChoose }: Given): { input: ReactNode; open: () => void } {
  const field = useRef<HTMLInputElement>(null);
  const pick = (event: ChangeEvent<HTMLInputElement>): void => {
    const file = event.target.files?.[0];
    // The same file may be chosen again after it was mended.
    event.target.value = '';
    if (file) onChoose(file);
  };
  return {
    input: (
      <input ref={field} type="file" hidden accept={IMPORT_ENDINGS.join(',')} disabled={disabled} onChange={pick} aria-label={label} />
    ),
    open: () => field.current?.click(),
  };
}
