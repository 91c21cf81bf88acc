import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { Admin, CustomRoutes, Resource, Title } from 'react-admin';
import { createBrowserRouter, Navigate, Route } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { Broken } from './layout/Broken.tsx';
import { Layout } from './layout/Layout.tsx';
import { NotFoundPage } from './layout/NotFoundPage.tsx';
import { Snackbar } from './layout/Snackbar.tsx';
import { darkTheme, lightTheme } from './layout/theme.tsx';
import { later } from './parts/later.tsx';
import { authProvider } from './providers/auth-provider.ts';
import { dataProvider } from './providers/data-provider.ts';
import { i18nProvider } from './providers/i18n.ts';
import { queryClient } from './providers/query-client.ts';
import { landingPath } from './providers/session.ts';
import { store } from './providers/store.ts';
import { SCREENS, type Screen } from './resources.tsx';
import { PRODUCT } from './texts/shell.ts';

const ChargeSheetPage = later(async () => (await import('./charges/charge-sheet.page.tsx')).default);
const ComparePage = later(async () => (await import('./plans/compare/compare.page.tsx')).default);
const OwnPasswordPage = later(async () => (await import('./session/own-password.page.tsx')).default);
const LoginPage = later(async () => (await import('./session/LoginPage.tsx')).LoginPage);
const ResetRequestPage = later(async () => (await import('./session/reset-request.page.tsx')).default);
const TerminalPage = later(async () => (await import('./terminal/terminal.page.tsx')).default);
const ResetPasswordPage = later(async () => (await import('./session/reset-password.page.tsx')).default);

// The server's content security policy lets in only styles that bear the page's nonce.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
const styles = createCache({ key: 'css', ...(nonce ? { nonce } : {}) });

const NotFound = () => <Navigate to="/not_found" replace />;

// The framework reads Resource and CustomRoutes as elements, not as what a component returns: hence functions.
const resourceOf = ({ name, list, edit, add: Add, icon, recordRepresentation }: Screen) => (
  <Resource
    key={name}
    name={name}
    icon={icon}
    {...(list ? { list } : {})}
    {...(edit ? { edit } : {})}
    {...(recordRepresentation ? { recordRepresentation } : {})}
  >
    {Add ? <Route path="add" element={<Add />} /> : null}
  </Resource>
);
const pageOf = ({ name, page: Page, title }: Screen) =>
  Page ? (
    <Route
      key={name}
      path={`/${name}`}
      element={
        <>
          <Title title={title} preferenceKey={false} />
          <Page />
        </>
      }
    />
  ) : null;

/** The way from the bare address to the page of a login. */
const Landing = () => <Navigate to={landingPath()} replace />;

/** The admin as react-admin builds it from the table of screens. */
const Planner = () => (
  <Admin
    title={PRODUCT}
    dataProvider={dataProvider}
    authProvider={authProvider}
    i18nProvider={i18nProvider}
    store={store}
    queryClient={queryClient}
    lightTheme={lightTheme}
    darkTheme={darkTheme}
    defaultTheme="light"
    layout={Layout}
    loginPage={LoginPage}
    notification={Snackbar}
    catchAll={NotFound}
    accessDenied={NotFound}
    requireAuth
    disableTelemetry
  >
    {SCREENS.filter(({ list }) => list).map(resourceOf)}
    <CustomRoutes>
      <Route path="/" element={<Landing />} />
      {SCREENS.map(pageOf)}
      <Route path="/charge-sheet" element={<ChargeSheetPage />} />
      <Route path="/plans/:id/compare" element={<ComparePage />} />
      <Route path="/password" element={<OwnPasswordPage />} />
      <Route path="/not_found" element={<NotFoundPage />} />
    </CustomRoutes>
    <CustomRoutes noLayout>
      <Route path="/reset_password_token" element={<ResetRequestPage />} />
      <Route path="/reset_password" element={<ResetPasswordPage />} />
      <Route path="/terminal" element={<TerminalPage />} />
    </CustomRoutes>
  </Admin>
);

const router = createBrowserRouter([{ path: '*', element: <Planner />, errorElement: <Broken /> }]);

/** The admin in a data router, which the question before unsaved changes needs. Transitions are off: with them, two list actions within 250 ms lose the first. */
export const App = () => (
  <CacheProvider value={styles}>
    <RouterProvider router={router} useTransitions={false} />
  </CacheProvider>
);
