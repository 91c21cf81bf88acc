import { type FieldErrors, refused } from '../../domain/ground/errors.ts';
import { plainCode, trimmed } from '../../domain/ground/fold.ts';
import { masterTexts } from '../../domain/texts/master.ts';
import { hashPassword, passwordError } from '../session/passwords.service.ts';
import { killSessions } from '../session/session.service.ts';
import type { Extras } from './master.service.ts';
import { facilityNamed, linkOrders, lockedAdmins, setFacilityTasks, taskCodes, tasksOfFacilities } from './master.store.ts';

/** A product that comes after its orders is given to them. */
export const productExtras: Extras = {
  written: (trx, row) => linkOrders(trx, row.id, String(row.code_key)),
};

/** A facility's name is unique among active ones (the availability map is keyed by it); its tasks are written as ids. */
export const facilityExtras: Extras = {
  async check(trx, body, before) {
    const errors: FieldErrors = {};
    const name = trimmed(String(body.facility_name ?? before?.facility_name ?? ''));
    const other = name ? await facilityNamed(trx, name, before?.id ?? 0) : undefined;
    if (other) errors.facility_name = [masterTexts.nameTaken(name, other.facility_code)];
    const ids = (body.task_ids as number[] | undefined) ?? [];
    const known = await taskCodes(trx, ids);
    const unknown = ids.filter((id) => !known.has(id));
    if (unknown.length > 0) errors.task_ids = [masterTexts.unknownTasks(unknown.join(', '))];
    return errors;
  },
  changes(body, old) {
    const ids = body.task_ids as number[] | undefined;
    const held = new Set(old.task_ids as number[]);
    return ids !== undefined && (new Set(ids).size !== held.size || ids.some((id) => !held.has(id)));
  },
  async written(trx, row, body, before) {
    const ids = body.task_ids as number[] | undefined;
    // A sleeping facility that is made anew keeps none of its old tasks.
    if (ids || before?.active === false) await setFacilityTasks(trx, row.id, ids ?? []);
  },
  async shown(db, row) {
    const tasks = (await tasksOfFacilities(db, [row.id])).map(({ facility_id: _, ...task }) => task);
    return {
      tasks,
      task_ids: tasks.map((task) => task.id),
      task_names: tasks.map((task) => task.task_name),
      task_codes: tasks.map((task) => task.task_code),
    };
  },
};

/** An employee's id is kept as NFKC spells it, the password as a hash; a new id, password or role ends the sessions; one master_admin is always left. */
export const employeeExtras: Extras = {
  async check(trx, body, before): Promise<FieldErrors> {
    const wrong = body.password ? passwordError(String(body.password), String(body.employee_id ?? before?.employee_id ?? '')) : undefined;
    const errors: FieldErrors = wrong ? { password: [wrong] } : {};
    const demoted =
      before?.active && before.permission === 'master_admin' && body.permission !== undefined && body.permission !== 'master_admin';
    if (!demoted) return errors;
    const admins = await lockedAdmins(trx);
    return admins.some((id) => id !== before.id) ? errors : { ...errors, permission: [masterTexts.lastAdmin] };
  },
  async values(body) {
    return {
      ...(typeof body.employee_id === 'string' ? { employee_id: plainCode(body.employee_id) } : {}),
      ...(body.password ? { password_hash: await hashPassword(String(body.password)) } : {}),
    };
  },
  async written(trx, row, body, before) {
    const renamed = before?.employee_key !== row.employee_key;
    if (before && (renamed || body.password || before.permission !== row.permission || !before.active)) await killSessions(trx, row.id);
  },
  async removing(trx, row) {
    if (row.active && row.permission === 'master_admin' && !(await lockedAdmins(trx)).some((id) => id !== row.id))
      throw refused(masterTexts.lastAdmin);
    await killSessions(trx, row.id);
  },
};
