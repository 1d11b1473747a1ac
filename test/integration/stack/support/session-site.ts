import { errorCodeOf, openApi } from '../../../support/api.ts';
import { openOperator } from '../../../support/stack/operator.ts';
import { openSession } from '../../../support/stack/session.ts';
import { sharedStack } from '../../../support/stack/shared-stack.ts';

/** Sessions that a user can have at once in tests of sessions. */
export const LIMIT = 3;

/** The stack that tests of sessions share, and its clients. */
export const openSessionSite = async () => {
  const stack = await sharedStack({ sessionLimit: LIMIT });
  const session = await openSession(stack.url);
  const [operator, api] = [openOperator(stack), openApi(stack.url)];
  return {
    stack,
    session,
    operator,
    api,
    /** What a user's call with this token returns: `allowed`, or the code of the error. */
    async meOf(token: string): Promise<string> {
      const response = await api.request('account.get-me', {}, token);
      return response.status === 200 ? 'allowed' : errorCodeOf(response);
    },
    async close(): Promise<void> {
      for (const client of [api, operator, session]) client.close();
      await stack.stop();
    },
  };
};

export type SessionSite = Awaited<ReturnType<typeof openSessionSite>>;
