import type { Page } from 'playwright-core';
import type { Subscription } from '../../lambdas/contract/people/billing.ts';
import { startBusyMeter } from '../support/busyness.ts';
import { recordUserChanges } from '../support/browser/live-changes.ts';
import { makeMedia } from '../support/media/tiny-film.ts';
import { openConsole, type ConsoleClient } from '../support/stack/console.ts';
import { waitFor } from '../support/stack/local-stack.ts';
import { otherDevice } from '../support/browser/other-device.ts';
import { openSharedSite, type Site } from '../support/stack/site.ts';
import { openUploads } from '../support/worlds/uploading.ts';
import { scenario } from '../support/browser/scenario.ts';

const TITLE = 'Prelude in Light';
/** The Cross-Origin-Opener-Policy of the payment page. */
const POLICIES = ['none', 'same-origin', 'same-origin-allow-popups'] as const;

let site: Site;
let local: ConsoleClient;
let contentId: string;

/** A film of 20 seconds. */
const film = (): Buffer => {
  const sources = ['-f', 'lavfi', '-i', 'testsrc2=s=256x144:r=10:d=20', '-f', 'lavfi', '-i', 'sine=d=20:r=44100'];
  const coding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-t', '20'];
  return makeMedia('film.mp4', [...sources, ...coding]);
};

beforeAll(async () => {
  site = await openSharedSite();
  local = openConsole(site.url);
  const { token } = await site.accounts.demo('admin');
  const uploads = openUploads(site.api, token);
  contentId = await uploads.make(TITLE, 'film.mp4', film(), 'video');
  await uploads.publish(contentId, { is_premium: true });
});
afterAll(() => site?.close());
afterEach(() => expect(site.problems).toEqual([]));

/** A new listener on the free plan, signed in in a browser of their own. */
const newListener = async (): Promise<Page> => site.signedIn(await site.accounts.register());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const isPlaying = (page: Page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLMediaElement>('video, audio')].some(({ currentTime }) => currentTime > 0.2),
  );
const openPlans = async (page: Page) => {
  await page.goto(`${site.url}/plans`);
  await button(page, 'Current Plan').waitFor();
};
/** The window that a click opens. */
const popupOf = async (page: Page, click: () => Promise<void>): Promise<Page> => {
  const [popup] = await Promise.all([page.waitForEvent('popup'), click()]);
  return popup;
};
const chooseCard = (payment: Page, card: string) => payment.getByRole('radio', { name: card }).check();
/** Pays on the payment page, and waits until its window is closed. */
const pay = async (payment: Page, action: 'Start trial' | 'Subscribe' = 'Subscribe'): Promise<void> => {
  await chooseCard(payment, 'Visa, succeeds');
  await Promise.all([payment.waitForEvent('close'), payment.getByRole('button', { name: action }).click()]);
};
/** Waits until the part about a plan shows that it is the current one. */
const hasPlan = (page: Page, plan: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2, name: plan, exact: true }) })
    .getByRole('button', { name: 'Current Plan' })
    .waitFor();
/** What the server says about the page's user. */
const subscriptionOf = (page: Page): Promise<Subscription> =>
  page.evaluate(async () => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('.accessToken')) ?? '';
    const response = await fetch('/api/functions/check-subscription', {
      method: 'POST',
      headers: { authorization: `Bearer ${localStorage.getItem(key)}` },
    });
    return (await response.json()) as Subscription;
  });

