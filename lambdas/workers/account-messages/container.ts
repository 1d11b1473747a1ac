import type { CustomMessageTriggerEvent } from 'aws-lambda';
import { createParameters } from '../../platform/parameters.ts';
import type { Env } from './env.ts';
import { writeMessage } from './write-message.ts';

/** Composes the trigger that provides the texts of Cognito's emails. */
export const createHandler = ({ SITE_URL_PARAMETER }: Env) => {
  const parameters = createParameters();
  return async (event: CustomMessageTriggerEvent): Promise<CustomMessageTriggerEvent> =>
    writeMessage(event, await parameters.read(SITE_URL_PARAMETER));
};
