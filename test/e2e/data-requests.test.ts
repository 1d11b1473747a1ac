import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import type { Browser, Page } from 'playwright-core';
import { connectLocalStripe } from '../../bin/billing/connect-local.ts';
import { profileEntity } from '../../lambdas/data/people/profile-repository.ts';
import type { RunningCloud } from '../../infra/local/boot.ts';
import { systemClock } from '../../infra/local/clock.ts';
import { GOOD_CARD, submitForm } from '../support/billing/local-stripe.ts';
import { launchBrowser, withoutWorker } from '../support/browser/browser.ts';
import { sendSignIn, signIn } from '../support/browser/page.ts';
import { LONG_AGO } from '../support/flows/flow-tools.ts';
import { scanStores, type StoreHits } from '../support/privacy/scan-stores.ts';
import { assemblyOf } from '../support/stack/assembly.ts';
import { waitFor } from '../support/stack/local-stack.ts';
import { openCloud, startTestCloud, type OpenCloud } from '../support/stack/running-cloud.ts';
import { scenario } from '../support/browser/scenario.ts';

const folder = mkdtempSync(join(tmpdir(), 'soundstage-data-requests-'));
const PASSWORD = 'Soundstage-demo-1';
const leaver = { email: 'leaver@example.org', password: PASSWORD };

let cloud: RunningCloud;
let assemblyDir: string;
let open: OpenCloud;
let browser: Browser;
let token: string;
let userId: string;

beforeAll(async () => {
  assemblyDir = (await assemblyOf('local')).folder;
  [cloud, browser] = await Promise.all([
    // A cloud of its own: this file has a clock that the test moves.
    startTestCloud({
      assemblyDir,
      dataDir: join(folder, 'data'),
      clock: systemClock,
    }),
    launchBrowser(),
  ]);
  open = await openCloud(cloud);
  await connectLocalStripe(cloud);
  await open.person('admin', { admin: true });
  token = await open.person('leaver');
  userId = (await open.api.call('account.get-me', {}, token)).id;
  // The confirmation trigger would have stored the address.
  await open.remove(profileEntity.key({ id: userId }));
  const created_at = '2026-01-01T00:00:00.000Z';
  await open.put(profileEntity.toItem({ id: userId, email: leaver.email, full_name: 'Lea Ver', created_at }));
  await open.api.call('library.create-playlist', { body: { title: 'Mine' } } as never, token);
  const { url } = await open.api.call('billing.create-checkout', { body: { planId: 'premium' } }, token);
  await submitForm(url, { card: GOOD_CARD });
  await waitFor('the purchase', async () =>
    (await open.api.call('billing.check-subscription', {}, token)).plan === 'premium' ? true : undefined,
  );
});

