import { randomUUID } from 'node:crypto';
import { demoPassword } from '../../../../bin/demo.ts';
import { rateCounterEntity } from '../../../../lambdas/data/people/rate-counter-repository.ts';
import { addressHash, mailsPerAddress, recoveryTries } from '../../../../lambdas/domain/limits/rate-limit.ts';
import { openApi } from '../../../support/api.ts';
import type { LocalStack, Mail } from '../../../support/stack/local-stack.ts';
import { openOperator } from '../../../support/stack/operator.ts';
import { codeIn, openSession } from '../../../support/stack/session.ts';
import { openAccounts } from '../../../support/stack/sign-in.ts';

/** A new address. All have the same length. */
export const newAddress = (): string => `k-${randomUUID()}@example.org`;

/** A running stack, for tests of signing up and recovery. */
export const openCredentialsSite = async (stack: LocalStack) => {
  const [api, operator] = [openApi(stack.url), openOperator(stack)];
  const [accounts, session] = await Promise.all([openAccounts(stack), openSession(stack.url)]);
  return {
    api,
    operator,
    accounts,
    session,
    /** Access token of an administrator. */
    admin: (await accounts.demo('admin')).token,
    /** Signs up, and confirms the address with the mailed code. */
    async createAccount(email: string, password: string = demoPassword): Promise<void> {
      await session.signUp(email, password);
      await session.confirm(email, codeIn(await stack.mailTo(email)));
    },
    /** Starts the limits of visitors' calls, and of emails and recovery codes of these addresses, again. */
    async resetLimits(...emails: readonly string[]): Promise<void> {
      await operator.resetVisitorCalls();
      for (const email of emails)
        for (const { name } of [mailsPerAddress, recoveryTries])
          await operator.remove(rateCounterEntity.key({ rule: name, subject: addressHash(email) }));
    },
    async mailsTo(email: string): Promise<readonly Mail[]> {
      return JSON.parse((await api.send(`/_local/mail?to=${encodeURIComponent(email)}`)).text) as Mail[];
    },
    close(): void {
      for (const client of [api, operator, accounts, session]) client.close();
    },
  };
};

export type CredentialsSite = Awaited<ReturnType<typeof openCredentialsSite>>;
