import { screen, waitFor, within } from '@testing-library/react';
import type { ConsentRecord, PrivacyConsent } from '../../../lambdas/contract/people/consent.ts';
import { currentNotice } from '../../../lambdas/domain/privacy/notice.ts';
import { createApiStub } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { renderApp, testPerson } from '../support/render-app.tsx';

const none: PrivacyConsent = {
  user_id: testPerson.id,
  essential: true,
  analytics: false,
  behavioral: false,
  marketing: false,
  functional: false,
};

const toggles = [
  'Essential Cookies (Required)',
  'Analytics & Performance',
  'Behavioral Security Analysis',
  'Functional Enhancements',
  'Marketing & Communications',
];

const TITLE = 'Privacy & Cookie Consent';

afterEach(() => {
  Reflect.deleteProperty(navigator, 'globalPrivacyControl');
});

/** Opens a screen as a user with a stored decision, or none, over an API that stores decisions. */
const open = (address: string, stored: PrivacyConsent | null) => {
  let consent = stored;
  const api = createApiStub()
    .on('GET /api/privacy/consent', () => ({ body: { consent, notice: currentNotice } }))
    .on('POST /api/rpc/record_privacy_consent', ({ body }) => {
      const fields = body as Record<string, boolean>;
      consent = {
        user_id: testPerson.id,
        essential: true,
        analytics: fields['p_analytics'] ?? false,
        behavioral: fields['p_behavioral'] ?? false,
        marketing: fields['p_marketing'] ?? false,
        functional: fields['p_functional'] ?? false,
      };
      return { body: consent };
    })
    .on('POST /api/privacy/withdraw-consent', () => ({ body: none }));
  const allowed = (['analytics', 'behavioral', 'marketing', 'functional'] as const).filter((name) => stored?.[name]);
  return renderApp(address, { signedIn: true, api, me: { consent: stored ? allowed : null } });
};

const dialog = async () => within(await screen.findByRole('dialog', { name: TITLE }));

describe('the consent dialog', () => {
  it("opens for a user who has not decided, with the specification's toggles, off but the required one", async () => {
    open('/plans', null);
    const shown = await dialog();
    expect(
      (await shown.findAllByRole('switch')).map((toggle) => (toggle as HTMLInputElement).labels?.[0]?.textContent),
    ).toEqual(toggles);
    const [essential, ...others] = shown.getAllByRole('switch');
    expect(essential).toBeChecked();
    expect(essential).toBeDisabled();
    for (const toggle of others) expect(toggle).not.toBeChecked();
    expect(shown.getByRole('link', { name: /^Privacy Policy/ })).toHaveAttribute('target', '_blank');
    expect(shown.getByText(/change your preferences later in your account settings/)).toBeVisible();
    expect(shown.getByText(/automatic deletion after 2 years of inactivity/)).toBeVisible();
    expect(await axeViolations()).toEqual([]);
  });

  it('stores the decision about the shown text, and does not open again', async () => {
    const { user, api, services } = open('/plans', null);
    const shown = await dialog();
    await user.click(await shown.findByRole('switch', { name: 'Functional Enhancements' }));
    await user.click(shown.getByRole('button', { name: 'Save Preferences' }));
    expect(await screen.findByText('Privacy preferences saved')).toBeVisible();
    expect(screen.getByText('Your consent preferences have been recorded.')).toBeVisible();
    expect(screen.queryByRole('dialog', { name: TITLE })).not.toBeInTheDocument();
    expect(api.requests.find(({ url }) => url.endsWith('record_privacy_consent'))?.body).toEqual({
      p_essential: true,
      p_analytics: false,
      p_behavioral: false,
      p_marketing: false,
      p_functional: true,
      notice_hash: currentNotice.hash,
    });
    expect(services.queries.getQueryData(['account.get-me'])).toMatchObject({ consent: ['functional'] });
  });

  it('stores nothing on Cancel, and asks again with the next visit', async () => {
    const { user, api, unmount } = open('/plans', null);
    await user.click(await (await dialog()).findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: TITLE })).not.toBeInTheDocument());
    expect(api.requests.some(({ url }) => url.includes('record_privacy_consent'))).toBe(false);
    unmount();
    open('/plans', null);
    await dialog();
  });

  it.each([
    ['after a decision', '/plans', none],
    ['over the policy that it links to', '/privacy', null],
  ])('does not open %s', async (_name, address, stored) => {
    const { services } = open(address, stored);
    await waitFor(() => expect(services.queries.getQueryData(['account.get-me'])).toBeDefined());
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('dialog', { name: TITLE })).not.toBeInTheDocument();
  });

  it('keeps the choice when saving fails', async () => {
    const { user, api } = open('/plans', null);
    api.on('POST /api/rpc/record_privacy_consent', { status: 503, body: {} });
    const shown = await dialog();
    await user.click(await shown.findByRole('switch', { name: 'Analytics & Performance' }));
    await user.click(shown.getByRole('button', { name: 'Save Preferences' }));
    expect(await screen.findByText('Error saving preferences')).toBeVisible();
    expect(screen.getByText('Failed to save your privacy preferences. Please try again.')).toBeVisible();
    expect(shown.getByRole('switch', { name: 'Analytics & Performance' })).toBeChecked();
  });

  it('shows a changed text again instead of storing a decision about the old one', async () => {
    const { user, api } = open('/plans', null);
    const shown = await dialog();
    await shown.findByRole('switch', { name: 'Analytics & Performance' });
    const changed = { ...currentNotice, hash: 'f'.repeat(64), lead: 'A new lead.' };
    api
      .on('GET /api/privacy/consent', { body: { consent: null, notice: changed } })
      .on('POST /api/rpc/record_privacy_consent', {
        status: 409,
        body: {
          code: 'notice_changed',
          title: 'The text has changed. Please read it again.',
          status: 409,
          requestId: 'r',
        },
      });
    await user.click(shown.getByRole('button', { name: 'Save Preferences' }));
    expect(await shown.findByText('A new lead.')).toBeVisible();
    expect(await screen.findByText('The text has changed. Please read it again.')).toBeVisible();
  });

  it('holds marketing off while the browser sends Global Privacy Control', async () => {
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true, configurable: true });
    const { user, api } = open('/plans', null);
    const shown = await dialog();
    const marketing = await shown.findByRole('switch', { name: 'Marketing & Communications' });
    expect(marketing).toBeDisabled();
    expect(marketing).toHaveAccessibleDescription(/Global Privacy Control/);
    await user.click(shown.getByRole('button', { name: 'Save Preferences' }));
    await screen.findByText('Privacy preferences saved');
    expect(api.requests.find(({ url }) => url.endsWith('record_privacy_consent'))?.body).toMatchObject({
      p_marketing: false,
    });
  });
});

