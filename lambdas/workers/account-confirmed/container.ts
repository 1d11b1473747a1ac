import type { PostConfirmationTriggerEvent } from 'aws-lambda';
import { createProfileRepository } from '../../data/people/profile-repository.ts';
import { createRightsRepository } from '../../data/people/rights-repository.ts';
import { createTable } from '../../data/table/table.ts';
import type { Logger } from '../../domain/logger.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import type { Env } from './env.ts';
import { recordAccount } from './record-account.ts';

/** Composes the trigger that runs when an account is confirmed. */
export const createHandler = ({ TABLE_NAME }: Env, logger: Logger) => {
  const table = createTable(createDocumentClient(), TABLE_NAME);
  const deps = {
    profiles: createProfileRepository(table),
    rights: createRightsRepository(table),
    now: () => new Date().toISOString(),
  };
  return async (event: PostConfirmationTriggerEvent): Promise<PostConfirmationTriggerEvent> => {
    await recordAccount(deps, event);
    logger.info('Account confirmed', { trigger: event.triggerSource });
    return event;
  };
};
