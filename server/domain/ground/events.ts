/**
 * What a screen may want to hear of at once: the name of an event on the wire. `progress`: how far a run is; `inputs`: something that plans are made from; `promise`: what is
 * held of promised days, or wanted to be; `scenario`: which there are, and how far one is planned.
 */
export const EVENT_KINDS = [
  'schedule',
  'marks',
  'run',
  'progress',
  'export',
  'night',
  'inputs',
  'promise',
  'scenario',
  'proposals',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** An event says what has changed, never how: whoever hears it asks for what it shows. */
export interface PlantEvent {
  kind: EventKind;
  /** The plan whose bars look otherwise, or that was published, by its id; absent: any. */
  plan?: number;
  /** The bars that look otherwise now; null: more than can be named. */
  entries?: readonly number[] | null;
  /** Their orders; null: more than can be named. */
  orders?: readonly number[] | null;
  /** Facilities whose work of today looks otherwise; null: any. */
  facilities?: readonly number[] | null;
  /** Who did it, by name; absent where no person did. */
  by?: string;
  /** Of a run, an export, a night: the job and where it stands. */
  job?: number;
  status?: string;
  /** Of a run: its share of the whole, and what it is doing. */
  progress?: number;
  phase?: string;
}

/** The first word of a stream, and its word whenever something may have been missed. */
export interface StreamReady {
  /** How long its server has heard nothing. */
  quiet_ms: number;
}

/** More ids than these are not named: a notification holds 8,000 bytes. */
const MOST_NAMED = 250;

const named = (ids: readonly number[] | null | undefined): readonly number[] | null | undefined =>
  ids && ids.length > MOST_NAMED ? null : ids;

/** The event as it is sent; longer lists than a notification holds become null. */
export const compactEvent = (event: PlantEvent): PlantEvent => ({
  ...event,
  ...('entries' in event ? { entries: named(event.entries) ?? null } : {}),
  ...('orders' in event ? { orders: named(event.orders) ?? null } : {}),
  ...('facilities' in event ? { facilities: named(event.facilities) ?? null } : {}),
});
