/**
 * `npm test`: the checks, then every other test on the real local engines. `--changed` runs what the changes since
 * `main` can affect; `--repeat <number> <test file> …` counts how often tests fail. Other arguments go to Jest.
 */
import { runTestCommand } from './steps/test-command.ts';

process.exitCode = await runTestCommand(process.argv.slice(2));
