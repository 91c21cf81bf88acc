import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { lazy, Suspense, useEffect } from 'react';
import { AdminContext, localStorageStore, Notification } from 'react-admin';
import { createBrowserRouter, Navigate, Outlet } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { SNACKBAR_MS } from '../server/domain/constants.ts';
import { AppShell } from './layout/AppShell.tsx';
import { Broken } from './layout/ErrorShield.tsx';
import { darkTheme, lightTheme } from './layout/theme.ts';
import { authProvider } from './providers/auth-provider.ts';
import { call } from './providers/client.ts';
import { dataProvider } from './providers/data-provider.ts';
import { i18nProvider } from './providers/i18n.ts';
import { queryClient } from './providers/queries.ts';
import { currentSession, keepUser } from './providers/session.ts';
import { ROUTES } from './routes.tsx';
import { LoginPage } from './session/LoginPage.tsx';

const ResetRequestPage = lazy(() => import('./session/reset-request.page.tsx'));
const ResetPasswordPage = lazy(() => import('./session/reset-password.page.tsx'));

// The server's content security policy lets in only styles that bear the page's nonce.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
const styles = createCache({ key: 'css', ...(nonce ? { nonce } : {}) });
const store = localStorageStore('1', 'production-planner');

/** Everything that pages find around them; the current user is fetched once, when a token is there. */
const Root = () => {
  useEffect(() => {
    if (currentSession().token !== null) call('getMe').then(keepUser, () => undefined);
  }, []);
  return (
    <AdminContext
      dataProvider={dataProvider}
      authProvider={authProvider}
      i18nProvider={i18nProvider}
      store={store}
      queryClient={queryClient}
      lightTheme={lightTheme}
      darkTheme={darkTheme}
      defaultTheme="light"
    >
      <CssBaseline enableColorScheme />
      <Suspense>
        <Outlet />
      </Suspense>
      <Notification autoHideDuration={SNACKBAR_MS} multiLine />
    </AdminContext>
  );
};

const router = createBrowserRouter([
  {
    element: <Root />,
    errorElement: <Broken />,
    children: [
      { path: '/login', element: <LoginPage /> },
      { path: '/reset_password_token', element: <ResetRequestPage /> },
      { path: '/reset_password', element: <ResetPasswordPage /> },
      {
        element: <AppShell />,
        children: [
          ...ROUTES.map((route) => ({ path: route.path, element: route.element, handle: route })),
          { path: '*', element: <Navigate to="/not_found" replace /> },
        ],
      },
    ],
  },
]);

/** The admin. Transitions are off: with them, two list actions within 250 ms lose the first. */
export const App = () => (
  <CacheProvider value={styles}>
    <RouterProvider router={router} useTransitions={false} />
  </CacheProvider>
);
