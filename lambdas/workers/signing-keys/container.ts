import { SSMClient } from '@aws-sdk/client-ssm';
import type { Logger } from '../../domain/logger.ts';
import { clientSettings } from '../../platform/client-settings.ts';
import { answerResource } from './answer-resource.ts';
import { createSecretStore } from './secret-store.ts';

/** Composes the custom resource that creates secret keys. */
export const createHandler = (logger: Logger) => {
  const store = createSecretStore(new SSMClient(clientSettings));
  return (event: unknown): Promise<void> => answerResource({ store, logger, request: fetch }, event);
};
