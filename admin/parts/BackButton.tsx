import ArrowBack from '@mui/icons-material/ArrowBack';
import Button from '@mui/material/Button';
import { Link, useLocation, useNavigate } from 'react-router';
import { PageActions } from '../layout/PageActions.tsx';
import { COMMON } from '../texts/parts.ts';

/** Leads where one came from; to the list where the page was opened by its address. */
export const BackButton = ({ list }: { list: string }) => {
  const navigate = useNavigate();
  // react-router's name for the first entry of a visit.
  const first = useLocation().key === 'default';
  return (
    <PageActions>
      <Button
        component={Link}
        to={list}
        startIcon={<ArrowBack />}
        onClick={(event) => {
          if (first) return;
          event.preventDefault();
          void navigate(-1);
        }}
      >
        {COMMON.back}
      </Button>
    </PageActions>
  );
};
