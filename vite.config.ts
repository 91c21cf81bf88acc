import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

/** Where `npm run dev` finds the API while the admin is served by Vite. */
const API = 'http://127.0.0.1:3000';

const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** What stands in where an admin gives none (English messages and their filling, an exporter), or is never asked (English plurals, keys of menus). */
const UNUSED = ['ra-language-english', 'ra-i18n-polyglot', 'jsonexport/dist/index.js', 'inflection', 'react-hotkeys-hook'];

/** What every list stands on, in one file: it packs a twentieth smaller than in the sixty that shared imports would make of it. */
const FRAME =
  /node_modules.(react|react-dom|scheduler|react-router|@tanstack.(query-core|react-query)|@emotion|stylis|@popperjs|lodash|inflection|query-string|react-hook-form|@mui.(system|utils|styled-engine|material.(styles|utils|internal|Button|ButtonBase|Paper|Typography|Modal|Popper|Tooltip|\w*Input|Select|TextField|Menu\w*|List\w*|Popover|Grow|Fade|Slide|Drawer|Dialog\w*|Table\w*|Toolbar|AppBar|LinearProgress|IconButton|SvgIcon|Snackbar\w*|Pagination\w*))|ra-core|ra-ui-materialui.dist.(layout|list))[\\/](?!.*(Reference|Choices|Array|edit|create|delete|Delete|Save|SimpleForm|uggestion|choices|ueries\.js|ueriesObserver))/;

/** What every page of ours stands on, in one file as well. */
const GROUND =
  /server.(contract.operations|domain.(ground.(constants|plant-time|permissions)|texts.(dates|numbers|few|plan.schedule)))\.ts|admin.providers.(clock|client|session|query|query-client|data-provider|schedule-writes|form-errors|roles)\.ts|ra-data-simple-rest/;

/** The page of a terminal, as it is kept on the device: all of the admin's files, since which of them it needs is for the bundler to say. */
const TERMINAL_PAGE = '/terminal';

export default defineConfig({
  root: 'admin',
  base: '/',
  plugins: [
    react(),
    VitePWA({
      registerType: 'prompt',
      injectRegister: null,
      filename: 'terminal-worker.js',
      scope: TERMINAL_PAGE,
      includeAssets: [],
      // It stands in public/, and only the terminal's page links it.
      manifest: false,
      workbox: {
        globPatterns: ['index.html', 'icon.svg', 'assets/*.{js,css,woff2}'],
        // The server gives the page with its nonce under its own address.
        manifestTransforms: [
          (entries) => ({
            manifest: entries.map((entry) => (entry.url === 'index.html' ? { ...entry, url: TERMINAL_PAGE } : entry)),
            warnings: [],
          }),
        ],
        navigateFallback: TERMINAL_PAGE,
        cleanupOutdatedCaches: true,
      },
    }),
  ],
  // The server puts a fresh nonce in place of this word into every page it sends (content security policy).
  html: { cspNonce: '__CSP_NONCE__' },
  resolve: {
    alias: {
      ...Object.fromEntries(UNUSED.map((name) => [name, fileOf('./admin/unused.ts')])),
      // The search among columns folds as every search does: width, case and kana.
      diacritic: fileOf('./admin/providers/fold.ts'),
      // Its package names the development build for every condition.
      'react-router/dom': fileOf('./node_modules/react-router/dist/production/dom-export.mjs'),
      'react-router': fileOf('./node_modules/react-router/dist/production/index.mjs'),
    },
  },
  server: { port: 5173, proxy: { '/api': API } },
  worker: { format: 'es' },
  build: {
    // A browser that knows no preloading loads each part when it is asked for.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'frame', test: FRAME },
            { name: 'ground', test: GROUND },
          ],
        },
      },
    },
    outDir: '../dist/admin',
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 1200,
    reportCompressedSize: false,
  },
});
