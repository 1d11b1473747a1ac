import { openApi } from '../../../support/api.ts';
import { createFactorTools } from '../../../support/stack/factor-tools.ts';
import { openOperator } from '../../../support/stack/operator.ts';
import { openSession } from '../../../support/stack/session.ts';
import { sharedStack } from '../../../support/stack/shared-stack.ts';
import { openAccounts } from '../../../support/stack/sign-in.ts';
import { openUserPool } from '../../../support/stack/user-pool.ts';

/**
 * The shared stack, its clients and the tools for tests of factors. They sign many users up, so the limits of visitors'
 * calls, which other files have used, start again.
 */
export const openFactorSite = async () => {
  const stack = await sharedStack();
  const [api, operator] = [openApi(stack.url), openOperator(stack)];
  await operator.resetVisitorCalls();
  const [accounts, session] = [await openAccounts(stack), await openSession(stack.url)];
  const pool = openUserPool(session.config);
  return {
    stack,
    api,
    operator,
    accounts,
    session,
    pool,
    tools: createFactorTools({ stack, api, session, pool }),
    async close(): Promise<void> {
      for (const client of [api, operator, accounts, session, pool]) client.close();
      await stack.stop();
    },
  };
};

export type FactorSite = Awaited<ReturnType<typeof openFactorSite>>;
