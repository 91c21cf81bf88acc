import { FieldGrid, Section } from '../forms/FormFrame.tsx';
import type { FieldSpec } from '../forms/fields.tsx';
import { PRODUCT_WORDS, OUTSOURCING_WORDS as WORDS } from '../texts/master.ts';

const FIELDS: FieldSpec[] = [
  { source: 'outsourcing_code', label: WORDS.code, required: true },
  { source: 'name', label: WORDS.formName, required: true, span: 8 },
];

/** The fields of an outsourcing partner, for a new one and one that is there. */
export const OutsourcingFields = ({ readOnly }: { readOnly: boolean }) => (
  <Section title={PRODUCT_WORDS.basics}>
    <FieldGrid fields={FIELDS} disabled={readOnly} />
  </Section>
);
