import { Field } from '../../forms/Field.tsx';
import { EditForm } from '../../forms/forms.tsx';
import { FieldSection, Section, Waiting } from '../../forms/Section.tsx';
import { useActiveFacilities, useActiveTasks } from '../../providers/masters.ts';
import { PRODUCT_WORDS as WORDS } from '../../texts/master.ts';
import { DemoldingRows, HeatRows, ProcessingRows } from './rows.tsx';

const ProductEdit = () => {
  const tasks = useActiveTasks().data;
  const facilities = useActiveFacilities().data;
  if (!tasks || !facilities) return <Waiting />;
  return (
    <EditForm update="updateProduct" remove="deleteProduct">
      <FieldSection title={WORDS.basics}>
        <Field source="product_code" />
        <Field source="product_name" />
        <Field source="customer_name" />
        <Field source="volume_factor" span={2} />
        <Field source="depth" span={2} />
        <Field source="width" span={2} />
        <Field source="height" span={2} />
        <Field source="volume" span={2} />
        <Field source="round_up" span={2} />
      </FieldSection>
      <Section title={WORDS.heat}>
        <HeatRows tasks={tasks} facilities={facilities} />
      </Section>
      <Section title={WORDS.processing}>
        <ProcessingRows tasks={tasks} facilities={facilities} />
      </Section>
      <Section title={WORDS.demolding}>
        <DemoldingRows tasks={tasks} />
      </Section>
    </EditForm>
  );
};

export default ProductEdit;