afterAll(async () => {
  await browser?.close();
  open?.close();
  await cloud?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const openPage = async (): Promise<Page> => (await browser.newContext(withoutWorker)).newPage();

const openProfile = async (page: Page) => {
  await page.goto(`${cloud.url}/streaming`);
  await page.getByRole('button', { name: 'Profile' }).click();
  return page.getByRole('region', { name: 'Your data' });
};

/** Asks for erasure in the profile, and returns the link that withdraws it. */
const askErasure = async (page: Page): Promise<string> => {
  const before = cloud.mailbox.list({ to: leaver.email }).length;
  const section = await openProfile(page);
  await section.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete my account' }).click();
  await page.getByText('Your account will be deleted').first().waitFor();
  const mail = await waitFor('the withdraw link', async () => {
    const mails = cloud.mailbox.list({ to: leaver.email });
    return mails.length > before ? mails.find(({ subject }) => subject.includes('will be deleted')) : undefined;
  });
  return /https?:\S+\/keep-account#[\w.-]+/.exec(mail.body)?.[0] ?? '';
};

const identifiers = (): readonly string[] => [userId, leaver.email, 'Lea Ver'];
/** Where the user's identifiers are stored, in the table, the user pool and all versions of all files. */
const scan = (): Promise<StoreHits> => scanStores(cloud, assemblyDir, identifiers());

describe('a user who leaves', () => {
  scenario(
    'downloads everything, changes their mind and is erased',
    [
      'downloads everything first',
      async () => {
        const page = await openPage();
        await signIn(page, cloud.url, leaver);
        const section = await openProfile(page);
        await section.getByRole('button', { name: 'Export my data' }).click();
        await section.getByText(/Your export is ready/).waitFor();
        const download = page.waitForEvent('download');
        await section.getByRole('button', { name: 'Download' }).click();
        const saved = await download;
        expect(saved.suggestedFilename()).toMatch(/^soundstage-export-\d{4}-\d\d-\d\d\.zip$/);
        const files = unzipSync(readFileSync(await saved.path()));
        const text = (name: string) => new TextDecoder().decode(files[name]);
        expect(JSON.parse(text('profile.json'))).toMatchObject([{ email: leaver.email, full_name: 'Lea Ver' }]);
        expect(JSON.parse(text('playlists.json'))).toMatchObject([{ title: 'Mine' }]);
        expect(text('read-me.html')).toContain('Lea Ver');
        await page.context().close();
      },
    ],
    [
      'changes their mind with the link of the email',
      async () => {
        const page = await openPage();
        await signIn(page, cloud.url, leaver);
        const link = await askErasure(page);
        await expect(open.api.call('account.get-me', {}, token)).rejects.toThrow('account_disabled');
        await page.goto(link);
        await page.getByRole('button', { name: 'Keep my account' }).click();
        await page.getByRole('heading', { name: 'You keep your account' }).waitFor();
        await expect(open.api.call('account.get-me', {}, token)).rejects.toThrow('session_ended');
        token = await open.session.signIn(leaver.email, leaver.password);
        expect((await open.api.call('account.get-me', {}, token)).plan).toBe('premium');
        await page.goto('about:blank');
        await page.goto(link);
        await page.getByRole('button', { name: 'Keep my account' }).click();
        await page.getByRole('heading', { name: 'This link is not valid' }).waitFor();
        await page.context().close();
      },
    ],
    [
      'is erased a day after they asked again, from every store',
      async () => {
        const page = await openPage();
        await signIn(page, cloud.url, leaver);
        const before = await scan();
        expect(before.table.length).toBeGreaterThan(5);
        expect([before.pool.length, before.files.length > 0]).toEqual([1, true]);
        await askErasure(page);
        const [request] = (await open.items(`REQUESTS#${userId}`, 'REQUEST#')).filter(
          ({ request_type: type, status }) => type === 'erasure' && status === 'pending',
        );
        const key = { pk: `REQUESTS#${userId}`, sk: `REQUEST#${String(request?.['id'])}` };
        await open.run('privacy-erase');
        expect(await open.read(key)).toMatchObject({ status: 'pending' });
        await open.change(key, { starts_at: LONG_AGO, gsi2sk: `${LONG_AGO}#${String(request?.['id'])}` });
        await open.run('privacy-erase');
        expect(await open.read(key)).toMatchObject({ status: 'completed' });
        const receipt = await open.mailTo(leaver.email, /was deleted/);
        expect(receipt.body).toContain('Payments, invoices and checkouts at Stripe');

        const named = (value: unknown) => identifiers().some((text) => JSON.stringify(value).includes(text));
        const left = await scan();
        // The receipt names the first four. Live tickets expire within an hour, long before an erasure begins.
        // What shows attacks is kept: pages of an account that is disabled make calls that are denied.
        const security = ['ALERT_WINDOW', 'SECURITY_ALERT', 'SECURITY_EVENT'];
        const exceptions = ['DATA_REQUEST', 'RIGHTS', 'AUDIT', 'TICKET', ...security];
        expect(left.table.filter((type) => !exceptions.includes(type))).toEqual([]);
        // The copies of the audit log, like the log itself, name users by id.
        expect([left.pool, left.files.filter((name) => !name.includes('audit'))]).toEqual([[], []]);
        const { account } = cloud.stripe.engine;
        const objects = account.list<{ id: string; object: 'customer'; deleted?: boolean }>('customer');
        expect(objects.filter(named)).toEqual([]);
        const subscriptions = account.list<{ id: string; object: 'subscription'; status: string }>('subscription');
        expect(subscriptions.map(({ status }) => status)).toEqual(['canceled']);
        await expect(open.api.call('account.get-me', {}, token)).rejects.toThrow('account_disabled');

        await page.goto(`${cloud.url}/auth`);
        await sendSignIn(page, leaver);
        await page.getByText('Incorrect username or password.').first().waitFor();
        expect(new URL(page.url()).pathname).toBe('/auth');
        await page.context().close();
      },
    ],
    [
      'is in the list of administrators, by a part of their id',
      async () => {
        const page = await openPage();
        await signIn(page, cloud.url, { email: 'admin@example.org', password: PASSWORD });
        await page.goto(`${cloud.url}/admin/privacy`);
        const table = page.getByRole('table', { name: 'User Data Requests' });
        await table.getByText('rejected').waitFor();
        expect(await table.getByRole('row').count()).toBe(4);
        expect(await table.getByText(`${userId.slice(0, 8)}…`).count()).toBe(3);
        await page.context().close();
      },
    ],
  );
});
