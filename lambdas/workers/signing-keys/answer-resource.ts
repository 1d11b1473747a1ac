import * as z from 'zod/mini';
import type { Logger } from '../../domain/logger.ts';
import { ensureKey, type SecretStore } from './ensure-key.ts';

/** A custom resource request of CloudFormation, as far as it is read. */
const ResourceRequest = z.object({
  RequestType: z.enum(['Create', 'Update', 'Delete']),
  ResponseURL: z.url(),
  StackId: z.string(),
  RequestId: z.string(),
  LogicalResourceId: z.string(),
  PhysicalResourceId: z.optional(z.string()),
  ResourceProperties: z.unknown(),
});

const Properties = z.object({
  Kind: z.enum(['rsa-2048', 'hmac-256']),
  ParameterName: z.string().check(z.startsWith('/')),
  KeyVersion: z.string(),
});

/** What answering needs. */
export interface AnswerDeps {
  readonly store: SecretStore;
  readonly logger: Logger;
  /** `fetch`: the response URL is plain HTTP in the local cloud. */
  readonly request: typeof fetch;
}

type Request = z.infer<typeof ResourceRequest>;

const outcomeOf = async ({ store, logger }: AnswerDeps, event: Request) => {
  const PhysicalResourceId = event.PhysicalResourceId ?? event.LogicalResourceId;
  // Deleting keeps the secret: a stage that is made again must still accept what the old one signed, and an update
  // that fails is rolled back by a Delete of the new one.
  if (event.RequestType === 'Delete') return { Status: 'SUCCESS', PhysicalResourceId };
  try {
    const {
      Kind: kind,
      ParameterName: parameterName,
      KeyVersion: version,
    } = Properties.parse(event.ResourceProperties);
    const Data = await ensureKey(store, { kind, parameterName });
    return { Status: 'SUCCESS', PhysicalResourceId: `${parameterName}:${version}`, Data };
  } catch (error) {
    logger.error('The key was not made', { logicalId: event.LogicalResourceId }, error);
    // Only the error's name: messages of key parsers may quote what they parsed.
    return {
      Status: 'FAILED',
      PhysicalResourceId,
      Reason: `The key was not made: ${error instanceof Error ? error.name : 'error'}. See the function's log.`,
    };
  }
};

/**
 * Serves one CloudFormation request by the raw protocol: always answers the response URL, since a stack waits for it.
 * Throws when the answer cannot be delivered, so that the invocation is tried again.
 */
export const answerResource = async (deps: AnswerDeps, input: unknown): Promise<void> => {
  const event = ResourceRequest.parse(input);
  const { StackId, RequestId, LogicalResourceId } = event;
  const body = JSON.stringify({ ...(await outcomeOf(deps, event)), StackId, RequestId, LogicalResourceId });
  // CloudFormation's URL is presigned without a content type; sending one breaks the signature.
  const response = await deps.request(event.ResponseURL, { method: 'PUT', headers: { 'content-type': '' }, body });
  if (!response.ok) throw new Error(`CloudFormation refused the answer: ${response.status}`);
};
