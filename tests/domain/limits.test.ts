import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { gridOfRows } from '../../server/domain/files/grid.ts';
import { IMPORT_KINDS, type ImportColumn, importKind } from '../../server/domain/files/imports.ts';
import { toRows } from '../../server/domain/files/rows.ts';
import { FIRST_DATE, LAST_DATE, LIMITS } from '../../server/domain/ground/constants.ts';
import { EVENT_KINDS } from '../../server/domain/ground/events.ts';
import { FILE_TYPES } from '../../server/domain/ground/exports.ts';
import { PLAN_PARTS } from '../../server/domain/plant/plan-inputs.ts';

interface Schema {
  $ref?: string;
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema;
  format?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  enum?: readonly string[];
  pattern?: string;
}
const { components } = parse(readFileSync(new URL('../../openapi.yaml', import.meta.url), 'utf8')) as {
  components: { schemas: Record<string, Schema>; parameters: Record<string, { schema: Schema }> };
};

/** A schema with what it refers to. */
function resolved(schema: Schema): Schema {
  const named = schema.$ref ? resolved(components.schemas[schema.$ref.replace('#/components/schemas/', '')] as Schema) : {};
  const parts = [named, ...(schema.allOf ?? []).map(resolved), schema];
  return Object.assign({}, ...parts, { properties: Object.assign({}, ...parts.map((part) => part.properties ?? {})) });
}

/** What each kind's rows become where the API writes them. */
const WRITTEN: Record<string, readonly string[]> = {
  ...{ holidays: ['HolidayCreate'], tasks: ['TaskCreate'], facilities: ['FacilityCreate', 'FacilityFields'] },
  ...{ outsourcings: ['OutsourcingCreate', 'OutsourcingFields'], employees: ['EmployeeCreate', 'EmployeeFields'] },
  products: ['ProductCreate', 'ProductFields', 'HeatTreatmentFields'],
  ...{ 'heat-treatments': ['HeatTreatmentFields', 'ProductProcessingFields', 'DemoldingFields'], orders: [] },
  ...{ 'order-tasks': ['AddScheduleForm'], castings: ['AddScheduleForm'] },
};

const DAYS = resolved(components.schemas.PlanDate as Schema).pattern as string;

/** What a column lets through, in the contract's words. */
function limitsOf(column: ImportColumn): Schema {
  if (column.type === 'date') return { pattern: DAYS };
  if (column.type === 'integer' || column.type === 'number') return { minimum: column.min, maximum: column.max };
  return column.max_length === undefined ? {} : { maxLength: column.max_length };
}

const pairs = IMPORT_KINDS.flatMap(({ name, columns }) =>
  (WRITTEN[name] as string[]).flatMap((schema) =>
    columns.flatMap((column) => {
      const property = resolved(components.schemas[schema] as Schema).properties?.[column.field];
      return property ? [{ where: `${name} ${column.field} ${schema}`, column, property: resolved(property) }] : [];
    }),
  ),
);

describe('a limit', () => {
  it.each(pairs)('is the same in form and import: $where', ({ column, property }) => {
    expect(property).toMatchObject(limitsOf(column));
  });

  it('is held by every number, day and text that both know', () => {
    expect(pairs.length).toBeGreaterThan(50);
    const codes = IMPORT_KINDS.flatMap(({ columns }) => columns.filter(({ type }) => type === 'code'));
    expect(new Set(codes.map(({ max_length }) => max_length))).toEqual(new Set([components.schemas.Code?.maxLength]));
    expect(components.schemas.Name?.maxLength).toBe(LIMITS.name_length);
    expect(resolved(components.schemas.AvailabilityChange?.additionalProperties?.additionalProperties as Schema).maximum).toBe(
      LIMITS.units,
    );
  });

  it('is held by every range of days that is read', () => {
    const days = Object.values(components.parameters)
      .map(({ schema }) => resolved(schema))
      .filter(({ format }) => format === 'date');
    expect(days.length).toBeGreaterThan(5);
    for (const day of days) expect(day.pattern).toBe(DAYS);
    const taken = ['1999-12-31', FIRST_DATE, LAST_DATE, '2101-01-01', '2200-01-01', 'tomorrow'].filter((day) => new RegExp(DAYS).test(day));
    // What is no day at all is the format's to refuse.
    expect(taken).toEqual([FIRST_DATE, LAST_DATE, 'tomorrow']);
  });

  it('is said in the import with the value, what is allowed and the column', () => {
    const kind = importKind('products')!;
    const rows = [{ product_code: 'P1', product_name: '弁箱', customer_name: '', task_code: '320-3123-010', temperature: 3000 }];
    const { errors } = toRows(
      kind,
      gridOfRows(
        rows,
        kind.columns.map(({ field }) => field),
      ),
      { today: '2026-04-01', skip_rows: new Set(), repairs: [] },
    );
    expect(errors.map(({ text }) => text)).toEqual(['行2「温度」: 「3000」は0以上1300以下で指定してください。']);
  });
});

it.each([
  ['a kind of event', EVENT_KINDS, components.schemas.PlantEvent?.properties?.kind],
  ['a workbook', FILE_TYPES, components.schemas.FileType],
  ['a part of what plans are made from', PLAN_PARTS, components.schemas.PlanPart],
] as const)('%s is one in domain and contract alike', (_, known, schema) => {
  expect([...(schema?.enum ?? [])].sort()).toEqual([...known].sort());
});
