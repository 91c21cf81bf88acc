import { Field } from '../../forms/Field.tsx';
import { FieldSection } from '../../forms/Section.tsx';
import { PRODUCT_WORDS } from '../../texts/master.ts';

/** The fields of an outsourcing partner, for a new one and one that is there. */
export const OutsourcingFields = () => (
  <FieldSection title={PRODUCT_WORDS.basics}>
    <Field source="outsourcing_code" />
    <Field source="name" span={8} />
  </FieldSection>
);
