import type { Logger } from '../../domain/logger.ts';
import { ensureKey, type SecretStore } from './ensure-key.ts';
import { KeyProperties, ResourceRequest } from './resource-request.ts';

/** Dependencies of the worker. */
export interface AnswerDeps {
  readonly store: SecretStore;
  readonly logger: Logger;
  /** `fetch`: the response URL is plain HTTP in the local cloud. */
  readonly request: typeof fetch;
}

const outcomeOf = async ({ store, logger }: AnswerDeps, event: ResourceRequest) => {
  const PhysicalResourceId = event.PhysicalResourceId ?? event.LogicalResourceId;
  // A deletion keeps the secret. A stage that is created again must accept existing signatures, and CloudFormation
  // rolls back a failed update with a Delete of the new resource.
  if (event.RequestType === 'Delete') return { Status: 'SUCCESS', PhysicalResourceId };
  try {
    const {
      Kind: kind,
      ParameterName: parameterName,
      KeyVersion: version,
    } = KeyProperties.parse(event.ResourceProperties);
    const Data = await ensureKey(store, { kind, parameterName });
    // NoEcho hides a secret in CloudFormation's console and API.
    const NoEcho = kind === 'origin-secret';
    return { Status: 'SUCCESS', PhysicalResourceId: `${parameterName}:${version}`, NoEcho, Data };
  } catch (error) {
    logger.error('Could not create the key', { logicalId: event.LogicalResourceId }, error);
    // Only the error's name: the messages of key parsers can quote their input.
    return {
      Status: 'FAILED',
      PhysicalResourceId,
      Reason: `Could not create the key: ${error instanceof Error ? error.name : 'error'}. See the function's log.`,
    };
  }
};

/**
 * Handles one custom resource request of CloudFormation. It always sends a response, because the stack waits for it.
 * Throws when the response cannot be delivered, so that the invocation is retried.
 */
export const answerResource = async (deps: AnswerDeps, input: unknown): Promise<void> => {
  const event = ResourceRequest.parse(input);
  const { StackId, RequestId, LogicalResourceId } = event;
  const body = JSON.stringify({ ...(await outcomeOf(deps, event)), StackId, RequestId, LogicalResourceId });
  // CloudFormation's URL is presigned without a content type. Sending one breaks the signature.
  const response = await deps.request(event.ResponseURL, { method: 'PUT', headers: { 'content-type': '' }, body });
  if (!response.ok) throw new Error(`CloudFormation rejected the response: ${response.status}`);
};
