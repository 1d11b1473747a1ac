/**
 * `npm run check`: every check that needs no running stack. `npm run check -- --feature <name>` checks all sources and
 * all of the infrastructure, but runs only the feature's unit, web and integration tests.
 */
import { parseArgs } from 'node:util';
import { featureNamed, UnknownFeatureError } from '../test/support/features.ts';
import { featureChecks } from './check/feature-checks.ts';
import { checks, runSteps } from './steps.ts';

/** An invalid argument, printed without a stack. */
class UsageError extends Error {}

const USAGE = 'Usage: npm run check [-- --feature <name>]';

const readFeature = (): string | undefined => {
  try {
    return parseArgs({ options: { feature: { type: 'string' } } }).values.feature;
  } catch (error) {
    // Node's message names the argument in its first sentence.
    throw new UsageError(`${String((error as Error).message).split('. ')[0]}. ${USAGE}`);
  }
};

const main = async (): Promise<number> => {
  const name = readFeature();
  if (name === undefined) return runSteps(checks);
  const feature = featureNamed(name);
  const { steps, files } = featureChecks(feature);
  process.env['SOUNDSTAGE_FEATURE'] = feature.name;
  const kinds = Object.entries(files).map(([step, { length }]) => `${length} ${step.replace('jest:', '')}`);
  console.log(
    `Feature ${feature.name}: ${feature.endpoints.length} endpoints. Test files: ${kinds.join(', ')}, all of infra.`,
  );
  return runSteps(steps, { testFiles: files });
};

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    console.error(error instanceof UnknownFeatureError || error instanceof UsageError ? error.message : error);
    process.exitCode = 1;
  },
);
