import { join } from 'node:path';
import { allSteps, changeSteps, runSteps } from '../steps.ts';
import { beOnlyRun, OtherRunError } from './only-run.ts';
import { repeatTests } from './repeat.ts';
import { root } from './run-tool.ts';

/** Most runs of `--repeat`. */
const MAX_REPEATS = 1000;

const USAGE =
  'Usage: npm test [-- --changed | --repeat <number> <test file> … | <arguments of Jest>]. ' +
  `The number is from 1 to ${MAX_REPEATS}.`;

const run = async ([first, ...rest]: readonly string[]): Promise<number> => {
  if (first === undefined) return runSteps(allSteps, { secondChance: true });
  if (first === '--changed') return rest.length === 0 ? runSteps(changeSteps, { onlyChanged: true }) : usage();
  if (first !== '--repeat') return runSteps(['jest'], { args: [first, ...rest] });
  const [times = '', ...paths] = rest;
  const isValid = /^\d+$/.test(times) && Number(times) >= 1 && Number(times) <= MAX_REPEATS && paths.length > 0;
  return isValid ? repeatTests(Number(times), paths) : usage();
};

const usage = (): number => {
  console.error(USAGE);
  return 1;
};

/** Runs `npm test` or `npm run soak` with its arguments. Returns the exit code. */
export const runTestCommand = async (args: readonly string[]): Promise<number> => {
  try {
    beOnlyRun(join(root, '.build', 'test-run.pid'));
  } catch (error) {
    if (!(error instanceof OtherRunError)) throw error;
    console.error(error.message);
    return 1;
  }
  return run(args);
};