describe('a free listener', () => {
  let page: Page;

  beforeAll(async () => {
    page = await newListener();
  });
  afterAll(() => page?.context().close());

  scenario(
    'starts a trial, upgrades, cancels and resumes',
    [
      'opens a premium title, starts a trial in a window, returns to the title and plays it',
      async () => {
        await page.goto(`${site.url}/streaming`);
        await page
          .getByRole('button', { name: `Play ${TITLE}`, exact: true })
          .first()
          .click();
        const offer = page.getByRole('alert').filter({ hasText: 'Your plan does not include this content' });
        await offer.getByText('Premium opens it for $19.99 per month.', { exact: false }).waitFor();
        await offer.getByRole('link', { name: 'See plans' }).click();
        await page.getByText(`“${TITLE}” is a premium title`).waitFor();
        const payment = await popupOf(page, () => button(page, 'Start 7-Day Free Trial').click());
        await payment.getByRole('heading', { name: /^Try / }).waitFor();
        expect(new URL(payment.url()).origin).not.toBe(site.url);
        expect(await payment.evaluate(() => [innerWidth, innerHeight])).toEqual([600, 700]);
        // The message disappears after a few seconds.
        const message = page
          .getByText(/^Your free trial of Premium runs until /)
          .first()
          .waitFor();
        await pay(payment, 'Start trial');
        await page.waitForURL('**/streaming');
        await page.getByRole('dialog', { name: 'Media Player' }).waitFor();
        await isPlaying(page);
        await message;
        expect(await subscriptionOf(page)).toMatchObject({
          state: 'trialing',
          plan: 'premium',
          trial: { available: false },
        });
      },
    ],
    [
      'upgrades while the title plays',
      async () => {
        await page.keyboard.press('Escape');
        const mini = page.getByRole('region', { name: 'Mini player' });
        await mini.waitFor();
        await page.getByRole('link', { name: 'Plans' }).click();
        await hasPlan(page, 'Premium');
        const payment = await popupOf(page, () => button(page, 'Choose Creator Pro').click());
        await payment.getByRole('heading', { name: 'Confirm your upgrade' }).waitFor();
        const message = page.getByText('Plan Updated', { exact: true }).first().waitFor();
        await Promise.all([payment.waitForEvent('close'), button(payment, 'Confirm').click()]);
        await hasPlan(page, 'Creator Pro');
        await message;
        expect(await mini.isVisible()).toBe(true);
        expect(await page.evaluate(() => document.querySelector('video')?.error ?? null)).toBeNull();
      },
    ],
    [
      'cancels, and keeps the plan until the end of its period',
      async () => {
        const payment = await popupOf(page, () => button(page, 'Select Free Plan').click());
        await payment.getByRole('heading', { name: 'Cancel your plan' }).waitFor();
        // It is shown for a moment, which can end before the window is closed.
        const message = page
          .getByText(/^Your Creator Pro plan ends on .*\. You keep it until then\.$/)
          .first()
          .waitFor();
        await Promise.all([payment.waitForEvent('close'), button(payment, 'Cancel plan').click()]);
        await message;
        await button(page, 'Resume plan').waitFor();
        await hasPlan(page, 'Creator Pro');
      },
    ],
    [
      'resumes the plan from the profile, in a tab of its own',
      async () => {
        await button(page, 'Profile').click();
        const section = page.getByRole('dialog').getByRole('region', { name: 'Plan and billing' });
        const portal = await popupOf(page, () => section.getByRole('button', { name: 'Resume plan' }).click());
        await button(portal, 'Resume plan').click();
        await portal.getByText(/^(Renews on|Trial until) /).waitFor();
        await Promise.all([
          page.getByText('Your Creator Pro plan continues.').first().waitFor(),
          portal.waitForEvent('close'),
          portal.getByRole('link', { name: 'Return to Soundstage' }).click(),
        ]);
        await section.getByRole('button', { name: 'Manage subscription' }).waitFor();
        expect(await section.getByRole('button', { name: 'Resume plan' }).count()).toBe(0);
        await section.getByText(/^Invoices \(\d+\)$/).click();
        await section
          .getByRole('link', { name: /^Invoice of / })
          .first()
          .waitFor();
        await page.keyboard.press('Escape');
      },
    ],
    [
      'sees on another open screen, within 5 s, what was changed on this one',
      async () => {
        const other = await site.openPage(page.context());
        await openPlans(other);
        await hasPlan(other, 'Creator Pro');
        const payment = await popupOf(page, () => button(page, 'Choose Business Enterprise').click());
        await button(payment, 'Confirm').click();
        await hasPlan(page, 'Business Enterprise');
        const [meter, bought] = [startBusyMeter(), performance.now()];
        await hasPlan(other, 'Business Enterprise');
        expect((performance.now() - bought) / meter.stop()).toBeLessThan(5_000);
        await other.close();
      },
    ],
  );
});

