import type { RequestHandler } from 'express';
import { HTTP } from '../domain/texts/program/http.ts';
import { httpError } from './errors.ts';

const page = (nonce: string): string => `<!doctype html>
<html lang="ja">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="/icon.svg" type="image/svg+xml" />
    <title>${HTTP.pageNotFoundTitle}</title>
    <style nonce="${nonce}">
      body { margin: 0; min-height: 100vh; display: grid; place-content: center; text-align: center; font-family: system-ui, sans-serif; }
      a { color: LinkText; }
    </style>
  </head>
  <body>
    <main>
      <h1>${HTTP.pageNotFoundTitle}</h1>
      <p>${HTTP.pageNotFound}</p>
      <p><a href="/">${HTTP.toFirstPage}</a></p>
    </main>
  </body>
</html>
`;

/** What nobody answered: a small page for whoever typed the address, the error of the API for programs. */
export const unknownAddress: RequestHandler = (request, response) => {
  const reads = request.method === 'GET' || request.method === 'HEAD';
  if (!reads || /^\/(api|assets)(\/|$)/.test(request.path) || request.accepts(['json', 'html']) !== 'html') {
    throw httpError(404, HTTP.notFound);
  }
  response
    .status(404)
    .set({ 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' })
    .end(page(String(response.locals.nonce ?? '')));
};
