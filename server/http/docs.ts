import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type RequestHandler, Router } from 'express';
import { giveCookie } from './browser.ts';
import type { ContractDocument } from './router/document.ts';

const FILES = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
} as const;

const page = (title: string): string => `<!doctype html>
<html lang="ja">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="icon" href="/icon.svg" type="image/svg+xml" />
    <title>${title}</title>
    <link rel="stylesheet" href="/api/docs/swagger-ui.css" />
  </head>
  <body>
    <div id="docs"></div>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;
/** Calls made from the page show the anti-forgery cookie, as the admin's do. */
const START = `window.SwaggerUIBundle({
  url: '/api/docs/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  showExtensions: true,
  requestInterceptor(request) {
    const cookie = document.cookie.split('; ').find((pair) => pair.startsWith('XSRF-TOKEN='));
    if (cookie) request.headers['X-XSRF-TOKEN'] = decodeURIComponent(cookie.slice(11));
    return request;
  },
});
`;

/** The interactive documentation of the contract, made of swagger-ui's own files and a start script of ours (no inline script). */
export function docsPage(document: ContractDocument): RequestHandler {
  const dir = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const router = Router({ strict: false });
  const title = String((document.info as { title?: string } | undefined)?.title ?? '');
  const json = JSON.stringify(document);
  router.get('/', (request, response) => {
    giveCookie(request, response);
    response.type('html').send(page(title));
  });
  router.get('/start.js', (_request, response) => void response.type('js').send(START));
  router.get('/openapi.json', (_request, response) => void response.type('json').send(json));
  for (const [name, type] of Object.entries(FILES)) {
    let bytes: Buffer | undefined;
    router.get(`/${name}`, (_request, response) => {
      bytes ??= readFileSync(join(dir, name));
      response.set('Content-Type', type).send(bytes);
    });
  }
  return router;
}
