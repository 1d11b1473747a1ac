import { act, screen, waitFor, within } from '@testing-library/react';
import type { ContentView } from '../../../lambdas/contract/content/content-shapes.ts';
import { createApiStub } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { contentId, contentView } from '../support/content-view.ts';
import { renderApp } from '../support/render-app.tsx';

const video = (tail: string, title: string, parts: Partial<ContentView>) =>
  contentView({ id: contentId(tail), title, metadata: { contentType: 'video', artist: '' }, ...parts });
const running = video('1', 'River', { conversion_status: 'processing', conversion_progress: 40 });
const waiting = video('2', 'Coast', { conversion_status: 'pending', created_at: new Date().toISOString() });
const broken = video('3', 'Peak', { conversion_status: 'failed', conversion_error: 'the file has no video track' });

const statusIn = (url: string) => new URLSearchParams(url.split('?')[1]).get('conversion_status');

/** Opens the panel while the server has `items`, which a test can change. `alwaysListed` is in every list. */
const open = async (initial: readonly ContentView[], { alwaysListed }: { alwaysListed?: ContentView } = {}) => {
  const server = { items: initial };
  const api = createApiStub().on('GET /api/admin/content', ({ url }) => {
    const status = statusIn(url);
    const items = server.items.filter(
      (item) => status === null || item.conversion_status === status || item === alwaysListed,
    );
    return { body: { items, next_cursor: null } };
  });
  const view = renderApp('/admin/content', { signedIn: true, me: { role: 'admin' }, api });
  const opener = await screen.findByRole('button', { name: 'Video conversions' });
  act(() => opener.click());
  const dialog = within(await screen.findByRole('dialog', { name: 'Video Conversion Management' }));
  const requests = () => api.requests.filter(({ url }) => statusIn(url) !== null);
  return { ...view, api, server, dialog, requests };
};

it('shows the videos that are being converted, wait or failed, and restarts a failed one', async () => {
  const { user, api, dialog, requests } = await open([running, waiting, broken, contentView()]);
  const section = async (name: string) => within(await dialog.findByRole('region', { name }));
  const processing = await section('Processing (1)');
  expect(processing.getByRole('progressbar', { name: 'Conversion of River' })).toHaveAttribute('value', '40');
  expect((await section('Waiting (1)')).getByText('Waiting to start')).toBeVisible();
  expect((await section('Failed (1)')).getByText(/^Conversion failed: the file has no video track/)).toBeVisible();
  expect(dialog.queryByText('Viper')).toBeNull();
  expect(requests().every(({ url }) => url.includes('content_type=video'))).toBe(true);
  expect(await axeViolations()).toEqual([]);

  api.on('POST /api/functions/aws-conversion-v3', {
    body: { success: true, contentId: broken.id, conversion_status: 'pending' },
  });
  await user.click(dialog.getByRole('button', { name: 'Restart conversion of Peak' }));
  await waitFor(() =>
    expect(api.requests.find(({ url }) => url.endsWith('aws-conversion-v3'))?.body).toEqual({
      contentId: broken.id,
      restart: true,
    }),
  );
});

it('cancels a running conversion after a confirmation, and says why it cannot', async () => {
  const { user, api, server, dialog } = await open([running, waiting, broken]);
  await dialog.findByRole('region', { name: 'Processing (1)' });
  expect(dialog.getAllByRole('button', { name: /^Cancel conversion/ })).toHaveLength(2);
  const route = `/api/content/${running.id}/conversion/cancel`;
  api.on(`POST ${route}`, () => {
    server.items = [
      waiting,
      { ...running, conversion_status: 'failed', conversion_error: 'An administrator canceled it.' },
    ];
    return { body: { content_id: running.id, conversion_status: 'failed' } };
  });
  const confirm = async (title: string) => {
    await user.click(dialog.getByRole('button', { name: `Cancel conversion of ${title}` }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Cancel this conversion?' }));
    expect(await axeViolations()).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Cancel conversion' }));
  };
  await confirm('River');
  expect(await screen.findByText('Conversion canceled')).toBeVisible();
  expect(await dialog.findByText(/^Conversion failed: An administrator canceled it\./)).toBeVisible();
  expect(api.requests.filter(({ url }) => url === route)).toHaveLength(1);
  api.on(`POST /api/content/${waiting.id}/conversion/cancel`, {
    status: 409,
    body: { code: 'invalid_state', title: 'x', status: 409, detail: 'It has ended.', requestId: 'r' },
  });
  await confirm('Coast');
  expect(await screen.findByText('It has ended.')).toBeVisible();
});

it('shows a video once that changes its state while the lists load', async () => {
  const { api, dialog } = await open([running], { alwaysListed: running });
  await waitFor(() => expect(api.requests.filter(({ url }) => statusIn(url) !== null)).toHaveLength(3));
  expect(await dialog.findAllByRole('heading', { name: 'River' })).toHaveLength(1);
});

it('asks for the progress every three seconds while there is no live connection', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  try {
    const { server, dialog, requests } = await open([running]);
    await dialog.findByRole('region', { name: 'Processing (1)' });
    const before = requests().length;
    server.items = [{ ...running, conversion_progress: 70 }];
    await act(() => jest.advanceTimersByTimeAsync(2_000));
    expect(requests()).toHaveLength(before);
    await act(() => jest.advanceTimersByTimeAsync(1_200));
    expect(requests()).toHaveLength(before + 3);
    expect(dialog.getByRole('progressbar', { name: 'Conversion of River' })).toHaveAttribute('value', '70');
    server.items = [];
    await act(() => jest.advanceTimersByTimeAsync(3_000));
    expect(dialog.getByText('All videos are converted.')).toBeVisible();
  } finally {
    jest.useRealTimers();
  }
});

it('loads a page that was requested again when the list reloads before the page arrives', async () => {
  const { user, api, dialog, requests, services } = await open([running]);
  await dialog.findByRole('region', { name: 'Processing (1)' });
  let isStuck = true;
  api.on('GET /api/admin/content', ({ url }) => {
    if (statusIn(url) !== 'processing') return { body: { items: [], next_cursor: null } };
    if (!url.includes('cursor=')) return { body: { items: [running], next_cursor: 'next' } };
    return isStuck ? new Promise<never>(() => undefined) : { body: { items: [waiting], next_cursor: null } };
  });
  await act(() => services.queries.invalidateQueries());
  await user.click(await dialog.findByRole('button', { name: 'Load more' }));
  await waitFor(() => expect(requests().at(-1)?.url).toContain('cursor=next'));
  isStuck = false;
  await act(() => services.queries.invalidateQueries());
  expect(await dialog.findByRole('heading', { name: 'Coast' })).toBeVisible();
});

it('says that the conversions cannot be loaded, and tries again', async () => {
  const { user, api, dialog } = await open([running]);
  await dialog.findByRole('region', { name: 'Processing (1)' });
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  api.on('GET /api/admin/content', {
    status: 400,
    body: { code: 'validation_failed', title: 'The request is not valid', status: 400, requestId: 'r' },
  });
  const failing = renderApp('/admin/content', { signedIn: true, me: { role: 'admin' }, api });
  await user.click(await within(failing.container).findByRole('button', { name: 'Video conversions' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Video Conversion Management' }));
  const again = await panel.findByRole('button', { name: 'Try again' });
  expect(panel.getByText('The request is not valid')).toBeVisible();
  api.on('GET /api/admin/content', ({ url }) => ({
    body: { items: statusIn(url) === 'processing' ? [running] : [], next_cursor: null },
  }));
  await user.click(again);
  expect(await panel.findByRole('region', { name: 'Processing (1)' })).toBeVisible();
});
