import { errorCodeOf } from '../../support/api.ts';
import { openFactorSite, type FactorSite } from './support/factor-site.ts';

let site: FactorSite;
let api: FactorSite['api'];
let accounts: FactorSite['accounts'];
let pool: FactorSite['pool'];
let tools: FactorSite['tools'];

beforeAll(async () => {
  site = await openFactorSite();
  ({ api, accounts, pool, tools } = site);
});
afterAll(() => site?.close());

type Person = Awaited<ReturnType<FactorSite['tools']['newPerson']>>;

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
