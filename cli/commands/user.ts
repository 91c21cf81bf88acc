import { Command, Option } from 'commander';
import { readConfig } from '../../server/config.ts';
import { PERMISSIONS, type Permission } from '../../server/domain/ground/permissions.ts';
import { PERMISSION_LABELS } from '../../server/domain/texts/files/import-words.ts';
import { CLI } from '../../server/domain/texts/program/cli.ts';
import { withServices } from '../../server/services.ts';
import { type OutputOptions, table, write } from '../output.ts';
import { plantConfig } from '../plant.ts';

interface AddOptions extends OutputOptions {
  name: string;
  permission: Permission;
  password?: string;
}

function sentences(done: string, given: string | undefined, password: string): string[] {
  return given === undefined ? [done, CLI.onceOnly(password)] : [done];
}

/** `planner user add|reset-password|list`. */
export function userCommand(): Command {
  const command = new Command('user').description(CLI.user);
  command
    .command('add')
    .description(CLI.userAdd)
    .argument('<id>', CLI.employeeId)
    .requiredOption('--name <name>', CLI.name)
    .addOption(new Option('--permission <role>', CLI.permission).choices(PERMISSIONS).makeOptionMandatory())
    .option('--password <password>', CLI.password)
    .option('--json', CLI.json)
    .action(async (id: string, options: AddOptions) => {
      const { password } = await withServices(readConfig(), (services) =>
        services.addEmployee({ employee_id: id, name: options.name, permission: options.permission, password: options.password }),
      );
      write(
        options,
        { employee_id: id, ...(options.password === undefined ? { password } : {}) },
        sentences(CLI.userAdded(id), options.password, password),
      );
    });
  command
    .command('reset-password')
    .description(CLI.userReset)
    .argument('<id>', CLI.employeeId)
    .option('--password <password>', CLI.password)
    .option('--json', CLI.json)
    .action(async (id: string, options: OutputOptions & { password?: string }) => {
      const { password } = await withServices(plantConfig(), (services) => services.resetPassword(id, options.password));
      write(
        options,
        { employee_id: id, ...(options.password === undefined ? { password } : {}) },
        sentences(CLI.passwordReset(id), options.password, password),
      );
    });
  command
    .command('list')
    .description(CLI.userList)
    .option('--json', CLI.json)
    .action(async (options: OutputOptions) => {
      const employees = await withServices(plantConfig(), (services) => services.listEmployees());
      const rows = employees.map((employee) => [employee.employee_id, employee.name, PERMISSION_LABELS[employee.permission]]);
      write(options, employees, table(CLI.userHeaders, rows));
    });
  return command;
}
