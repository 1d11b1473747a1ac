/**
 * `npm run soak`: every test with all rounds of the random and exhaustive ones, of which `npm test` runs a selection.
 * Takes the arguments of `npm test`.
 */
import { runTestCommand } from './steps/test-command.ts';

process.env['SOUNDSTAGE_SOAK'] = '1';
process.exitCode = await runTestCommand(process.argv.slice(2));
