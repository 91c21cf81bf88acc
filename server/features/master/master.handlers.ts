import { answer, type Call, type Handler, type Handlers, type OperationId } from '../../contract/handlers.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import type { Page } from '../../db/list.ts';
import { listRows } from '../../db/rows.ts';
import type { Row } from '../../db/table.ts';
import type { Db } from '../../db/types.ts';
import { type Clock, plantDate } from '../../domain/ground/plant-time.ts';
import { joinDoubles } from '../master-check/join.service.ts';
import { masterCheck } from '../master-check/master-check.service.ts';
import { namedAuditPage } from './audit.service.ts';
import { employeeExtras, facilityExtras, productExtras } from './extras.ts';
import { customerProductMap, facilityPage, taskFacilityMap } from './maps.service.ts';
import { type By, changeRow, createRow, deleteRow, type Extras, readRow } from './master.service.ts';
import { productDemoldings } from './master.store.ts';
import { EMPLOYEES, FACILITIES, OUTSOURCINGS, PRODUCTS, type Resource, TASKS } from './resources.ts';

/** The operations of this feature. */
export type MasterOperation =
  | 'listProducts'
  | 'createProduct'
  | 'getProduct'
  | 'updateProduct'
  | 'deleteProduct'
  | 'getCustomerProducts'
  | 'getProductDemoldings'
  | 'listTasks'
  | 'createTask'
  | 'getTask'
  | 'updateTask'
  | 'getTaskFacilities'
  | 'listFacilities'
  | 'createFacility'
  | 'getFacility'
  | 'updateFacility'
  | 'deleteFacility'
  | 'listOutsourcings'
  | 'createOutsourcing'
  | 'getOutsourcing'
  | 'updateOutsourcing'
  | 'deleteOutsourcing'
  | 'listEmployees'
  | 'createEmployee'
  | 'getEmployee'
  | 'updateEmployee'
  | 'deleteEmployee'
  | 'listAudit'
  | 'getMasterCheck'
  | 'joinDoubles';

/** The call of any operation, its shapes already held by the contract. */
type AnyCall = Pick<Call<'listProducts'>, 'params' | 'user'> & { query: object; body: unknown };

/** A handler of the operation. Its rows are the schema's, for the columns of resources.ts are. */
const handler = <Id extends MasterOperation>(work: (call: AnyCall) => Promise<unknown>) => work as Handler<Id>;

/** The handlers of products, tasks, facilities, outsourcings, employees, the history and the check of the masters. */
export function masterHandlers({ db, clock }: { db: Db; clock: Clock }): Handlers<MasterOperation> {
  const by = (call: AnyCall, operation: OperationId): By => ({ actor: call.user.employee_id, operation });
  const list =
    (resource: Resource, operation: OperationId) =>
    (call: AnyCall): Promise<Page<never>> =>
      listRows<never>(db, resource, OPERATIONS[operation].path, call.query);
  const create = <Id extends MasterOperation>(resource: Resource, operation: Id, extras?: Extras) =>
    handler<Id>(async (call) => answer(201, await createRow(db, resource, call.body as Row, { by: by(call, operation), extras })));
  const read = <Id extends MasterOperation>(resource: Resource, extras?: Extras) =>
    handler<Id>((call) => readRow(db, resource, call.params.id, extras));
  const change = <Id extends MasterOperation>(resource: Resource, operation: Id, extras?: Extras) =>
    handler<Id>((call) => changeRow(db, resource, call.params.id, call.body as Row, { by: by(call, operation), extras }));
  const remove = (resource: Resource, operation: OperationId, extras?: Extras) => async (call: AnyCall) => {
    await deleteRow(db, resource, call.params.id, versionOf(call), { by: by(call, operation), extras });
    return undefined;
  };

  return {
    listProducts: list(PRODUCTS, 'listProducts'),
    createProduct: create(PRODUCTS, 'createProduct', productExtras),
    getProduct: read<'getProduct'>(PRODUCTS),
    updateProduct: change(PRODUCTS, 'updateProduct', productExtras),
    deleteProduct: remove(PRODUCTS, 'deleteProduct'),
    getCustomerProducts: () => customerProductMap(db),
    getProductDemoldings: () => productDemoldings(db),
    listTasks: list(TASKS, 'listTasks'),
    createTask: create(TASKS, 'createTask'),
    getTask: read<'getTask'>(TASKS),
    updateTask: change(TASKS, 'updateTask'),
    getTaskFacilities: () => taskFacilityMap(db),
    listFacilities: (call) => facilityPage(db, OPERATIONS.listFacilities.path, call.query),
    createFacility: create(FACILITIES, 'createFacility', facilityExtras),
    getFacility: read<'getFacility'>(FACILITIES, facilityExtras),
    updateFacility: change(FACILITIES, 'updateFacility', facilityExtras),
    deleteFacility: remove(FACILITIES, 'deleteFacility', facilityExtras),
    listOutsourcings: list(OUTSOURCINGS, 'listOutsourcings'),
    createOutsourcing: create(OUTSOURCINGS, 'createOutsourcing'),
    getOutsourcing: read<'getOutsourcing'>(OUTSOURCINGS),
    updateOutsourcing: change(OUTSOURCINGS, 'updateOutsourcing'),
    deleteOutsourcing: remove(OUTSOURCINGS, 'deleteOutsourcing'),
    listEmployees: list(EMPLOYEES, 'listEmployees'),
    createEmployee: create(EMPLOYEES, 'createEmployee', employeeExtras),
    getEmployee: read<'getEmployee'>(EMPLOYEES),
    updateEmployee: change(EMPLOYEES, 'updateEmployee', employeeExtras),
    deleteEmployee: remove(EMPLOYEES, 'deleteEmployee', employeeExtras),
    joinDoubles: async (call) => {
      await joinDoubles(db, call.user.employee_id, call.body);
      return undefined;
    },
    getMasterCheck: (call) => masterCheck(db, plantDate(clock()), OPERATIONS.getMasterCheck.path, call.query),
    listAudit: (call) => namedAuditPage(db, OPERATIONS.listAudit.path, call.query),
  };
}

/** The version that a DELETE was sent with: in the query or in the body. */
export function versionOf(call: { query: object; body: unknown }): number | null | undefined {
  const { version } = call.query as { version?: number };
  return version ?? (call.body as { version?: number | null } | undefined)?.version;
}
