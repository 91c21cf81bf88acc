import Box from '@mui/material/Box';
import { Menu, useMatch, useSidebarState, useTranslate } from 'react-admin';
import { useBoardSearch } from '../board/search/last-search.ts';
import { useMayAct } from '../providers/roles.ts';
import { SCREENS, type Screen } from '../resources.tsx';
import { SHELL } from '../texts/shell.ts';
import { tint } from './palette.ts';

const useNothing = (): number => 0;
/** On the corner of the icon, which the rail shows alone. */
const COUNT = {
  position: 'absolute',
  top: 2,
  left: 26,
  minWidth: 18,
  height: 18,
  px: 0.5,
  borderRadius: 9,
  textAlign: 'center',
  fontSize: 11,
  lineHeight: '18px',
  fontWeight: 700,
  bgcolor: tint('late'),
  color: tint('on-late'),
} as const;

/** An entry: left out where the role may not open it, told as current by whole segments, and the drawer closes when it is chosen. */
const Entry = ({ screen: { name, icon: Icon, title, needs, useCount = useNothing }, first }: { screen: Screen; first: boolean }) => {
  const translate = useTranslate();
  const [, setOpen] = useSidebarState();
  // Both boards bear one search, from wherever they are opened.
  const boardSearch = useBoardSearch();
  const may = useMayAct(name, needs ?? 'list');
  const count = useCount();
  const current = useMatch({ path: `/${name}`, end: false }) !== null;
  if (!may) return null;
  const text = title ?? translate(`resources.${name}.page.list`);
  return (
    <Menu.Item
      to={{ pathname: `/${name}`, search: name === 'gantt' || name === 'facility-calendar' ? boardSearch : '' }}
      role="link"
      primaryText={text}
      leftIcon={
        <>
          <Icon />
          {count > 0 ? (
            <Box component="span" aria-hidden sx={COUNT}>
              {count}
            </Box>
          ) : null}
        </>
      }
      onClick={() => setOpen(false)}
      aria-label={count > 0 ? SHELL.waiting(text, count) : text}
      aria-current={current ? 'page' : undefined}
      {...(first ? { className: 'first-of-group' } : {})}
    />
  );
};

/** The menu from the table of screens, in its groups. */
export const PlannerMenu = () => (
  <Menu component="div" role="presentation">
    {SCREENS.map((screen, index) => (
      <Entry key={screen.name} screen={screen} first={screen.group !== SCREENS[index - 1]?.group} />
    ))}
  </Menu>
);
