import Box from '@mui/material/Box';
import { Fragment, type ReactNode } from 'react';
import { AppBar, type AppBarProps, Layout as RaLayout, Sidebar, type SidebarProps, ToggleThemeButton, useSidebarState } from 'react-admin';
import { useLocation } from 'react-router';
import { PERMISSION_LABELS } from '../../server/domain/texts/files/import-words.ts';
import { QuickPlace } from '../board/search/quick/QuickPlace.tsx';
import { useSession } from '../providers/session.ts';
import { SignInAgain } from '../session/SignInAgain.tsx';
import { PRODUCT, SHELL } from '../texts/shell.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { Broken } from './Broken.tsx';
import { PlannerMenu } from './Menu.tsx';
import { OnPaper } from './OnPaper.tsx';
import { PageHeader } from './PageActions.tsx';
import { barSx } from './theme.tsx';

const QUICK_FIELD_PX = 400;

const nameSx = {
  display: { xs: 'none', sm: 'block' },
  px: 1,
  flexShrink: 0,
  fontWeight: 700,
  whiteSpace: 'nowrap',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
} as const;

/** The bar with the product's name, the quick field, who is signed in, and the switch of colours. */
const PlannerBar = (props: AppBarProps) => {
  const { user } = useSession();
  const [open] = useSidebarState();
  return (
    <AppBar {...props} color="inherit" elevation={0} toolbar={<ToggleThemeButton />} userMenu={<AccountMenu />} sx={barSx(open)}>
      <Box sx={nameSx}>{PRODUCT}</Box>
      <Box sx={{ flex: `0 1 ${QUICK_FIELD_PX}px`, minWidth: 96, height: 32, ml: { xs: 0, md: 3 }, displayPrint: 'none' }}>
        <QuickPlace />
      </Box>
      <Box sx={{ flex: 1 }} />
      <Box
        component="span"
        sx={{ typography: 'body2', color: 'text.secondary', whiteSpace: 'nowrap', display: { xs: 'none', md: 'inline' } }}
      >
        {user ? PERMISSION_LABELS[user.permission] : ''}
      </Box>
    </AppBar>
  );
};

/** The drawer as a landmark; its widths and colours stand in the theme. */
const PlannerSidebar = (props: SidebarProps) => (
  <Sidebar {...props} slotProps={{ paper: { component: 'nav', 'aria-label': SHELL.menu } as object }} />
);

/** react-admin's layout with our bar, drawer and menu, and the page header above each page. */
export const Layout = ({ children }: { children: ReactNode }) => (
  <RaLayout appBar={PlannerBar} appBarAlwaysOn sidebar={PlannerSidebar} menu={PlannerMenu} error={Broken}>
    <OnPaper>
      <PageHeader>
        <Fragment key={useLocation().pathname}>{children}</Fragment>
      </PageHeader>
      <SignInAgain />
    </OnPaper>
  </RaLayout>
);
