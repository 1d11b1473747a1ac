import { allSteps, runSteps } from './steps.ts';

/**
 * `npm test`: the checks, then every other test on the real local engines. Arguments go to Jest, without other steps.
 */
const jestArguments = process.argv.slice(2);
process.exitCode = await (jestArguments.length > 0
  ? runSteps(['jest'], { args: jestArguments })
  : runSteps(allSteps, { secondChance: true }));
