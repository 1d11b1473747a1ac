import { errorCodeOf, openApi, type Api } from '../../support/api.ts';
import { createFactorTools, type FactorTools } from '../../support/stack/factor-tools.ts';
import type { LocalStack } from '../../support/stack/local-stack.ts';
import { openOperator } from '../../support/stack/operator.ts';
import { openSession, type SiteSession } from '../../support/stack/session.ts';
import { sharedStack } from '../../support/stack/shared-stack.ts';
import { openAccounts, type Accounts } from '../../support/stack/sign-in.ts';
import { openUserPool, type UserPool } from '../../support/stack/user-pool.ts';

let stack: LocalStack;
let api: Api;
let accounts: Accounts;
let session: SiteSession;
let pool: UserPool;
let tools: FactorTools;

beforeAll(async () => {
  stack = await sharedStack();
  const operator = openOperator(stack);
  // Sign-ups of other test files count toward the same limit.
  await operator.resetVisitorCalls().finally(operator.close);
  api = openApi(stack.url);
  accounts = await openAccounts(stack);
  session = await openSession(stack.url);
  pool = openUserPool(session.config);
  tools = createFactorTools({ stack, api, session, pool });
});
afterAll(async () => {
  api?.close();
  accounts?.close();
  session?.close();
  pool?.close();
  await stack?.stop();
});

type Person = Awaited<ReturnType<FactorTools['newPerson']>>;

/** The ways to get rid of lost factors. The code is one of the user's recovery codes. */
const ways: Readonly<Record<string, (person: Person, code: string) => Promise<void>>> = {
  'a recovery code': async (person, code) => {
    expect((await tools.redeem(person.email, code)).status).toBe(204);
  },
  'an administrator': async ({ id }) => {
    const { token } = await accounts.demo('admin');
    await api.call('factors.reset-person', { params: { id }, body: { reason: 'Everything was in one bag' } }, token);
  },
};
const withPassword = async ({ email, password }: Person): Promise<string> =>
  (await pool.signIn(email, password)).AuthenticationResult?.AccessToken ?? '';
const dangerous = (token: string) => api.request('factors.start-totp', {}, token);

describe.each(Object.entries(ways))('factors that are lost, after %s,', (_name, recover) => {
  it('leave the password enough to remove the passkey and set up a new app', async () => {
    const person = await tools.newPerson();
    const { app, codes } = await tools.setUpApp(person);
    const strong = await tools.answerCode(person, await app.nextCode());
    const { authenticator, codes: more } = await tools.addPasskey(strong, 'Lost laptop');
    // The codes of the app recover the passkey too.
    expect(more).toEqual([]);
    await recover(person, codes[0] ?? '');

    const token = await withPassword(person);
    expect(await tools.list(token)).toMatchObject({ items: [{ id: authenticator.id }], setup_wanted: true });
    await api.call('factors.remove-factor', { params: { id: authenticator.id } }, token);
    await tools.setUpApp({ token });
    expect(await tools.list(token)).toMatchObject({ items: [{ id: 'totp' }], setup_wanted: false });
    expect(errorCodeOf(await dangerous(token))).toBe('insufficient_authentication');
  });

  it('include a passkey alone, which counts again once it is found and used', async () => {
    const person = await tools.newPerson();
    const { authenticator, codes } = await tools.addPasskey(person.token, 'Laptop');
    expect(errorCodeOf(await dangerous(await withPassword(person)))).toBe('insufficient_authentication');
    await recover(person, codes[0] ?? '');
    const token = await withPassword(person);
    expect((await dangerous(token)).status).toBe(200);
    await tools.list(await tools.signInByPasskey(person.email, authenticator));
    expect(errorCodeOf(await dangerous(token))).toBe('insufficient_authentication');
  });
});