describe('privacy in the profile', () => {
  const record = (fields: Partial<ConsentRecord>): ConsentRecord => ({
    id: '01HZX3V5Q8W9T2M4N6P7R8S0A1',
    user_id: testPerson.id,
    recorded_at: '2026-03-04T05:06:07.000Z',
    event: 'recorded',
    purposes: [],
    global_privacy_control: false,
    notice_version: 1,
    notice_language: 'en',
    notice_hash: currentNotice.hash,
    ...fields,
  });

  const openProfile = async (stored: PrivacyConsent) => {
    const app = open('/plans', stored);
    await app.user.click(await screen.findByRole('button', { name: 'Profile' }));
    return { ...app, section: within(await screen.findByRole('region', { name: 'Privacy' })) };
  };

  it('shows what is allowed, changes it, and withdraws it', async () => {
    const { user, section } = await openProfile({ ...none, analytics: true, functional: true });
    expect(section.getByText('You allow: Analytics & Performance, Functional Enhancements')).toBeVisible();
    await user.click(section.getByRole('button', { name: 'Change preferences' }));
    const shown = await dialog();
    expect(await shown.findByRole('switch', { name: 'Analytics & Performance' })).toBeChecked();
    await user.click(shown.getByRole('switch', { name: 'Behavioral Security Analysis' }));
    await user.click(shown.getByRole('button', { name: 'Save Preferences' }));
    expect(await section.findByText(/^You allow: .*Behavioral Security Analysis/)).toBeVisible();
    await user.click(section.getByRole('button', { name: 'Withdraw consent' }));
    expect(await section.findByText('You allow only what is essential.')).toBeVisible();
    expect(section.queryByRole('button', { name: 'Withdraw consent' })).not.toBeInTheDocument();
  });

  it('lists every decision with the hash of its text, and shows the text', async () => {
    const { user, api, section } = await openProfile(none);
    api.on('GET /api/privacy/consents', {
      body: {
        items: [
          record({ event: 'withdrawn', notice_hash: null }),
          record({ id: '01HZX3V5Q8W9T2M4N6P7R8S0A0', purposes: ['marketing'] }),
        ],
        next_cursor: null,
      },
    });
    await user.click(section.getByText('Your decisions'));
    const items = await section.findAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Withdrawn.*Only essential$/),
      expect.stringMatching(
        new RegExp(`^Saved.*Marketing & CommunicationsText 1, ${currentNotice.hash.slice(0, 12)}$`),
      ),
    ]);
    api.on(`GET /api/privacy/notices/${currentNotice.hash}`, { body: { ...currentNotice, lead: 'The lead of then.' } });
    await user.click(section.getByText(/^Text 1/));
    expect(await section.findByText('The lead of then.')).toBeVisible();
    expect(section.getByText('Behavioral Security Analysis')).toBeVisible();
    expect(await axeViolations()).toEqual([]);
  });

  it('says when a text cannot be loaded, and tries again', async () => {
    const { user, api, section } = await openProfile(none);
    api.on('GET /api/privacy/consents', { body: { items: [record({})], next_cursor: null } });
    const route = `GET /api/privacy/notices/${currentNotice.hash}`;
    api.on(route, { status: 404, body: { code: 'not_found', title: 'Not found', status: 404, requestId: 'r' } });
    await user.click(section.getByText('Your decisions'));
    await user.click(await section.findByText(/^Text 1/));
    const retry = await section.findByRole('button', { name: 'Try again' });
    api.on(route, { body: currentNotice });
    await user.click(retry);
    expect(await section.findByText(currentNotice.lead)).toBeVisible();
  });
});
