/** Makes the text of fields.ts: what openapi.yaml says of the fields of each resource that has a list. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  allOf?: Schema[];
}
interface Media {
  content?: { 'application/json'?: { schema?: Schema } };
}
interface Operation {
  tags?: string[];
  requestBody?: Media;
  responses?: Record<string, Media>;
}
type Paths = Record<string, { get?: Operation; post?: Operation; patch?: Operation }>;
export interface FieldsDocument {
  paths: Paths;
  components: { schemas: Record<string, Schema> };
}

type Field = Record<string, unknown> & { fields?: Fields };
type Fields = Record<string, Field>;

/** The whole numbers that a language can hold at all are no limit that a person must be told. */
const isTellable = (limit: number | undefined): boolean => limit !== undefined && Math.abs(limit) < 2 ** 31 - 1;

const namedTypes = ({ type = [] }: Schema): string[] => (Array.isArray(type) ? type : [type]);

function typeOf(schema: Schema, items: Schema | undefined): string {
  const type = namedTypes(schema).find((one) => one !== 'null');
  if (type === 'array') return Object.keys(items?.properties ?? {}).length > 0 ? 'rows' : 'list';
  if (schema.format === 'date') return 'date';
  if (schema.format === 'date-time') return 'instant';
  if (type === 'object') return 'any';
  return type === 'string' ? 'text' : (type ?? 'any');
}

/** The schema with its reference and its parts resolved into one. */
function whole(document: FieldsDocument, schema: Schema | undefined): Schema {
  if (!schema) return {};
  const { $ref, allOf = [], ...own } = schema;
  const named = $ref ? whole(document, document.components.schemas[$ref.split('/').at(-1) as string]) : {};
  const parts = [named, ...allOf.map((part) => whole(document, part)), own];
  return {
    ...Object.assign({}, ...parts),
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required = [] }) => required),
  };
}

/** A field as it is written: with its limits, and whether an empty value is refused. */
function fieldOf(document: FieldsDocument, given: Schema, written: boolean): Field {
  const schema = whole(document, given);
  const items = schema.items ? whole(document, schema.items) : undefined;
  const type = typeOf(schema, items);
  const must = written && type !== 'list' && type !== 'rows' && !namedTypes(schema).includes('null');
  const choices = schema.enum ?? items?.enum;
  return {
    type,
    ...(must ? { required: true } : {}),
    ...(written && isTellable(schema.minimum) ? { min: schema.minimum } : {}),
    ...(written && isTellable(schema.maximum) ? { max: schema.maximum } : {}),
    ...(written && schema.maxLength !== undefined ? { maxLength: schema.maxLength } : {}),
    ...(choices ? { choices } : {}),
    ...(type === 'rows' ? { fields: fieldsOf(document, items as Schema, written) } : {}),
  };
}

const fieldsOf = (document: FieldsDocument, schema: Schema, written: boolean): Fields =>
  Object.fromEntries(
    Object.entries(whole(document, schema).properties ?? {}).map(([name, one]) => [name, fieldOf(document, one, written)]),
  );

const bodyOf = (operation: Operation | undefined): Schema => operation?.requestBody?.content?.['application/json']?.schema ?? {};
const answerOf = (operation: Operation | undefined): Schema => operation?.responses?.['200']?.content?.['application/json']?.schema ?? {};

function merged(rows: Fields, written: Fields): Fields {
  const all: Fields = { ...rows };
  for (const [name, field] of Object.entries(written)) {
    const nested = field.fields ? { fields: merged(all[name]?.fields ?? {}, field.fields) } : {};
    all[name] = { ...all[name], ...field, ...nested };
  }
  return all;
}

/** The fields of a resource, asked for and written; a field that only new rows must have is marked so. */
function resourceFields(document: FieldsDocument, path: string): Fields | undefined {
  const rows = whole(document, whole(document, answerOf(document.paths[path]?.get)).properties?.results).items;
  const row = whole(document, rows);
  if (!rows || Object.keys(row.properties ?? {}).length === 0) return undefined;
  const one = document.paths[`${path}{id}/`];
  const create = whole(document, bodyOf(document.paths[path]?.post));
  const read = { ...fieldsOf(document, row, false), ...fieldsOf(document, answerOf(one?.get), false) };
  const fields = merged(read, one?.patch ? fieldsOf(document, bodyOf(one.patch), true) : {});
  for (const name of one?.patch ? (create.required ?? []) : []) {
    const field = fields[name];
    if (field && field.required !== true) field.required = 'new';
  }
  return fields;
}

/** The value as a TypeScript literal, as this project writes one. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    return `{ ${Object.entries(value)
      .map(([name, one]) => `${name}: ${literal(one)}`)
      .join(', ')} }`;
  }
  return typeof value === 'string' ? `'${value}'` : String(value);
}

/** Groups whose lists are of the plan: no form of the admin is made from their fields. */
const OF_THE_PLAN: ReadonlySet<string> = new Set(['schedules', 'plans', 'runs', 'exports']);

/** The source of fields.ts. */
export function fieldsSource(document: FieldsDocument): string {
  const resources = Object.keys(document.paths).flatMap((path) => {
    const fields = document.paths[path]?.get?.tags?.some((tag) => OF_THE_PLAN.has(tag)) ? undefined : resourceFields(document, path);
    if (!fields) return [];
    const rows = Object.entries(fields).map(([name, field]) => `    ${name}: ${literal(field)},`);
    return [`  '${path.replace(/^\/api\/|\/$/g, '')}': {\n${rows.join('\n')}\n  },`];
  });
  return `
/** What the contract says of a field: its limits where it is written, and whether an empty value is refused (\`new\`: of a new row only). */
export interface ContractField {
  type: 'text' | 'integer' | 'number' | 'boolean' | 'date' | 'instant' | 'list' | 'rows' | 'any';
  required?: true | 'new';
  min?: number;
  max?: number;
  maxLength?: number;
  choices?: readonly string[];
  fields?: Readonly<Record<string, ContractField>>;
}

/** The fields of every list of the contract, by its path under /api. */
export const FIELDS = {
${resources.join('\n')}
} as const satisfies Record<string, Record<string, ContractField>>;
`;
}
