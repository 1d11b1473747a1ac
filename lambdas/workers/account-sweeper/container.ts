import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import type { Logger } from '../../domain/logger.ts';
import { clientSettings } from '../../platform/client-settings.ts';
import { createAccountPool } from './account-pool.ts';
import type { Env } from './env.ts';
import { sweepAccounts } from './sweep-accounts.ts';

/** Composes the daily sweep of accounts. */
export const createHandler = ({ USER_POOL_ID }: Env, logger: Logger) => {
  const pool = createAccountPool(new CognitoIdentityProviderClient(clientSettings), USER_POOL_ID);
  return () => sweepAccounts({ pool, logger, now: Date.now });
};
