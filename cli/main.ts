import { CommanderError } from 'commander';
import { EXIT, endQuietly, reportFailure } from './output.ts';
import { buildProgram } from './program.ts';

endQuietly(process.stdout);
endQuietly(process.stderr);
const program = buildProgram();
const [, , ...words] = process.argv;

try {
  if (words.length === 0) program.outputHelp();
  else await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.refused;
  else process.exitCode = reportFailure(error, words.includes('--json'));
}
