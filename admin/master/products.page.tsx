import { ImportPanels } from '../imports/ImportPanels.tsx';
import { DetailsButton } from '../parts/DetailsButton.tsx';
import { numeral } from '../parts/format.ts';
import { type ListScreen, ResourceList } from '../parts/ResourceList.tsx';
import { PRODUCT_WORDS as WORDS } from '../texts/master.ts';
import { TITLES } from '../texts/shell.ts';

const size = (source: 'volume_factor' | 'depth' | 'width' | 'height' | 'volume') => ({
  source,
  label: WORDS[source],
  right: true,
  text: (row: Record<string, number | null>) => numeral(row[source]),
});

const SCREEN: ListScreen = {
  resource: 'products',
  title: TITLES.products,
  searches: [
    { source: 'product_code_search', label: WORDS.search.code },
    { source: 'product_name_search', label: WORDS.search.name },
    { source: 'customer_name_search', label: WORDS.search.customer },
  ],
  columns: [
    { source: 'product_code', label: WORDS.code, mono: true },
    { source: 'product_name', label: WORDS.name },
    { source: 'customer_name', label: WORDS.customer },
    size('volume_factor'),
    size('depth'),
    size('width'),
    size('height'),
    size('volume'),
  ],
  sort: { field: 'product_code', order: 'ASC' },
};

const ProductsPage = () => (
  <ResourceList
    screen={SCREEN}
    above={<ImportPanels kinds={['products', 'heat-treatments']} />}
    rowActions={(row) => <DetailsButton to={`/products/${row.id}`} subject={String(row.product_code)} />}
  />
);

export default ProductsPage;
