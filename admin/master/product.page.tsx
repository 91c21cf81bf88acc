import { useSearchParams } from 'react-router';
import { FieldGrid, FormWaiting, Section } from '../forms/FormFrame.tsx';
import type { FieldSpec } from '../forms/fields.tsx';
import { EditScreen } from '../forms/screens.tsx';
import { useActiveFacilities, useActiveTasks } from '../providers/masters.ts';
import { PRODUCT_WORDS as WORDS } from '../texts/master.ts';
import { DemoldingRows, HeatRows, ProcessingRows } from './product-rows.tsx';

const size = (source: 'volume_factor' | 'depth' | 'width' | 'height' | 'volume' | 'round_up', unit = ''): FieldSpec => ({
  source,
  label: unit ? `${WORDS[source]}(${unit})` : WORDS[source],
  type: 'number',
  span: 2,
});

const BASICS: FieldSpec[] = [
  { source: 'product_code', label: WORDS.code, required: true },
  { source: 'product_name', label: WORDS.name, required: true },
  { source: 'customer_name', label: WORDS.customer },
  size('volume_factor'),
  size('depth', WORDS.metres),
  size('width', WORDS.metres),
  size('height', WORDS.metres),
  size('volume', WORDS.cubic),
  size('round_up', WORDS.cubic),
];

const ProductPage = () => {
  const [search] = useSearchParams();
  const tasks = useActiveTasks().data;
  const facilities = useActiveFacilities().data;
  if (!tasks || !facilities) return <FormWaiting />;
  return (
    <EditScreen
      resource="products"
      update="updateProduct"
      remove="deleteProduct"
      list="/products"
      afterSave={search.get('from_gantt') === 'true' ? '/gantt' : '/products'}
      subject={(row) => `${row.product_code} ${row.product_name}`}
    >
      {(readOnly) => (
        <>
          <Section title={WORDS.basics}>
            <FieldGrid fields={BASICS} disabled={readOnly} />
          </Section>
          <Section title={WORDS.heat}>
            <HeatRows tasks={tasks} facilities={facilities} disabled={readOnly} />
          </Section>
          <Section title={WORDS.processing}>
            <ProcessingRows tasks={tasks} facilities={facilities} disabled={readOnly} />
          </Section>
          <Section title={WORDS.demolding}>
            <DemoldingRows tasks={tasks} disabled={readOnly} />
          </Section>
        </>
      )}
    </EditScreen>
  );
};

export default ProductPage;
