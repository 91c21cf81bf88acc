import Box from '@mui/material/Box';
import { Suspense, useEffect, useState } from 'react';
import { useNotify } from 'react-admin';
import { Navigate, Outlet, useLocation, useMatches, useNavigate } from 'react-router';
import { DRAWER_RAIL_PX, DRAWER_WIDTH_PX } from '../../server/domain/constants.ts';
import { SESSION_LOST } from '../providers/client.ts';
import { useSession } from '../providers/session.ts';
import { type AppRoute, mayOpen, menuOf } from '../routes.tsx';
import { PRODUCT, SHELL } from '../texts/shell.ts';
import { Drawer } from './Drawer.tsx';
import { ErrorShield } from './ErrorShield.tsx';
import { PageFrame } from './PageActions.tsx';
import { PageLoading } from './PageLoading.tsx';
import { TopBar } from './TopBar.tsx';

/** Says and follows the loss of the session, wherever a call met it. */
function useSessionLoss(): void {
  const navigate = useNavigate();
  const notify = useNotify();
  useEffect(() => {
    const leave = (event: Event) => {
      notify((event as CustomEvent<string>).detail, { type: 'error' });
      navigate('/login', { replace: true });
    };
    window.addEventListener(SESSION_LOST, leave);
    return () => window.removeEventListener(SESSION_LOST, leave);
  }, [navigate, notify]);
}

/** The signed-in layout around the page of the current address: guard, bar, menu, page header. */
export const AppShell = () => {
  const { pathname } = useLocation();
  const { token, user } = useSession();
  // Plain state, never stored: the drawer starts as a rail after every load.
  const [open, setOpen] = useState(false);
  useSessionLoss();

  const route = useMatches().at(-1)?.handle as AppRoute | undefined;
  useEffect(() => {
    document.title = route?.title ? `${route.title} | ${PRODUCT}` : PRODUCT;
  }, [route]);

  if (token === null) return <Navigate to="/login" replace />;
  if (route === undefined) return <Outlet />;
  if (route.operation !== undefined && user === null) return null;
  if (!mayOpen(route, user?.permission)) return <Navigate to="/not_found" replace />;
  return (
    <>
      <Box component="a" href="#main" sx={skipSx}>
        {SHELL.skip}
      </Box>
      <Drawer
        entries={menuOf(user?.permission)}
        pathname={pathname}
        open={open}
        onToggle={() => setOpen(!open)}
        onNavigate={() => setOpen(false)}
      />
      <Box
        sx={{
          ml: { xs: `${DRAWER_RAIL_PX}px`, md: `${open ? DRAWER_WIDTH_PX : DRAWER_RAIL_PX}px` },
          transition: 'margin 180ms ease',
          minWidth: 0,
          '@media print': { ml: 0 },
        }}
      >
        <TopBar />
        <Box component="main" id="main" tabIndex={-1} sx={{ p: 2, minWidth: 0, outline: 0 }}>
          <PageFrame key={route.path} title={route.title}>
            <ErrorShield>
              <Suspense fallback={<PageLoading />}>
                <Outlet />
              </Suspense>
            </ErrorShield>
          </PageFrame>
        </Box>
      </Box>
    </>
  );
};

const skipSx = {
  position: 'fixed',
  top: -60,
  left: 80,
  zIndex: 3000,
  bgcolor: 'primary.main',
  color: 'primary.contrastText',
  px: 2,
  py: 1,
  borderRadius: 1,
  '&:focus': { top: 6 },
} as const;
