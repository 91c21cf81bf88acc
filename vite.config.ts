import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `npm run dev` finds the API while the admin is served by Vite. */
const API = 'http://127.0.0.1:3000';

export default defineConfig({
  root: 'admin',
  base: '/',
  plugins: [react()],
  // The server puts a fresh nonce in place of this word into every page it sends (content security policy).
  html: { cspNonce: '__CSP_NONCE__' },
  server: { port: 5173, proxy: { '/api': API } },
  worker: { format: 'es' },
  build: { outDir: '../dist/admin', emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 1200, reportCompressedSize: false },
});
