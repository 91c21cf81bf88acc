import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { fetchPage } from './resources.tsx';

fetchPage(window.location.pathname);

// Taps of 今日の作業 that this device still keeps are sent from any page.
if (Object.keys(localStorage).some((key) => key.startsWith('production-planner.tap.'))) void import('./today/taps.ts');

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
