import { registerSW } from 'virtual:pwa-register';
import { keptTaps } from '../today/taps.ts';

const LOOK_MS = 60_000;
const LOOK_FOR_NEW_MS = 30 * 60_000;
/** Nobody has touched the tablet for so long: between two shifts, not in the middle of a tap. */
const QUIET_MS = 10 * 60_000;

/**
 * Keeps the page on the device, so that a reload or a restart without network shows it. A new version is fetched beside it and takes over when nobody has
 * touched the tablet for a while and no record waits to be sent. Where the browser allows none (plain http), the page works as long as it is open.
 */
export function keepFresh(): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  let touched = Date.now();
  let ready = false;
  const touch = (): void => {
    touched = Date.now();
  };
  const update = registerSW({
    onNeedRefresh: () => {
      ready = true;
    },
    onRegisteredSW: (_, registration) => {
      if (registration) window.setInterval(() => void registration.update().catch(() => undefined), LOOK_FOR_NEW_MS);
    },
  });
  const timer = window.setInterval(() => {
    if (!ready || Date.now() - touched <= QUIET_MS || keptTaps() > 0) return;
    // No worker stands over the first page of a device: the new one is at work already, and nothing of it is told.
    if (navigator.serviceWorker.controller) void update(true);
    else window.location.reload();
  }, LOOK_MS);
  window.addEventListener('pointerdown', touch);
  return () => {
    window.clearInterval(timer);
    window.removeEventListener('pointerdown', touch);
  };
}
