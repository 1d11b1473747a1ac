import { act, screen, waitFor, within } from '@testing-library/react';
import { endpoints } from '../../../lambdas/contract/index.ts';
import {
  periodText,
  retention,
  retentionMinutes,
  retentionMonths,
  type RetentionKey,
} from '../../../lambdas/contract/retention.ts';
import { retentionEntries } from '../../../web/src/features/privacy/retention-rows.ts';
import { openApiDocument } from '../../../lambdas/http/openapi.ts';
import { readReference } from '../../../web/src/features/reference/read-document.ts';
import { platform } from '../../../web/src/lib/platform.ts';
import { createApiStub } from '../support/api-stub.ts';
import { renderApp } from '../support/render-app.tsx';

describe('the footer', () => {
  it('links to every public page and to nothing else', async () => {
    renderApp('/');
    const footer = within(await screen.findByRole('navigation', { name: 'Footer' }));
    const links = footer.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links).toEqual([
      ['Features', '/#features'],
      ['Pricing', '/#pricing'],
      ['API Access', '/api-access'],
      ['For business', '/why-choose-us/business'],
      ['For creators', '/why-choose-us/creator'],
      ['About', '/about'],
      ['Support', '/support'],
      ['Terms', '/terms'],
      ['Privacy', '/privacy'],
    ]);
  });
});

describe('pages for audiences', () => {
  it.each(['/why-choose-us/business', '/why-choose-us/creator'])('%s requires an account', async (address) => {
    const { path, router } = renderApp(address);
    await waitFor(() => expect(path()).toBe('/auth'));
    expect(router.state.location.state).toEqual({ from: address });
  });

  it('show the plan and its price from the plan table', async () => {
    renderApp('/why-choose-us/business', { signedIn: true });
    const plan = within(await screen.findByRole('region', { name: 'Business Enterprise' }));
    expect(plan.getByText('$299.99')).toBeInTheDocument();
    expect(plan.getByText('Unlimited storage')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'See all plans' })).toHaveAttribute('href', '/plans');
  });
});

describe('the privacy policy', () => {
  it('states the actual retention periods and the minimum age', async () => {
    renderApp('/privacy');
    const cell = async (row: RegExp) =>
      within(await screen.findByRole('row', { name: row })).getByRole('cell').textContent;
    expect(await cell(/^Usage data/)).toBe('About 24 months');
    expect(await cell(/^Security logs/)).toBe('12 months');
    expect(await cell(/^Your address while you sign up/)).toBe(`${retentionMinutes('code_requests')} minutes`);
    expect(screen.getByText(/not for people under 16/)).toBeInTheDocument();
  });

  it('shows every period of the retention table, except those that concern no one', async () => {
    renderApp('/privacy');
    await screen.findByRole('row', { name: /^Usage data/ });
    const shown = new Map(
      screen.getAllByRole('row').map((row) => {
        const [data, period] = row.children;
        return [data?.textContent ?? '', period?.textContent ?? ''];
      }),
    );
    const keys = Object.keys(retention) as RetentionKey[];
    const wrong = keys.filter((key) => {
      const entry = retentionEntries[key];
      if (!('rows' in entry)) return entry.notPersonal.length < 10;
      const texts = [periodText(retention[key]), `${retentionMonths(key)} months`, `${retentionMinutes(key)} minutes`];
      return !entry.rows.every(([data]) => texts.some((text) => shown.get(data)?.includes(text)));
    });
    // Said in words: the counters of a minute outlive windows of different lengths.
    expect(wrong).toEqual(['rate_counters']);
    expect(shown.get('Abuse prevention counters')).toBe('A few minutes');
  });
});

describe('the API reference', () => {
  const document = openApiDocument(endpoints) as { readonly openapi: string };

  it('lists every endpoint once, with its fields', () => {
    const calls = readReference(document).flatMap((group) => group.calls);
    expect(calls.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      Object.values(endpoints)
        .map(({ method, path }) => `${method} ${path}`)
        .sort(),
    );
    expect(calls.find(({ id }) => id === 'username.get-username')).toMatchObject({
      access: 'public',
      fields: [
        { name: 'email', place: 'body', kind: 'string', required: true },
        { name: 'code', place: 'body', kind: 'string', required: true },
      ],
    });
    // The reference must show the required role, not merely that sign-in is required.
    const access = {
      public: 'public',
      signature: 'public',
      optional: 'optional',
      user: 'signed-in',
      moderator: 'moderator',
      admin: 'admin',
      token: 'smart-token',
    } as const;
    for (const { id, access: shown } of calls)
      expect([id, shown]).toEqual([id, access[endpoints[id as keyof typeof endpoints].auth]]);
    expect(calls.filter(({ summary }) => summary.includes('`'))).toEqual([]);
  });

  it('is shown, and can be loaded again after a failure', async () => {
    const api = createApiStub().on('GET /api/openapi.json', { status: 503, body: {} });
    const { user } = renderApp('/api-access', { api });
    const again = await screen.findByRole('button', { name: /again/ });
    api.on('GET /api/openapi.json', { body: document });
    await user.click(again);
    expect(await screen.findByText('/api/functions/get-username')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'username' })).toHaveAttribute('href', '#api-username');
    expect(screen.getByRole('link', { name: '/api/openapi.json' })).toBeInTheDocument();
  });
});

describe('the name of the platform', () => {
  const before = platform.get();
  afterEach(() => act(() => platform.set(before)));

  it('updates everywhere when it changes', async () => {
    renderApp('/auth');
    await screen.findByRole('heading', { level: 1, name: 'Welcome to Soundstage' });
    act(() => platform.set({ name: 'Nachtradio', description: 'Radio for the night.', planContact: '' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome to Nachtradio' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Nachtradio home' })).toBeInTheDocument();
    expect(screen.getByText('Radio for the night.')).toBeInTheDocument();
    await waitFor(() => expect(document.title).toBe('Sign In · Nachtradio'));
    expect(screen.queryByText(/Soundstage/)).not.toBeInTheDocument();
  });
});
