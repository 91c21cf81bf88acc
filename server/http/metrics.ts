import { timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { unauthorized } from '../domain/ground/errors.ts';
import { HTTP } from '../domain/texts/program/http.ts';
import type { EndedCall } from './calls.ts';
import { httpError } from './errors.ts';

/** Where calls spend their time: a page of a list takes milliseconds, an import up to a minute. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];
const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
/** Calls that came through a proxy on this machine are not this machine's. */
const PROXY_HEADERS = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];

/** One figure that is read when someone asks. */
export interface Reading {
  name: string;
  labels?: Record<string, string>;
  value: number;
}
/** What the readings are called and mean: name → sentence. */
export type ReadingNames = Readonly<Record<string, string>>;

export interface MetricsOptions {
  version: string;
  role: string;
  /** Callers from elsewhere must bear it; without one only this machine may ask. */
  token: string | undefined;
  names: ReadingNames;
  /** Figures of database, pool and jobs. What throws leaves them out. */
  read(): Promise<Reading[]>;
}

/** The figures of one process. */
export interface Metrics {
  count(call: EndedCall): void;
  /** An error of the program. */
  defect(operation: string | undefined): void;
  /** Memory, processor and event loop of the process itself. */
  watchProcess(): void;
  /** GET /metrics. */
  answer: RequestHandler;
}

const same = (left: string, right: string): boolean => {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
};

const fromHere = (request: Request): boolean =>
  LOOPBACK.test(request.socket.remoteAddress ?? '') && PROXY_HEADERS.every((name) => request.headers[name] === undefined);

/** Who may see: this machine itself, or whoever bears the token. To others there is nothing here. */
function checkCaller(request: Request, token: string | undefined): void {
  if (fromHere(request)) return;
  if (token === undefined) throw httpError(404, HTTP.notFound);
  const given = /^Bearer +(\S+) *$/i.exec(request.get('authorization') ?? '')?.[1];
  if (given === undefined || !same(given, token)) throw unauthorized(HTTP.signInNeeded);
}

/** The figures of this process for Prometheus. */
export function createMetrics(options: MetricsOptions): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const calls = new Counter({
    name: 'planner_http_requests_total',
    help: 'Calls that have ended, by operation of the contract and status.',
    labelNames: ['operation', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'planner_http_request_seconds',
    help: 'How long calls took, streams apart.',
    labelNames: ['operation'],
    buckets: SECONDS,
    registers,
  });
  const defects = new Counter({
    name: 'planner_defects_total',
    help: 'Errors of the program, by operation of the contract; the log has a line of each.',
    labelNames: ['operation'],
    registers,
  });
  defects.labels('none').inc(0);
  new Gauge({ name: 'planner_build_info', help: 'Version and role, always 1.', labelNames: ['version', 'role', 'node'], registers })
    .labels(options.version, options.role, process.version)
    .set(1);
  const gauges = new Map<string, Gauge>();
  const show = async (): Promise<void> => {
    for (const gauge of gauges.values()) gauge.reset();
    for (const { name, labels = {}, value } of await options.read()) {
      const known = gauges.get(name);
      const gauge = known ?? new Gauge({ name, help: options.names[name] ?? name, labelNames: Object.keys(labels), registers });
      gauges.set(name, gauge);
      gauge.set(labels, value);
    }
  };
  return {
    count: ({ operation = 'none', status, ms, stream }) => {
      calls.labels(operation, String(status)).inc();
      if (!stream) durations.labels(operation).observe(ms / 1000);
    },
    defect: (operation = 'none') => defects.labels(operation).inc(),
    watchProcess: () => collectDefaultMetrics({ register: registry, prefix: '', eventLoopMonitoringPrecision: 10 }),
    answer: async (request, response) => {
      checkCaller(request, options.token);
      await show();
      response.set({ 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' }).end(await registry.metrics());
    },
  };
}
