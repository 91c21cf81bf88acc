import { expect, test } from 'vitest';
import { type ContractField, FIELDS } from '../../server/contract/fields.ts';

test('a field of a form has the type, the limits and the choices that the contract gives it', () => {
  const { product_code, depth, heat_treatments } = FIELDS.products;
  expect(product_code).toEqual({ type: 'text', required: true, maxLength: 100 });
  expect(depth).toMatchObject({ type: 'number', min: 0 });
  expect(depth).not.toHaveProperty('required');
  const { temperature, facility, cooling_method, work_settings } = heat_treatments.fields as Record<string, ContractField>;
  expect(temperature).toMatchObject({ type: 'number', required: true, min: 0, max: 1300 });
  expect(facility).not.toHaveProperty('required');
  expect(cooling_method).toMatchObject({ required: true, choices: ['空冷', '炉冷', '水冷', '強制空冷'] });
  expect(work_settings).toMatchObject({ type: 'list', choices: ['月', '火', '水', '木', '金', '土', '日'] });
});

test('what only a new row must have is told apart from what a row can never be without', () => {
  expect(FIELDS.employees.password.required).toBe('new');
  expect(FIELDS.employees.permission.required).toBe(true);
  expect(FIELDS.employees.name_furigana).not.toHaveProperty('required');
});

test('a column that is only read has its type and no limits', () => {
  expect(FIELDS.orders.delivery_date).toEqual({ type: 'date' });
  expect(FIELDS.orders.weight).toEqual({ type: 'number' });
  expect(FIELDS.facilities.task_names).toEqual({ type: 'list' });
});
