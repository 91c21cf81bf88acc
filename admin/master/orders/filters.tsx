import { SearchBox, SearchForm } from '../../parts/lists/SearchForm.tsx';

/** The three searches that the lists over orders share. */
export const orderFilters = (
  <SearchForm>
    <SearchBox source="serial_number_search" />
    <SearchBox source="product_code_search" />
    <SearchBox source="product_name_search" />
  </SearchForm>
);
