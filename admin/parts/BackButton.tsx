import ArrowBack from '@mui/icons-material/ArrowBack';
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { PageActions } from '../layout/PageActions.tsx';
import { COMMON } from '../texts/parts.ts';
import { useWayBack } from './way-back.ts';

/** Leads where one came from; to the list where the page was opened by its address. */
export const BackButton = ({ list }: { list: string }) => {
  const goBack = useWayBack(list);
  return (
    <PageActions>
      <Button
        component={Link}
        to={list}
        startIcon={<ArrowBack />}
        onClick={(event) => {
          event.preventDefault();
          goBack();
        }}
      >
        {COMMON.back}
      </Button>
    </PageActions>
  );
};
