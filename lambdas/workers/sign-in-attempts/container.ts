import { ulid } from 'ulid';
import { createSignInAttemptRepository } from '../../data/sessions/sign-in-attempt-repository.ts';
import { createTable } from '../../data/table/table.ts';
import type { Logger } from '../../domain/logger.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import { createParameters } from '../../platform/parameters.ts';
import { countSignIn, type SignInTriggerEvent } from './count-sign-in.ts';
import type { Env } from './env.ts';

/** Composes the trigger. */
export const createHandler = (env: Env, logger: Logger) => {
  const parameters = createParameters();
  const deps = {
    attempts: createSignInAttemptRepository(createTable(createDocumentClient(), env.TABLE_NAME)),
    readKey: () => parameters.read(env.CURSOR_KEY_PARAMETER),
    newId: ulid,
    logger,
  };
  return (event: SignInTriggerEvent): Promise<SignInTriggerEvent> => countSignIn(deps, event);
};
