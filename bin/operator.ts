import { join } from 'node:path';
import {
  CloudFormationClient,
  DescribeStacksCommand,
  type DescribeStacksCommandOutput,
} from '@aws-sdk/client-cloudformation';
import { z } from 'zod';
import { stageNamed, type Stage, type StageName } from '../infra/stages.ts';
import { clientSettings } from '../lambdas/platform/client-settings.ts';
import { dataFolderOf, findRunning } from './start/data-folder.ts';

/** An error that is printed as its message, without a stack. */
export class OperatorError extends Error {}

/** The resources that store a stage's data: the outputs of its data stack. */
const Outputs = z.object({
  TableName: z.string(),
  UserPoolId: z.string(),
  UploadsBucket: z.string(),
  MediaBucket: z.string(),
});

/** A stage with the resources that a backup covers. */
export interface StageResources extends z.infer<typeof Outputs> {
  readonly stage: StageName;
}

/**
 * The same with the buckets that no backup includes: the search index can be rebuilt, and the copies of the audit log
 * are backups themselves.
 */
export interface OpenStage extends StageResources {
  readonly SearchBucket: string;
  readonly AuditBucket: string;
}

/** Points the SDK at the running local cloud. Throws OperatorError when none is running. */
export const useLocalCloud = async (): Promise<void> => {
  const folder = dataFolderOf(join(import.meta.dirname, '..'));
  const running = await findRunning(folder);
  if (!running)
    throw new OperatorError(
      `No Soundstage is running on ${folder}. Start one with \`npm start\` (and the same SOUNDSTAGE_DATA) first.`,
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

/** Explains why a stage cannot be opened, and what to do about it. */
const explain = (error: unknown, stage: StageName, region: string): OperatorError => {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  if (name === 'CredentialsProviderError')
    return new OperatorError(`No AWS credentials found (${message}). Sign in with the AWS CLI, or set AWS_PROFILE.`);
  if (name === 'ValidationError' && message.includes('does not exist'))
    return new OperatorError(
      `Stage ${stage} does not exist in ${region} of this account. Deploy it, or use another account's credentials.`,
    );
  return new OperatorError(`Can't reach stage ${stage} in ${region}: ${message}`);
};

/**
 * Finds a stage's table, user pool and buckets from its stack outputs, with the AWS credentials of the shell; for the
 * stage `local`, with those of the running `npm start`. Sets `process.env` so that SDK clients created afterwards use
 * the stage. Throws OperatorError.
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
  const schema = Outputs.extend({ SearchBucket: z.string(), AuditBucket: z.string() });
  const parsed = schema.safeParse(outputs);
  if (!parsed.success)
    throw new OperatorError(
      `The stack ${StackName} must have the outputs ${Object.keys(schema.shape).join(', ')}. Deploy it again.`,
    );
  return { stage, ...parsed.data };
};
