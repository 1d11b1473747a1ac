import type { BrowserContextOptions, Page } from 'playwright-core';
import { demoAccounts, demoPassword } from '../../bin/demo.ts';
import { claimsOf } from '../support/stack/sign-in.ts';
import { startBusyMeter } from '../support/busyness.ts';
import { demoCredentials, fitsInto, sendSignIn } from '../support/browser/page.ts';
import { showTheme, themes, violationsOf } from '../support/screens/look.ts';
import { otherDevice } from '../support/browser/other-device.ts';
import { openSession, type SiteSession } from '../support/stack/session.ts';
import { openSite, type Site } from '../support/stack/site.ts';

const CLOSED_WITHIN_MS = 2_000;
/** A browser that has never been here. */
const elsewhere: BrowserContextOptions = { storageState: { cookies: [], origins: [] } };

let site: Site;
let session: SiteSession;
beforeAll(async () => {
  // A cloud of its own: this file allows few sessions.
  site = await openSite({ sessionLimit: 3 });
  session = await openSession(site.url);
});
afterAll(async () => {
  session?.close();
  await site?.close();
});
afterEach(async () => {
  await Promise.all(site.browser.contexts().map((context) => context.close()));
  // Every test begins without sessions of the listener.
  const token = await session.signIn(demoAccounts.listener.email, demoPassword);
  await site.api.request('sessions.end-others', {}, token);
  await endSession(token, token);
});

const endSession = (token: string, ended: string) =>
  site.api.request('sessions.end-session', { params: { sessionId: String(claimsOf(ended)['origin_jti']) } }, token);
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
/** The visible text of a notification; screen readers get another copy. */
const toast = (page: Page, text: string) => page.getByText(text, { exact: true });
const openProfile = async (page: Page) => {
  await page.getByRole('button', { name: 'Profile' }).click();
  return page.getByRole('region', { name: 'Sessions' });
};

it('asks which session to end when someone signs in a fourth time', async () => {
  const tokens = await Promise.all([1, 2, 3].map(() => session.signIn(demoAccounts.listener.email, demoPassword)));
  for (const token of tokens) await site.api.call('account.get-me', {}, token);
  const page = await site.openPage();
  await page.goto(`${site.url}/auth`);
  await sendSignIn(page, demoCredentials('listener'));
  const tooMany = dialog(page, 'Too Many Sessions');
  await tooMany.getByText('You have 3 active sessions (max 3). Please log out unused devices.').waitFor();
  for (const theme of themes) {
    await showTheme(page, theme);
    expect(await violationsOf(page)).toEqual([]);
  }
  await fitsInto(page, [320, 1280]);
  await tooMany
    .getByRole('button', { name: /^End Session on/ })
    .first()
    .click();
  await tooMany.waitFor({ state: 'detached' });
  await page.goto(`${site.url}/streaming`);
  await page.getByRole('button', { name: 'Profile' }).waitFor();
});

it('signs the other browser out within two seconds, and says why there', async () => {
  const device = await otherDevice(site, { email: demoAccounts.listener.email, password: demoPassword });
  const [here, there] = [await site.signedIn('listener'), await site.signedIn('listener', device)];
  await here.goto(`${site.url}/streaming`);
  // The other browser learns of it from the live channel, to which each page connects with a ticket of its own.
  await Promise.all([there.waitForResponse('**/api/live-ticket'), there.goto(`${site.url}/streaming`)]);
  const sessions = await openProfile(here);
  await sessions.getByText('This device').waitFor();
  expect(await violationsOf(here)).toEqual([]);
  const [meter, clicked] = [startBusyMeter(), Date.now()];
  await sessions.getByRole('button', { name: /^End Session on/ }).click();
  await there.waitForURL('**/auth');
  const elapsed = (Date.now() - clicked) / meter.stop();
  await toast(there, 'This session was ended on another device. Sign in to continue.').waitFor();
  console.log(`Signed out after ${Math.round(elapsed)} ms`);
  expect(elapsed).toBeLessThan(CLOSED_WITHIN_MS);
  await here.getByRole('listitem').filter({ hasText: 'This device' }).waitFor();
});

it('warns before the session ends, in every tab, and extends it for all of them', async () => {
  const one = await site.signedIn('listener');
  const other = await site.openPage(one.context());
  const expiring = { expires_in: 290 };
  for (const page of [one, other]) {
    await page.route('**/api/current-session', (route) => route.fulfill({ json: expiring }));
    await page.goto(`${site.url}/streaming`);
  }
  const warnings = [one, other].map((page) => dialog(page, 'Session Expiring Soon'));
  for (const warning of warnings) await warning.waitFor();
  const first = warnings[0] ?? dialog(one, '');
  await first.getByText(/^4:\d\d$/).waitFor();
  await first.getByRole('button', { name: 'Extend Session' }).click();
  for (const warning of warnings) await warning.waitFor({ state: 'detached' });
  await toast(one, 'Your session has been extended for another 24 hours.').waitFor();
});

it('leads to the sign-in screen when the user logs out of an expiring session', async () => {
  const page = await site.signedIn('listener');
  await page.route('**/api/current-session', (route) => route.fulfill({ json: { expires_in: 290 } }));
  await page.goto(`${site.url}/streaming`);
  await dialog(page, 'Session Expiring Soon').getByRole('button', { name: 'Logout Now' }).click();
  await page.waitForURL('**/auth');
  // Its place is free at once.
  const token = await session.signIn(demoAccounts.listener.email, demoPassword);
  expect((await site.api.call('sessions.list-sessions', {}, token)).items).toHaveLength(1);
});

it('reports a new device there, and asks about it on a known one', async () => {
  const known = await site.signedIn('listener');
  // Each page reports its device once, and the answer must not be cached.
  await Promise.all([known.waitForResponse('**/api/current-session/device'), known.goto(`${site.url}/streaming`)]);
  const stranger = await site.signedIn('listener', elsewhere);
  await stranger.goto(`${site.url}/streaming`);
  const warning = "We detected a change in your device. If this wasn't you, please secure your account.";
  await toast(stranger, warning).waitFor();
  const question = dialog(known, 'Device Change Detected');
  // A page asks for changes of its session at most every 30 s.
  await question.waitFor({ timeout: 60_000 });
  await question.getByRole('button', { name: 'It Was Me' }).click();
  await question.waitFor({ state: 'detached' });
  const sessions = await openProfile(known);
  await sessions.getByText('This device').waitFor();
  expect(await sessions.getByText('New device').count()).toBe(0);
});
