import { type Handlers, streamed } from '../../contract/handlers.ts';
import type { EventHub } from './events.service.ts';

/** `no-transform` and the header of nginx keep proxies from holding events back. */
const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

/** What happens in the plant, as it happens. */
export function eventsHandlers(hub: EventHub): Handlers<'getEvents'> {
  return { getEvents: async ({ user }) => streamed(hub.open(user), HEADERS) };
}
