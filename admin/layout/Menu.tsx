import { Menu, useMatch, useSidebarState, useTranslate } from 'react-admin';
import { useBoardSearch } from '../board/search/last-search.ts';
import { useMayAct } from '../providers/roles.ts';
import { SCREENS, type Screen } from '../resources.tsx';

/** An entry: left out where the role may not open it, told as current by whole segments, and the drawer closes when it is chosen. */
const Entry = ({ screen: { name, icon: Icon, title, needs }, first }: { screen: Screen; first: boolean }) => {
  const translate = useTranslate();
  const [, setOpen] = useSidebarState();
  // Both boards bear one search, from wherever they are opened.
  const boardSearch = useBoardSearch();
  const may = useMayAct(name, needs ?? 'list');
  const current = useMatch({ path: `/${name}`, end: false }) !== null;
  if (!may) return null;
  const text = title ?? translate(`resources.${name}.page.list`);
  return (
    <Menu.Item
      to={{ pathname: `/${name}`, search: name === 'gantt' || name === 'facility-calendar' ? boardSearch : '' }}
      role="link"
      primaryText={text}
      leftIcon={<Icon />}
      onClick={() => setOpen(false)}
      aria-label={text}
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
