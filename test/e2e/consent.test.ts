import type { Page } from 'playwright-core';
import { consentNotice } from '../../lambdas/contract/people/consent-notice.ts';
import { asForUsers } from '../support/browser/browser.ts';
import { consentDialog, fitsInto, leaveConsent, sendSignIn, type Credentials } from '../support/browser/page.ts';
import { makeMedia } from '../support/media/tiny-film.ts';
import { waitFor } from '../support/stack/local-stack.ts';
import type { Person } from '../support/stack/sign-in.ts';
import { openSharedSite, type Site } from '../support/stack/site.ts';
import { playAndPause } from '../support/screens/listener-visits.ts';
import { openUploads } from '../support/worlds/uploading.ts';
import { scenario } from '../support/browser/scenario.ts';

let site: Site;
let page: Page;
let admin: Person;
/** A user who has not decided. */
let listener: Credentials;
/** Addresses that pages requested, and sockets that they opened. */
const requested: string[] = [];

const TITLE = 'Film without witnesses';
const film = (): Buffer => {
  const sources = ['-f', 'lavfi', '-i', 'testsrc2=s=64x48:r=5:d=20', '-f', 'lavfi', '-i', 'sine=d=20:r=44100'];
  return makeMedia('film.mp4', [...sources, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac']);
};

beforeAll(async () => {
  site = await openSharedSite();
  [admin, listener] = [await site.accounts.demo('admin'), await site.accounts.register()];
  const uploads = openUploads(site.api, admin.token);
  await uploads.publish(await uploads.make(TITLE, 'film.mp4', film(), 'video'));
  page = await site.openPage({ ...asForUsers, viewport: { width: 320, height: 800 } });
  await leaveConsent(page);
  page.on('request', (request) => requested.push(request.url()));
  page.on('websocket', (socket) => requested.push(socket.url()));
  await page.addInitScript(() => {
    const probes = globalThis as typeof globalThis & { asked?: string[] };
    probes.asked = [];
    const note = (name: string) => void probes.asked?.push(name);
    navigator.geolocation.getCurrentPosition = () => note('place');
    navigator.geolocation.watchPosition = () => {
      note('place');
      return 0;
    };
    navigator.sendBeacon = () => {
      note('beacon');
      return true;
    };
  });
});
afterAll(() => site.close());

/** What was sent that needs consent: the place of the session, and a load of the site. */
const sentByConsent = () => requested.filter((url) => /\/api\/current-session\/(?:place|page-view)$/.test(url));
/** What a page asked the browser for. */
const asked = () => page.evaluate(() => (globalThis as { asked?: readonly string[] }).asked);
/** Loads a page, and waits until it has sent what it sends after loading. */
const load = async (path: string) => {
  // The device is recognized last, three seconds after loading.
  const recognized = page.waitForResponse('**/api/current-session/device');
  await page.goto(`${site.url}${path}`);
  await recognized;
};
const saveButton = () => consentDialog(page).getByRole('button', { name: 'Save Preferences' });
const toggle = (name: string) => consentDialog(page).getByRole('switch', { name });

scenario(
  'a user decides about consent, and what is sent and stored follows',
  [
    'asks a user who has not decided, again after Cancel, and fits into 320 pixels',
    async () => {
      await page.goto(`${site.url}/auth`);
      await sendSignIn(page, listener);
      await toggle('Marketing & Communications').waitFor();
      expect(await toggle('Essential Cookies (Required)').isDisabled()).toBe(true);
      for (const name of ['Analytics & Performance', 'Behavioral Security Analysis', 'Functional Enhancements'])
        expect(await toggle(name).isChecked()).toBe(false);
      await fitsInto(page, [320]);
      await consentDialog(page).getByRole('button', { name: 'Cancel' }).click();
      await consentDialog(page).waitFor({ state: 'hidden' });
      await page.goto(`${site.url}/streaming`);
      await saveButton().waitFor();
    },
  ],
  [
    'sends nothing to anyone else and no analytics while all is off',
    async () => {
      const policy = page.context().waitForEvent('page');
      await consentDialog(page)
        .getByRole('link', { name: /^Privacy Policy/ })
        .click();
      const opened = await policy;
      await opened.getByRole('heading', { level: 1, name: 'Privacy Policy' }).waitFor();
      expect(await consentDialog(opened).count()).toBe(0);
      await opened.close();

      await saveButton().click();
      await page.getByText('Privacy preferences saved').first().waitFor();
      await page.setViewportSize({ width: 1280, height: 900 });
      await playAndPause(page, TITLE);
      for (const path of ['/history', '/plans', '/streaming?q=prelude', '/']) {
        await page.goto(`${site.url}${path}`);
        await page.getByRole('heading', { level: 1 }).first().waitFor();
      }
      const { userPoolEndpoint, wsUrl } = (await (await fetch(`${site.url}/config.json`)).json()) as {
        readonly userPoolEndpoint: string | null;
        readonly wsUrl: string | null;
      };
      const own = new Set(
        [site.url, userPoolEndpoint, wsUrl].flatMap((url) => (url ? [new URL(url, site.url).host] : [])),
      );
      const remote = requested.filter((url) => /^(https?|wss?):/.test(url) && !own.has(new URL(url).host));
      expect(requested.length).toBeGreaterThan(50);
      expect(remote).toEqual([]);
      expect(
        requested.filter((url) => /analytics|telemetry|collect|track(?!s)|geoip|ipify/i.test(new URL(url).pathname)),
      ).toEqual([]);
      await load('/');
      expect([sentByConsent(), await asked()]).toEqual([[], []]);
    },
  ],
  [
    'stores no address while all is off, and the shortened one with consent to analytics',
    async () => {
      const { token, id: adminId } = admin;
      const record = () =>
        site.api.call('security.input-validator', { body: { data: 'meadow', validationType: 'search_query' } }, token);
      const events = async () =>
        (await site.operator.items()).filter(
          ({ resource_type: about, user_id: of }) => about === 'search_query' && of === adminId,
        );
      await record();
      await waitFor('the event', async () => ((await events()).length > 0 ? true : undefined));
      expect((await events()).filter((event) => 'ip_address' in event)).toEqual([]);
      const { notice } = await site.api.call('privacy.get-consent', {}, token);
      const body = {
        p_essential: true,
        p_analytics: true,
        p_behavioral: false,
        p_marketing: false,
        p_functional: false,
        notice_hash: notice.hash,
      } as const;
      await site.api.call('privacy.record-privacy-consent', { body }, token);
      await record();
      const addresses = (await events()).flatMap((event) => ('ip_address' in event ? [event['ip_address']] : []));
      expect(addresses).toEqual([expect.stringMatching(/\.0$|::$/)]);
    },
  ],
  [
    'stores the rounded place of a session with both consents only, until they are withdrawn',
    async () => {
      const { token, id } = admin;
      const { notice } = await site.api.call('privacy.get-consent', {}, token);
      const allow = (p_analytics: boolean, p_functional: boolean) => {
        const others = { p_essential: true, p_behavioral: false, p_marketing: false } as const;
        const body = { ...others, p_analytics, p_functional, notice_hash: notice.hash };
        return site.api.call('privacy.record-privacy-consent', { body }, token);
      };
      const placeAfter = async (analytics: boolean, functional: boolean) => {
        await allow(analytics, functional);
        await site.api.call('sessions.record-place', { body: { latitude: 48.2082, longitude: 16.3738 } }, token);
        const { items } = await site.api.call('sessions.list-sessions', {}, token);
        return items.find(({ current }) => current)?.place;
      };
      const stored = async () =>
        JSON.stringify(
          (await site.operator.items()).filter(({ type, user_id: of }) => type === 'SESSIONS' && of === id),
        );
      expect(await placeAfter(true, false)).toBeNull();
      expect(await stored()).not.toContain('latitude');
      expect(await placeAfter(true, true)).toEqual({ latitude: 48.2, longitude: 16.4 });
      expect(await stored()).toContain('"latitude":48.2,');
      await site.api.call('privacy.withdraw-consent', {}, token);
      expect(await stored()).not.toContain('latitude');
    },
  ],
  [
    'sends by consent only, nothing after it is withdrawn in the profile, and shows every decision with its text',
    async () => {
      await page.goto(`${site.url}/streaming`);
      await page.getByRole('button', { name: 'Profile', exact: true }).click();
      const section = page.getByRole('region', { name: 'Privacy' });
      await section.getByRole('button', { name: 'Change preferences' }).click();
      await toggle('Analytics & Performance').check();
      await saveButton().click();
      await section.getByText('You allow: Analytics & Performance').waitFor();
      // The place needs a second purpose.
      expect([sentByConsent(), await asked()]).toEqual([[], []]);
      await section.getByRole('button', { name: 'Change preferences' }).click();
      await toggle('Functional Enhancements').check();
      await toggle('Behavioral Security Analysis').check();
      // The page that is open counts as loaded when its user allows that. No cache serves this request.
      const viewed = page.waitForResponse('**/api/current-session/page-view');
      await saveButton().click();
      await section.getByText(/^You allow: .*Functional Enhancements/).waitFor();
      await viewed;
      requested.length = 0;
      await load('/streaming');
      expect([sentByConsent().map((url) => new URL(url).pathname), await asked()]).toEqual([
        ['/api/current-session/page-view'],
        ['place'],
      ]);
      await page.getByRole('button', { name: 'Profile', exact: true }).click();
      await section.getByRole('button', { name: 'Withdraw consent' }).click();
      await section.getByText('You allow only what is essential.').waitFor();
      await section.getByText('Your decisions').click();
      await section.getByRole('listitem').nth(3).waitFor();
      const decisions = await section.getByRole('listitem').allTextContents();
      expect(decisions.map((text) => text.split(',')[0])).toEqual(['Withdrawn', 'Saved', 'Saved', 'Saved']);
      await section
        .getByText(new RegExp(`^Text ${consentNotice.version}`))
        .first()
        .click();
      await section.getByText(/^Choose what this site may do with your data/).waitFor();
      requested.length = 0;
      await load('/streaming');
      await load('/history');
      expect(requested.length).toBeGreaterThan(20);
      expect([sentByConsent(), await asked()]).toEqual([[], []]);
      expect(site.problems).toEqual([]);
    },
  ],
);
