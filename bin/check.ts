import { checks, runSteps } from './steps.ts';

/** `npm run check`: every check that needs no running stack, in under two minutes. */
process.exitCode = await runSteps([checks]);
