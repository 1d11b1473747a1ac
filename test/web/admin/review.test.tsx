import { act, screen, within } from '@testing-library/react';
import type { ContentView } from '../../../lambdas/contract/content/content-shapes.ts';
import { createApiStub } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { contentId, contentView } from '../support/content-view.ts';
import { renderApp } from '../support/render-app.tsx';

const LIST = 'GET /api/admin/content';
const EDIT = `PATCH /api/content/${contentId()}`;
const pending = contentView({ status: 'pending', revision: 4 });
const page = (items: readonly ContentView[]) => ({ body: { items, next_cursor: null } });

const open = (address = '/admin') => {
  const api = createApiStub().on(LIST, page([pending]));
  return renderApp(address, { signedIn: true, me: { role: 'moderator' }, api });
};
const row = async () =>
  within((await screen.findByRole('heading', { level: 2, name: 'Viper' })).closest('li') ?? document.body);

it('leads moderators to what is pending, and shows them nothing else', async () => {
  const { api, path } = open();
  const viper = await row();
  expect(path()).toBe('/admin/content?tab=pending');
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Pending Review']);
  expect(viper.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Steps of Viper',
    'Play Viper',
    'Publish Viper',
    'Back to draft: Viper',
  ]);
  expect(await axeViolations()).toEqual([]);
  expect(
    api.requests
      .filter(({ url }) => url.startsWith('/api/admin/content'))
      .every(({ url }) => url.includes('status=pending')),
  ).toBe(true);
});

it('shows what is pending whatever the address asks for', async () => {
  const { api } = open('/admin/content?tab=music');
  await row();
  expect(
    api.requests
      .filter(({ url }) => url.startsWith('/api/admin/content'))
      .map(({ url }) => url.includes('status=pending')),
  ).toEqual([true]);
});

it.each([
  ['published', 'Publish Viper', 'Viper is published'],
  ['draft', 'Back to draft: Viper', 'Viper is a draft again'],
] as const)('decides: %s', async (status, button, text) => {
  const { user, api } = open();
  const viper = await row();
  let answer = (): void => undefined;
  const asked = new Promise<void>((resolve) => (answer = resolve));
  api.on(EDIT, async () => (await asked, api.on(LIST, page([])), { body: { ...pending, status, revision: 5 } }));
  await user.click(viper.getByRole('button', { name: button }));
  // A second press sends nothing.
  await user.click(viper.getByRole('button', { name: button }));
  await act(async () => answer());
  expect(await screen.findByText(text)).toBeVisible();
  expect(await screen.findByText('No pending content found')).toBeVisible();
  expect(api.requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
    { revision: 4, status },
  ]);
});

it('lets administrators decide where they review, and offers to publish only what there is to play', async () => {
  const ready = { ...pending, title: 'Ready' };
  const early = contentView({
    id: contentId('2'),
    title: 'Early',
    status: 'pending',
    conversion_status: 'processing',
    converted_video_url: null,
  });
  const api = createApiStub().on(LIST, page([ready, early]));
  const { user } = renderApp('/admin/content', { signedIn: true, me: { role: 'admin' }, api });
  await screen.findByRole('heading', { level: 2, name: 'Ready' });
  expect(screen.queryByRole('button', { name: 'Publish Ready' })).toBeNull();
  await user.click(screen.getByRole('tab', { name: 'Pending Review' }));
  expect(await screen.findByRole('button', { name: 'Publish Ready' })).toBeEnabled();
  expect(screen.getByRole('button', { name: 'Publish Early' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Back to draft: Early' })).toBeEnabled();
  expect(await axeViolations()).toEqual([]);
  api.on(EDIT, { body: { ...ready, status: 'published', revision: 5 } });
  await user.click(screen.getByRole('button', { name: 'Publish Ready' }));
  expect(await screen.findByText('Ready is published')).toBeVisible();
});

it('says that it cannot be published, or that somebody was first', async () => {
  const { user, api } = open();
  api.on(EDIT, {
    status: 409,
    body: {
      code: 'version_conflict',
      title: 'Somebody else changed this in the meantime',
      status: 409,
      requestId: 'r',
    },
  });
  await user.click((await row()).getByRole('button', { name: 'Publish Viper' }));
  expect(await screen.findByText('Somebody else changed this in the meantime')).toBeVisible();
});
