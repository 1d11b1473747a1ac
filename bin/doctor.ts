/**
 * `npm run doctor -- bedrock --stage <dev|prod>`: checks with the AWS credentials of the shell that the account can use
 * the stage's language model, before or after the stage chooses `bedrock` for its topics. Asks the model one question.
 * Exits with 1 when something is wrong.
 */
import { parseArgs } from 'node:util';
import { stages, type StageName } from '../infra/stages.ts';
import { createLanguageModel } from '../lambdas/platform/bedrock/language-model.ts';
import { createModelStatus } from '../lambdas/platform/bedrock/model-status.ts';
import { checkBedrock } from './doctor/check-bedrock.ts';
import { OperatorError } from './operator.ts';

const USAGE = 'Usage: npm run doctor -- bedrock --stage <dev|prod>';

const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { stage: { type: 'string' } } });
  const { stage: name } = values;
  if (positionals.join() !== 'bedrock' || name === undefined || !Object.hasOwn(stages, name))
    throw new OperatorError(USAGE);
  // The values of an operator, such as addresses, need not be filled in yet.
  const { region, analysis } = stages[name as StageName];
  if (name === 'local') throw new OperatorError('The local cloud has no language model. Name a stage on AWS.');
  console.log(`Stage ${name} finds topics with ${analysis.topics}.`);
  process.env['AWS_REGION'] = region;
  const isRight = await checkBedrock({
    profile: analysis.languageModel,
    region,
    readStatus: createModelStatus(),
    ask: createLanguageModel(analysis.languageModel),
    print: console.log,
    now: Date.now,
  });
  if (!isRight) process.exitCode = 1;
};

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