describe('a payment', () => {
  it('with a declined card is tried again with another one', async () => {
    const page = await newListener();
    await openPlans(page);
    const payment = await popupOf(page, () => button(page, 'Choose Premium').click());
    await chooseCard(payment, 'Visa, is declined');
    await button(payment, 'Subscribe').click();
    await payment.getByRole('alert').waitFor();
    expect(await subscriptionOf(page)).toMatchObject({ subscribed: false, plan: 'free' });
    await pay(payment);
    await hasPlan(page, 'Premium');
    expect(await subscriptionOf(page)).toMatchObject({
      subscribed: true,
      subscription_tier: 'premium',
      state: 'active',
    });
    await page.context().close();
  });

  it('that was left continues where it was', async () => {
    const page = await newListener();
    await openPlans(page);
    const left = await popupOf(page, () => button(page, 'Choose Premium').click());
    await left.getByRole('heading', { name: /^Subscribe to / }).waitFor();
    const address = left.url();
    await left.close();
    await page.getByText("Your checkout isn't finished").waitFor();
    const payment = await popupOf(page, () => button(page, 'Continue checkout').click());
    await payment.waitForURL(address);
    await pay(payment);
    await hasPlan(page, 'Premium');
    expect(await page.getByText("Your checkout isn't finished").count()).toBe(0);
    await page.context().close();
  });

  it('in a blocked window happens in the tab itself, which returns to the title', async () => {
    const page = await newListener();
    await page.addInitScript(() => (window.open = () => null));
    await page.goto(`${site.url}/plans?content=${contentId}`);
    await button(page, 'Choose Premium').click();
    await page.waitForURL(({ origin }) => origin !== site.url);
    await chooseCard(page, 'Visa, succeeds');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByRole('heading', { name: 'You have the Premium plan' }).waitFor();
    await page.waitForURL(({ pathname }) => pathname === '/streaming');
    await page.getByRole('dialog', { name: 'Media Player' }).waitFor();
    expect(page.context().pages()).toHaveLength(1);
    await page.context().close();
  });

  it('with a used trial says so in its window, which closes', async () => {
    const page = await newListener();
    await openPlans(page);
    await page.route('**/api/functions/create-checkout', (route) =>
      route.fulfill({
        status: 409,
        contentType: 'application/problem+json',
        json: {
          code: 'TRIAL_ALREADY_USED',
          title: 'You have already used your free trial. Please choose a paid plan.',
        },
      }),
    );
    const message = page.getByText('Trial Expired').first().waitFor();
    const popup = await popupOf(page, () => button(page, 'Start 7-Day Free Trial').click());
    await popup.getByText('You have already used your free trial. Please choose a paid plan.').waitFor();
    await message;
    await waitFor('the window to close', async () => (popup.isClosed() ? true : undefined));
    await page.context().close();
  });
});

