import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import { isAdminPath } from '../domain/ground/screens.ts';
import { cookieOf, XSRF_COOKIE } from './session.ts';

const NONCE_WORD = '__CSP_NONCE__';
const YEAR_SECONDS = 31_536_000;
const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  woff2: 'font/woff2',
  webmanifest: 'application/manifest+json',
};
const COMPRESSIBLE = /^(text|application)\/|svg/;
const [zip, brotli] = [promisify(gzip), promisify(brotliCompress)];

/** How a file is packed, for browsers that take it so; the best first. Brotli at its best takes ten times as long for a twentieth. */
const PACKINGS = {
  br: (bytes: Buffer): Promise<Buffer> => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes: Buffer): Promise<Buffer> => zip(bytes, { level: 9 }),
};
type Packing = keyof typeof PACKINGS;

/** The nonce of this answer: emotion's style elements carry it. */
const nonceOf = (response: { locals?: Record<string, unknown> }): string => String(response.locals?.nonce ?? '');

/** What helmet says on every answer, asked once: its dozen handlers cost a busy call a tenth of its time. */
function fixedHeaders(): [string, string][] {
  const headers: [string, string][] = [];
  const answer = {
    locals: { nonce: NONCE_WORD },
    setHeader: (name: string, value: string) => headers.push([name, value]),
    removeHeader: () => undefined,
  };
  const say = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", (_request, response) => `'nonce-${nonceOf(response as unknown as Response)}'`],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        workerSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        upgradeInsecureRequests: null,
      },
    },
    strictTransportSecurity: false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
  });
  say({} as Request, answer as unknown as Response, (error?: unknown) => {
    if (error) throw error;
  });
  return headers;
}

/** Security headers on every answer. No HSTS and no upgrade: inside a plant the tool is often served over plain http. */
export function securityHeaders(): RequestHandler[] {
  const nonce: RequestHandler = (_request, response, next) => {
    response.locals.nonce = randomUUID();
    next();
  };
  const fixed = fixedHeaders();
  const headers: RequestHandler = (_request, response, next) => {
    const own = nonceOf(response);
    for (const [name, value] of fixed) response.setHeader(name, value.replace(NONCE_WORD, own));
    next();
  };
  return [nonce, headers];
}

/** API answers are nobody's to keep. */
export const apiHeaders: RequestHandler = (_request, response, next) => {
  response.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
  next();
};

/** One file of the built admin, in memory with the packed forms that were asked for. */
interface Asset {
  type: string;
  bytes: Buffer;
  packed: Map<Packing, Promise<Buffer>>;
}

/** The packed forms of the files that their names tell from any others, by their place: packed once a process, however many servers it has. */
const packedForms = new Map<string, Asset['packed']>();

/** Smaller files are no smaller packed. */
const LEAST_PACKED = 256;

/** Whether a file is named by what it holds. */
const isImmutable = (path: string): boolean => path.startsWith('/assets/');

function assetsOf(dir: string): Map<string, Asset> {
  const assets = new Map<string, Asset>();
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const type = TYPES[entry.name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    const bytes = readFileSync(file);
    const path = `/${relative(dir, file).split(sep).join('/')}`;
    const forms: Asset['packed'] = (isImmutable(path) && packedForms.get(file)) || new Map();
    if (isImmutable(path)) packedForms.set(file, forms);
    assets.set(path, { type, bytes, packed: forms });
  }
  return assets;
}

/** The file packed, once for all who ask. */
function packed({ bytes, packed: known }: Asset, packing: Packing): Promise<Buffer> {
  const made = known.get(packing) ?? PACKINGS[packing](bytes);
  known.set(packing, made);
  return made;
}

async function sendAsset(request: Request, response: Response, path: string, asset: Asset): Promise<void> {
  response.set({
    'Content-Type': asset.type,
    'Cache-Control': isImmutable(path) ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
    Vary: 'Accept-Encoding',
  });
  const packs = COMPRESSIBLE.test(asset.type) && asset.bytes.length > LEAST_PACKED;
  // Ours to choose: browsers name them in the order in which they were invented.
  const packing = packs ? (Object.keys(PACKINGS) as Packing[]).find((one) => request.acceptsEncodings(one)) : undefined;
  if (packing) {
    response.set('Content-Encoding', packing).end(await packed(asset, packing));
    return;
  }
  response.end(asset.bytes);
}

/** Gives a browser its anti-forgery cookie, once: tabs that are open go on using it. */
export function giveCookie(request: Request, response: Response): void {
  if (cookieOf(request, XSRF_COOKIE) !== undefined) return;
  const secure = request.secure ? '; Secure' : '';
  response.append(
    'Set-Cookie',
    `${XSRF_COOKIE}=${randomBytes(24).toString('base64url')}; Path=/; SameSite=Strict; Max-Age=${YEAR_SECONDS}${secure}`,
  );
}

/**
 * Serves the built admin from memory: hashed assets for ever, the addresses of its screens the page itself with a fresh nonce (the admin
 * routes in the browser). Everything else, and without a build all, it passes on.
 */
export function builtAdmin(dir: string | undefined): RequestHandler {
  if (!dir || !existsSync(join(dir, 'index.html'))) return (_request, _response, next) => next();
  const assets = assetsOf(dir);
  const page = assets.get('/index.html')?.bytes.toString('utf8') ?? '';
  return async (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    const asset = request.path === '/index.html' ? undefined : assets.get(request.path);
    if (asset) return sendAsset(request, response, request.path, asset);
    if (!isAdminPath(request.path)) return next();
    giveCookie(request, response);
    response.set({ 'Content-Type': TYPES.html as string, 'Cache-Control': 'no-store' });
    response.end(page.replaceAll(NONCE_WORD, nonceOf(response)));
  };
}
