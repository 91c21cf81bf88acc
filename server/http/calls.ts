import type { RequestHandler, Response } from 'express';
import { requestIdOf } from './request-id.ts';
import { pathOf, stateOf } from './router/context.ts';

/** One call that has ended, as log and metrics tell of it. No query, no body, no token. */
export interface EndedCall {
  request: string;
  method: string;
  path: string;
  /** Undefined where the address is none of the contract. */
  operation: string | undefined;
  status: number;
  ms: number;
  user: string | undefined;
  /** The caller left before the answer was whole. */
  broken: boolean;
  /** A stream that stays open as long as its reader: its length says nothing. */
  stream: boolean;
}

const STREAM = 'text/event-stream';
const isStream = (response: Response): boolean => String(response.get('Content-Type') ?? '').startsWith(STREAM);

/** The calls under way: told when they end, and asked to end when the process stops. */
export interface Calls {
  watch: RequestHandler;
  /** How many are under way, streams apart. */
  open(): { calls: number; streams: number };
  /** Ends open streams and keeps no connection longer than its call. */
  stop(): void;
}

/** Watches calls; `ended` hears of each. */
export function watchCalls(ended: (call: EndedCall) => void): Calls {
  const under = new Set<Response>();
  let stopping = false;
  const watch: RequestHandler = (request, response, next) => {
    const began = performance.now();
    const path = pathOf(request);
    const { method } = request;
    under.add(response);
    if (stopping) response.set('Connection', 'close');
    response.once('close', () => {
      under.delete(response);
      const state = stateOf(request);
      ended({
        request: requestIdOf(response),
        method,
        path,
        operation: state?.operationId,
        status: response.statusCode,
        ms: Math.round(performance.now() - began),
        user: state?.user?.employee_id,
        broken: !response.writableFinished,
        stream: isStream(response),
      });
    });
    next();
  };
  return {
    watch,
    open: () => {
      const streams = [...under].filter(isStream).length;
      return { calls: under.size - streams, streams };
    },
    stop: () => {
      stopping = true;
      for (const response of under) {
        if (isStream(response)) response.end();
        else if (!response.headersSent) response.set('Connection', 'close');
      }
    },
  };
}
