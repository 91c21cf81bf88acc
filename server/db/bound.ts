import type { Knex } from 'knex';

/** A value that PostgreSQL's driver binds: knex's own type knows neither lists of lists nor what nobody may change. */
export type Bindable = Knex.Value | undefined | readonly Bindable[];

/** The values of a statement, one a question mark or by name, as knex takes them. */
export const bound = (values: readonly Bindable[] | Readonly<Record<string, Bindable>>): readonly Knex.RawBinding[] & Knex.ValueDict =>
  values as never;
