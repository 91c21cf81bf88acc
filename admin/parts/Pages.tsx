import Box from '@mui/material/Box';
import Pagination from '@mui/material/Pagination';
import { useListContext } from 'react-admin';
import { FRAMEWORK_MESSAGES } from '../texts/framework.ts';
import { LIST } from '../texts/parts.ts';

const { navigation } = FRAMEWORK_MESSAGES.ra;

const itemLabel = (type: string, page: number | null): string => {
  if (type === 'page') return navigation.page.replace('%{page}', String(page));
  if (type === 'next' || type === 'previous' || type === 'first' || type === 'last') return navigation[type];
  return '';
};

/** Which rows of how many are shown. */
export const RangeCount = () => {
  const { page, perPage, total } = useListContext();
  if (total === undefined) return <Box component="span" sx={{ minWidth: 160 }} />;
  return (
    <Box component="span" role="status" sx={{ typography: 'body2', color: 'text.secondary' }}>
      {total === 0 ? LIST.count(0) : LIST.range((page - 1) * perPage + 1, Math.min(page * perPage, total), total)}
    </Box>
  );
};

/** The pages of the list in context, each of them one press away where they are few. */
export const Pages = () => {
  const { page, perPage, total, setPage } = useListContext();
  const count = Math.max(1, Math.ceil((total ?? 0) / perPage));
  return (
    <Box component="nav" aria-label={LIST.pages} sx={{ display: 'flex', justifyContent: 'center', p: 1, minHeight: 48 }}>
      {total === undefined || total === 0 ? null : (
        <Pagination
          count={count}
          page={Math.min(page, count)}
          onChange={(_, next) => setPage(next)}
          siblingCount={2}
          getItemAriaLabel={(type, one) => itemLabel(type, one)}
        />
      )}
    </Box>
  );
};
