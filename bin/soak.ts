import { allSteps, runSteps } from './steps.ts';

/**
 * `npm run soak`: every test with all rounds of the random and exhaustive ones, of which `npm test` runs a selection.
 * Arguments go to Jest.
 */
process.env['SOUNDSTAGE_SOAK'] = '1';
const jestArguments = process.argv.slice(2);
process.exitCode = await (jestArguments.length > 0
  ? runSteps(['jest'], { args: jestArguments })
  : runSteps(allSteps, { secondChance: true }));
