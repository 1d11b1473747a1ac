import { join } from 'node:path';
import {
  CloudFormationClient,
  DescribeStacksCommand,
  type DescribeStacksCommandOutput,
} from '@aws-sdk/client-cloudformation';
import { z } from 'zod';
import { stageNamed, type Stage, type StageName } from '../infra/stages.ts';
import { clientSettings } from '../lambdas/platform/client-settings.ts';
import { dataFolderOf, findRunning } from './data-folder.ts';

/** A message for the operator, without a stack. */
export class OperatorError extends Error {}

/** Where a stage keeps its data: the outputs of its data stack. */
const Outputs = z.object({
  TableName: z.string(),
  UserPoolId: z.string(),
  UploadsBucket: z.string(),
  MediaBucket: z.string(),
});

/** A stage as an operator's command reaches it. */
export interface StageResources extends z.infer<typeof Outputs> {
  readonly stage: StageName;
}

/**
 * The same, with the buckets that no backup holds: the search index can be made again, and the copies of the audit log
 * are backups themselves.
 */
export interface OpenStage extends StageResources {
  readonly SearchBucket: string;
  readonly AuditBucket: string;
}

/** Points the SDK at the running local cloud. */
const useLocalCloud = async (): Promise<void> => {
  const folder = dataFolderOf(join(import.meta.dirname, '..'));
  const running = await findRunning(folder);
  if (!running)
    throw new OperatorError(
      `No Soundstage is running on ${folder}. Start it with \`npm start\` (and the same SOUNDSTAGE_DATA) first.`,
    );
  Object.assign(process.env, running.env);
};

const knownStage = (name: string): Stage => {
  try {
    return stageNamed(name);
  } catch (error) {
    throw new OperatorError(error instanceof Error ? error.message : String(error));
  }
};

/** What an operator can do about a stage that cannot be found. */
const explain = (error: unknown, stage: StageName, region: string): OperatorError => {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  if (name === 'CredentialsProviderError')
    return new OperatorError(
      `No AWS credentials were found (${message}). Sign in with the AWS CLI, or set AWS_PROFILE.`,
    );
  if (name === 'ValidationError' && message.includes('does not exist'))
    return new OperatorError(
      `There is no stage ${stage} in ${region} of this account: deploy it first, or use credentials of its account.`,
    );
  return new OperatorError(`The stage ${stage} cannot be reached in ${region}: ${message}`);
};

/**
 * Finds a stage's table, pool and buckets by the outputs of its stack, with the AWS credentials of the shell; for the
 * stage `local`, with those of the running `npm start`. Sets `process.env` so that SDK clients made afterwards speak to
 * it. Throws OperatorError.
 */
export const openStage = async (name: string): Promise<OpenStage> => {
  const { name: stage, region } = knownStage(name);
  if (stage === 'local') await useLocalCloud();
  process.env['AWS_REGION'] = region;
  const StackName = `Soundstage-${stage}-Data`;
  const { Stacks }: DescribeStacksCommandOutput = await new CloudFormationClient({ ...clientSettings, region })
    .send(new DescribeStacksCommand({ StackName }))
    .catch((error: unknown) => {
      throw explain(error, stage, region);
    });
  const outputs = Object.fromEntries(
    (Stacks?.[0]?.Outputs ?? []).map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]),
  );
  const wanted = Outputs.extend({ SearchBucket: z.string(), AuditBucket: z.string() });
  const parsed = wanted.safeParse(outputs);
  if (!parsed.success)
    throw new OperatorError(
      `The stack ${StackName} lacks the outputs ${Object.keys(wanted.shape).join(', ')}; deploy it again.`,
    );
  return { stage, ...parsed.data };
};
