import { act, screen, within } from '@testing-library/react';
import type { ContentView } from '../../../lambdas/contract/content/content-shapes.ts';
import { createApiStub } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { contentId, contentView, contentWithWaitingFile } from '../support/content-view.ts';
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

it('opens pending content for moderators, and nothing else', async () => {
  const { api, path } = open();
  const viper = await row();
  expect(path()).toBe('/admin/content?tab=pending');
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Pending Review']);
  expect(viper.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Processing steps of Viper',
    'Play Viper',
    'Publish Viper',
    'Return to draft: Viper',
  ]);
  expect(await axeViolations()).toEqual([]);
  expect(
    api.requests
      .filter(({ url }) => url.startsWith('/api/admin/content'))
      .every(({ url }) => url.includes('status=pending')),
  ).toBe(true);
});

it('ignores other tabs in the URL for moderators', async () => {
  const { api } = open('/admin/content?tab=music');
  await row();
  expect(
    api.requests
      .filter(({ url }) => url.startsWith('/api/admin/content'))
      .map(({ url }) => url.includes('status=pending')),
  ).toEqual([true]);
});

it.each([
  ['published', 'Publish Viper', 'Viper was published'],
  ['draft', 'Return to draft: Viper', 'Viper was returned to draft'],
] as const)('sets the status to %s', async (status, button, text) => {
  const { user, api } = open();
  const viper = await row();
  let respond = (): void => undefined;
  const response = new Promise<void>((resolve) => (respond = resolve));
  api.on(EDIT, async () => (await response, api.on(LIST, page([])), { body: { ...pending, status, revision: 5 } }));
  await user.click(viper.getByRole('button', { name: button }));
  // A second click sends nothing.
  await user.click(viper.getByRole('button', { name: button }));
  await act(async () => respond());
  expect(await screen.findByText(text)).toBeVisible();
  expect(await screen.findByText('No pending content found')).toBeVisible();
  expect(api.requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
    { revision: 4, status },
  ]);
});

it('lets administrators review on the Pending Review tab, and publish only playable items', async () => {
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
  expect(screen.getByRole('button', { name: 'Return to draft: Early' })).toBeEnabled();
  expect(await axeViolations()).toEqual([]);
  api.on(EDIT, { body: { ...ready, status: 'published', revision: 5 } });
  await user.click(screen.getByRole('button', { name: 'Publish Ready' }));
  expect(await screen.findByText('Ready was published')).toBeVisible();
});

it('says that another reviewer was first', async () => {
  const { user, api } = open();
  api.on(EDIT, {
    status: 409,
    body: {
      code: 'version_conflict',
      title: 'Someone else changed this in the meantime',
      status: 409,
      requestId: 'r',
    },
  });
  await user.click((await row()).getByRole('button', { name: 'Publish Viper' }));
  expect(await screen.findByText('Someone else changed this in the meantime')).toBeVisible();
});

it('plays a waiting file and decides about it with a reason', async () => {
  const waiting = contentWithWaitingFile();
  const api = createApiStub()
    .on(LIST, page([waiting]))
    .on('POST /api/functions/get-media-url', { status: 503, body: {} });
  const { user } = renderApp('/admin', { signedIn: true, me: { role: 'moderator' }, api });
  const title = await screen.findByRole('heading', { level: 2, name: 'Sidewinder' });
  const item = within(title.closest('li') ?? document.body);
  expect(item.getByText('New file waiting')).toBeVisible();
  expect(item.queryByRole('button', { name: 'Publish Sidewinder' })).toBeNull();
  expect(await axeViolations()).toEqual([]);
  await user.click(item.getByRole('button', { name: 'Play new file of Sidewinder' }));
  expect(await item.findByRole('group')).toBeVisible();
  expect(api.requests.find(({ url }) => url.endsWith('get-media-url'))?.body).toEqual({
    contentId: waiting.id,
    waiting: true,
  });

  await user.click(item.getByRole('button', { name: 'Reject new file of Sidewinder' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Reject the new file of “Sidewinder”?' }));
  await user.click(dialog.getByRole('button', { name: 'Reject new file' }));
  expect(dialog.getByText('Enter a reason.')).toBeVisible();
  await user.type(dialog.getByLabelText('Reason'), 'No sound.');
  const decision = `POST /api/content/${waiting.id}/waiting-file`;
  api.on(decision, { status: 409, body: { code: 'version_conflict', title: 'Changed', status: 409, requestId: 'r' } });
  await user.click(dialog.getByRole('button', { name: 'Reject new file' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent(/^Someone else has decided, or the file has changed\./);
  api.on(decision, () => (api.on(LIST, page([])), { body: { ...waiting, waiting_file: null, revision: 2 } }));
  await user.click(dialog.getByRole('button', { name: 'Reject new file' }));
  expect(await screen.findByText('The new file of Sidewinder was rejected')).toBeVisible();
  expect(await screen.findByText('No pending content found')).toBeVisible();
  expect(api.requests.findLast(({ method, url }) => method === 'POST' && url.endsWith('waiting-file'))?.body).toEqual({
    version: waiting.waiting_file?.version,
    outcome: 'rejected',
    reason: 'No sound.',
  });
});