describe('a subscription that changes at Stripe', () => {
  const MONTH = 32 * 86_400;

  it('asks in every browser, within 5 s, for the payment that the bank wants confirmed (3-D Secure)', async () => {
    const account = await site.accounts.register();
    const device = await otherDevice(site, account);
    const pages = [await site.signedIn(account), await site.signedIn(account, device)] as const;
    const recorded = pages.map(recordUserChanges);
    const [page, other] = pages;
    await openPlans(page);
    const payment = await popupOf(page, () => button(page, 'Choose Premium').click());
    await chooseCard(payment, 'Visa, needs 3-D Secure for every payment');
    await button(payment, 'Subscribe').click();
    await button(payment, 'Fail authentication').click();
    await payment.getByRole('alert').waitFor();
    expect(await subscriptionOf(page)).toMatchObject({ plan: 'free' });
    await chooseCard(payment, 'Visa, needs 3-D Secure for every payment');
    await button(payment, 'Subscribe').click();
    await Promise.all([payment.waitForEvent('close'), button(payment, 'Complete authentication').click()]);
    await hasPlan(page, 'Premium');
    await openPlans(other);
    await hasPlan(other, 'Premium');

    await local.post('payments/advance', { seconds: MONTH });
    await waitFor('the event of Stripe', async () => (await subscriptionOf(page)).next ?? undefined);
    const [meter, from] = [startBusyMeter(), performance.now()];
    await Promise.all(pages.map((open) => button(open, 'Confirm payment').waitFor()));
    const delays = recorded.map(({ sinceAllowed }) => sinceAllowed(from) / meter.stop());
    expect(Math.max(...delays)).toBeLessThan(5_000);
    const invoice = await popupOf(page, () => button(page, 'Confirm payment').click());
    await button(invoice, 'Pay invoice').click();
    await button(invoice, 'Complete authentication').click();
    await invoice.getByRole('status').filter({ hasText: 'Payment received' }).waitFor();
    await invoice.close();
    await Promise.all(pages.map((open) => button(open, 'Confirm payment').waitFor({ state: 'detached' })));
    expect(await subscriptionOf(page)).toMatchObject({ state: 'active', plan: 'premium', next: null });

    await page.goto(`${site.url}/_local#payments`);
    await button(page, 'Details: invoice.paid').first().click();
    const effect = page.getByRole('region', { name: 'What it did' });
    await effect.filter({ hasText: 'billing-sync: Plan updated from Stripe' }).waitFor();
    expect(await effect.textContent()).toMatch(/type invoice\.paid, plan premium, source stripe/);
    await Promise.all(pages.map((open) => open.context().close()));
  });

  it('ends a plan without ending what plays, and denies the next play', async () => {
    const page = await newListener();
    await openPlans(page);
    await pay(await popupOf(page, () => button(page, 'Choose Premium').click()));
    await hasPlan(page, 'Premium');
    const cancel = await popupOf(page, () => button(page, 'Select Free Plan').click());
    await Promise.all([cancel.waitForEvent('close'), button(cancel, 'Cancel plan').click()]);
    await page.goto(`${site.url}/streaming`);
    const play = page.getByRole('button', { name: `Play ${TITLE}`, exact: true }).first();
    // The first part of a title that this page plays for the first time.
    const part = page.waitForResponse(
      (response) => response.ok() && /\.cmf[av]$/.test(new URL(response.url()).pathname),
    );
    await play.click();
    await isPlaying(page);
    const address = (await part).url();

    await local.post('payments/advance', { seconds: MONTH });
    await waitFor('the end of the plan', async () => ((await subscriptionOf(page)).plan === 'free' ? true : undefined));
    const again = await page.evaluate((url) => fetch(url).then(({ status }) => status), address);
    expect([again, await page.evaluate(() => document.querySelector('video')?.error ?? null)]).toEqual([200, null]);
    await page.reload();
    await play.click();
    await page.getByRole('alert').filter({ hasText: 'Your plan does not include this content' }).waitFor();
    await page.context().close();
  });
});

describe.each(POLICIES)('a payment page with the opener policy %s', (policy) => {
  beforeAll(() => local.post('payments/settings', { openerPolicy: policy }));
  afterAll(() => local.post('payments/settings', { openerPolicy: 'none' }));

  it('can be closed without paying, and used again, and leads to the plan', async () => {
    const page = await newListener();
    await page.addInitScript(() => {
      const open = window.open.bind(window);
      window.open = (...args) => ((globalThis as { opened?: Window | null }).opened = open(...args));
    });
    await openPlans(page);
    const left = await popupOf(page, () => button(page, 'Choose Premium').click());
    await left.getByRole('heading', { name: /^Subscribe to / }).waitFor();
    // The control: a window that looks closed is open.
    expect(await page.evaluate(() => (globalThis as { opened?: Window | null }).opened?.closed)).toBe(
      policy !== 'none',
    );
    // The screen reads the subscription while the user pays, and does not take the page for closed.
    await button(page, 'Choose Premium').waitFor();
    await left.close();
    await button(page, 'Choose Premium').waitFor();
    expect(await subscriptionOf(page)).toMatchObject({ plan: 'free' });
    const payment = await popupOf(page, () => button(page, 'Choose Premium').click());
    await payment.getByRole('heading', { name: /^Subscribe to / }).waitFor();
    await pay(payment);
    await hasPlan(page, 'Premium');
    await page.context().close();
  });
});
