import { demoPassword } from '../../../bin/demo.ts';
import { errorCodeOf, problemOf } from '../../support/api.ts';
import type { LocalStack } from '../../support/stack/local-stack.ts';
import { codeIn } from '../../support/stack/session.ts';
import { sharedStack } from '../../support/stack/shared-stack.ts';
import { newAddress, openCredentialsSite, type CredentialsSite } from './support/credentials-site.ts';

let stack: LocalStack;
let site: CredentialsSite;
const known = newAddress();

beforeAll(async () => {
  stack = await sharedStack();
  site = await openCredentialsSite(stack);
  await site.createAccount(known);
});
afterAll(async () => {
  site?.close();
  await stack?.stop();
});

describe('emails', () => {
  it('are at most three per address and five minutes, across all endpoints', async () => {
    for (const email of [newAddress(), known]) {
      await site.resetLimits(email);
      const before = (await site.mailsTo(email)).length;
      const keys = [
        'credentials.request-sign-up',
        'credentials.request-password-reset',
        'username.request-code',
      ] as const;
      const statuses: number[] = [];
      for (let round = 0; round < 3; round += 1)
        for (const key of keys) statuses.push((await site.api.request(key, { body: { email } })).status);
      expect(statuses).toEqual([202, 202, 202, 429, 429, 429, 429, 429, 429]);
      expect((await site.mailsTo(email)).length - before).toBeLessThanOrEqual(3);
    }
  });

  it('reach a stranger three times at most, however many sign-ups name the address at once', async () => {
    const stranger = newAddress();
    await site.resetLimits();
    const statuses = await Promise.all(
      Array.from(
        { length: 30 },
        async () => (await site.api.request('credentials.request-sign-up', { body: { email: stranger } })).status,
      ),
    );
    expect(statuses.filter((status) => status === 202)).toHaveLength(3);
    await stack.mailTo(stranger);
    // A fourth email of the same kind would have been sent before this one.
    const last = newAddress();
    await site.api.request('credentials.request-sign-up', { body: { email: last } });
    await stack.mailTo(last);
    const sent = (await site.mailsTo(stranger)).length;
    expect(sent).toBeGreaterThanOrEqual(1);
    expect(sent).toBeLessThanOrEqual(3);
  });

  it('notify the owner of an account of a sign-up with its address, without a code', async () => {
    await site.resetLimits(known);
    await site.session.signUp(known, demoPassword);
    const mail = await stack.mailTo(known, ({ subject }) => subject.includes('already have'));
    expect(() => codeIn(mail)).toThrow('no code');
  });
});

describe('a code', () => {
  it('creates one account, once', async () => {
    await site.resetLimits();
    const email = newAddress();
    await site.session.signUp(email, demoPassword);
    const code = codeIn(await stack.mailTo(email));
    const confirm = (password: string) =>
      site.api.request('credentials.confirm-sign-up', { body: { email, code, password } });
    const weak = await confirm('weak');
    expect(problemOf(weak)).toMatchObject({ code: 'validation_failed', issues: [{ path: 'password' }] });
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(demoPassword)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400, 400, 400, 400]);
    await site.session.signIn(email, demoPassword);
  });

  it('sets a new password once, and ends all sign-ins', async () => {
    await site.resetLimits();
    const email = newAddress();
    await site.createAccount(email);
    await site.api.call('credentials.request-password-reset', { body: { email } });
    const code = codeIn(await stack.mailTo(email, ({ subject }) => subject.startsWith('Reset')));
    const reset = (password: string) =>
      site.api.request('credentials.reset-password', { body: { email, code, password } });
    expect((await reset('Another-passphrase-2')).status).toBe(204);
    expect(errorCodeOf(await reset('Another-passphrase-3'))).toBe('code_rejected');
    await expect(site.session.signIn(email, demoPassword)).rejects.toThrow('Incorrect username or password.');
    await site.session.signIn(email, 'Another-passphrase-2');
  });

  it('lets an invited user choose a password, after which the temporary one is void', async () => {
    const email = newAddress();
    await site.resetLimits();
    await site.api.call(
      'people.admin-create-user',
      { body: { email, password: demoPassword, fullName: '' } },
      site.admin,
    );
    await site.api.call('credentials.request-password-reset', { body: { email } });
    const code = codeIn(await stack.mailTo(email, ({ subject }) => subject.startsWith('Reset')));
    const password = 'Another-passphrase-2';
    await site.api.call('credentials.reset-password', { body: { email, code, password } });
    const me = await site.api.call('account.get-me', {}, await site.session.signIn(email, password));
    expect(me).toMatchObject({ email });
  });

  it('moves an account to another address, with profile and search, and frees the first', async () => {
    await site.resetLimits();
    const [email, moved] = [newAddress(), newAddress()];
    await site.createAccount(email);
    const isSignUp = ({ subject }: { readonly subject: string }) => subject.startsWith('Confirm your Soundstage');
    const used = codeIn(await stack.mailTo(email, isSignUp));
    const token = await site.session.signIn(email, demoPassword);
    await site.api.call('credentials.request-email-change', { body: { email: moved } }, token);
    const code = codeIn(await stack.mailTo(moved));
    expect(await site.api.call('credentials.change-email', { body: { code } }, token)).toMatchObject({ email: moved });
    await stack.mailTo(email, ({ subject }) => subject.includes('was changed'));
    await expect(site.session.signIn(email, demoPassword)).rejects.toThrow('Incorrect username or password.');
    await site.session.signIn(moved, demoPassword);
    const search = (q: string) => site.api.call('people.list-people', { query: { q } }, site.admin);
    expect((await search(moved)).items).toHaveLength(1);
    expect((await search(email)).items).toEqual([]);
    await site.resetLimits(email);
    await site.session.signUp(email, demoPassword);
    const fresh = await stack.mailTo(email, (mail) => isSignUp(mail) && codeIn(mail) !== used);
    await site.session.confirm(email, codeIn(fresh));
    await site.session.signIn(email, demoPassword);
  });
});
