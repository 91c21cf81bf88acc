import type { Knex } from 'knex';
import { codeKey } from '../server/domain/ground/fold.ts';

interface Named {
  id: number;
  employee_id: string;
}

/**
 * Employees get the folded form of their id, which is unique from now on, and a reset link keeps the session number it was made under, so that whatever
 * ends the sessions ends the link too. Of ids that fold to one key (１００１ beside 1001) the plainest keeps it; the others get a number behind it,
 * and the history names them: whoever bore such an id is found in the list of employees under the new one.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table employees add column employee_key text collate "C"');
  const employees = (await knex('employees')
    .select('id', 'employee_id')
    .orderByRaw('active desc, employee_id = normalize(employee_id, nfkc) desc, id')) as Named[];
  const taken = new Set(employees.map(({ employee_id }) => codeKey(employee_id)));
  const given = new Set<string>();
  for (const { id, employee_id } of employees) {
    const name = given.has(codeKey(employee_id)) ? freeName(employee_id, taken) : employee_id;
    given.add(codeKey(name));
    taken.add(codeKey(name));
    await knex('employees')
      .where({ id })
      .update({ employee_id: name, employee_key: codeKey(name) });
    if (name !== employee_id) await tell(knex, employee_id, name);
  }
  await knex.raw(`
    alter table employees
      alter column employee_key set not null,
      drop constraint employees_employee_id_key,
      add constraint employees_employee_id_key unique (employee_key);
    alter table password_resets add column session_number integer;
    update password_resets r set session_number = e.session_number from employees e where e.id = r.employee_id and r.token_hash is not null;
  `);
}

/** The plain id with the first number behind it that nobody has. */
function freeName(employeeId: string, taken: ReadonlySet<string>): string {
  const plain = employeeId.normalize('NFKC').trim();
  for (let number = 2; ; number++) if (!taken.has(codeKey(`${plain}-${number}`))) return `${plain}-${number}`;
}

/** Says in the history which id became which. */
async function tell(knex: Knex, old: string, name: string): Promise<void> {
  await knex('audit').insert({
    actor: 'migration',
    operation: 'employee_keys',
    kind: 'employees',
    key: name,
    old: JSON.stringify({ employee_id: old }),
    new: JSON.stringify({ employee_id: name }),
  });
}

/** The ids stay as they are: they are unique without their keys too. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table password_resets drop column session_number;
    alter table employees drop constraint employees_employee_id_key, drop column employee_key;
    alter table employees add constraint employees_employee_id_key unique (employee_id);
  `);
}
