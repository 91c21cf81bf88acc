import { type ComponentType, useEffect, useRef, useState } from 'react';
import type { QuickFieldProps } from './QuickField.tsx';
import { QuickInput } from './QuickInput.tsx';

/** Ctrl+K, on a Mac Cmd+K, puts the focus into the field, unless a dialog has it. */
function useShortcut(focus: () => void): void {
  const latest = useRef(focus);
  latest.current = focus;
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      if (![...document.querySelectorAll('[role="dialog"]')].some((dialog) => dialog.checkVisibility({ visibilityProperty: true })))
        latest.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

interface Loaded {
  Field: ComponentType<QuickFieldProps>;
  focused: boolean;
}

/** The quick field as it stands in the bar: Ctrl+K leads into it. What finds is loaded with its first use; what is typed until then is not lost. */
export const QuickPlace = () => {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [entered, setEntered] = useState(false);
  const [composing, setComposing] = useState(false);
  const [loaded, setLoaded] = useState<Loaded>();
  useShortcut(() => {
    input.current?.focus();
    input.current?.select();
  });
  const load = (): void => {
    import('./QuickField.tsx').then(
      ({ QuickField }) => setLoaded({ Field: QuickField, focused: document.activeElement === input.current }),
      // Offline: the next focus asks again.
      () => undefined,
    );
  };
  // Letters that are being composed stay in the input they were begun in.
  if (loaded && !composing) return <loaded.Field input={input} before={{ text, entered, focused: loaded.focused }} />;
  return (
    <QuickInput
      inputRef={input}
      value={text}
      onFocus={load}
      onChange={({ target }) => {
        setText(target.value);
        setEntered(false);
      }}
      onKeyDown={({ key, nativeEvent }) => {
        if (key === 'Enter' && !nativeEvent.isComposing) setEntered(text.trim() !== '');
      }}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => setComposing(false)}
      slotProps={{
        htmlInput: { role: 'combobox', 'aria-expanded': false, 'aria-autocomplete': 'list', autoComplete: 'off', spellCheck: false },
      }}
    />
  );
};
