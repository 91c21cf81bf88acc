import { useSyncExternalStore } from 'react';

const KEY = 'production-planner.terminal.worker';
const listeners = new Set<() => void>();

/** Who works at this device, as was tapped last; empty where nobody said. */
export const currentWorker = (): string => localStorage.getItem(KEY) ?? '';

/** Says who works at this device from now on. */
export function chooseWorker(name: string): void {
  localStorage.setItem(KEY, name);
  for (const listener of listeners) listener();
}

/** Who works at this device, live. */
export const useWorker = (): string =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentWorker);
