import { act, screen, waitFor, within } from '@testing-library/react';
import type { ContentView } from '../../../lambdas/contract/content/content-shapes.ts';
import type { Role } from '../../../lambdas/contract/shared.ts';
import { createApiStub, isUploadList, type ApiStub } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { contentId, contentView } from '../support/content-view.ts';
import { renderApp } from '../support/render-app.tsx';

const LIST = 'GET /api/admin/content';
const page = (items: readonly ContentView[], next_cursor: string | null = null) => ({ body: { items, next_cursor } });
const problem = (code: string, status: number, detail: string) => ({
  status,
  body: { code, title: code, status, detail, requestId: 'r' },
});

const open = (
  items: readonly ContentView[],
  { role = 'admin' as Role, address = '/admin/content', api = createApiStub() } = {},
) => {
  api.on(LIST, page(items));
  return renderApp(address, { signedIn: true, me: { role }, api });
};
const listCalls = (api: ApiStub) =>
  api.requests.filter(({ url }) => url.startsWith('/api/admin/content')).map(({ url }) => url);
const row = async (title: string) => {
  const heading = await screen.findByRole('heading', { level: 2, name: title });
  const found = heading.closest('li');
  if (!found) throw new Error(`No row for ${title}`);
  return within(found);
};

describe('the admin area', () => {
  it('shows its header, without axe violations', async () => {
    open([contentView({ description: '', is_premium: true })]);
    expect(await screen.findByRole('heading', { level: 1, name: 'Content Management' })).toBeVisible();
    expect(screen.getByText('Admin Dashboard')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/');
    expect(screen.getByRole('link', { name: 'Back to Streaming' })).toHaveAttribute('href', '/streaming');
    expect(screen.getByRole('button', { name: 'Sign Out' })).toBeVisible();
    const viper = await row('Viper');
    expect(viper.getByText('No description')).toBeVisible();
    expect(viper.getByText('0 views')).toBeVisible();
    expect(await axeViolations()).toEqual([]);
  });

  it('denies access to listeners', async () => {
    const { api } = open([], { role: 'user' });
    expect(await screen.findByText('Access Denied')).toBeVisible();
    expect(listCalls(api)).toEqual([]);
  });

  it('lets moderators view and play, but not edit', async () => {
    open([contentView({ metadata: { contentType: 'video', artist: '' } })], { role: 'moderator' });
    const viper = await row('Viper');
    expect(viper.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
      'Processing steps of Viper',
      'Play Viper',
    ]);
    expect(screen.queryByRole('button', { name: 'Add Content' })).toBeNull();
  });

  it('shows an error for an unknown page', async () => {
    open([], { address: '/admin/nothing' });
    expect(await screen.findByRole('heading', { level: 1, name: 'Oops! Page not found' })).toBeVisible();
    expect(screen.getByText('Admin Dashboard')).toBeVisible();
  });
});

describe('the list', () => {
  it.each([
    ['All Content', '/admin/content', '?limit=24', 'No content available yet'],
    ['Music', '/admin/content?tab=music', 'content_type=music', 'No music content found'],
    ['Videos', '/admin/content?tab=videos', 'content_type=video', 'No video content found'],
    ['Pending Review', '/admin/content?tab=pending', 'status=pending', 'No pending content found'],
  ])('shows the tab %s from the URL, with its text for an empty list', async (tab, address, query, empty) => {
    const { api } = open([], { address });
    expect(await screen.findByText(empty)).toBeVisible();
    expect(screen.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true');
    if (query !== '?limit=24') expect(listCalls(api)).toEqual([expect.stringContaining(query)]);
  });

  it('stores the selected tab in the URL', async () => {
    const { user, path } = open([]);
    await user.click(await screen.findByRole('tab', { name: 'Videos' }));
    expect(path()).toBe('/admin/content?tab=videos');
    await user.click(screen.getByRole('tab', { name: 'All Content' }));
    expect(path()).toBe('/admin/content');
  });

  it('loads page by page', async () => {
    const api = createApiStub();
    const { user } = open([], { api });
    api.on(LIST, ({ url }) =>
      url.includes('cursor=next')
        ? page([contentView({ id: contentId('2'), title: 'Second' })])
        : page([contentView()], 'next'),
    );
    await user.click(await screen.findByRole('button', { name: 'Load more' }));
    expect(await screen.findByRole('heading', { name: 'Second' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Viper' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  it('reports a failed request and retries it', async () => {
    const api = createApiStub();
    const view = renderApp('/admin/content', {
      signedIn: true,
      me: { role: 'admin' },
      api: api.on(LIST, problem('forbidden', 403, 'Not you.')),
    });
    expect(await screen.findByText('Failed to load content. Please try again.')).toBeInTheDocument();
    api.on(LIST, page([contentView()]));
    await view.user.click(await screen.findByRole('button', { name: 'Try again' }));
    await row('Viper');
  });

  it('tests playback and opens the player, or says that there is nothing to play', async () => {
    const { user, api, path } = open([
      contentView(),
      contentView({
        id: contentId('2'),
        title: 'Raw',
        conversion_status: 'failed',
        conversion_error: 'The file is damaged.',
      }),
    ]);
    await user.click((await row('Raw')).getByRole('button', { name: 'Play Raw' }));
    expect(await screen.findByText("This content doesn't have a valid video URL for playback")).toBeInTheDocument();
    api.on('POST /api/functions/get-media-url', problem('media_not_available', 404, 'Not now.'));
    await user.click((await row('Viper')).getByRole('button', { name: 'Play Viper' }));
    await user.click(await screen.findByRole('button', { name: 'Continue to Full Player' }));
    expect(path()).toBe(`/streaming?content=${contentId()}&mode=admin-test`);
  });
});

const postsOf = ({ requests }: ApiStub) =>
  requests.filter((request) => request.method === 'POST' && !isUploadList(request));

describe('conversions', () => {
  const converting = (progress: number) =>
    contentView({
      conversion_status: 'processing',
      conversion_progress: progress,
      conversion_started_at: '1969-12-31T23:59:00.000Z',
      conversion_deadline_at: '1970-01-01T00:01:00.000Z',
    });

  it('show the progress and time left, are polled, and announce their end', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    try {
      const { api } = open([converting(25)]);
      const viper = await row('Viper');
      expect(viper.getByRole('progressbar', { name: 'Conversion of Viper' })).toHaveAttribute('value', '25');
      expect(viper.getByText('about 3 min left')).toBeVisible();
      api.on(LIST, page([contentView()]));
      await act(() => jest.advanceTimersByTimeAsync(2_000));
      expect(await screen.findByText('Viper: conversion completed')).toBeInTheDocument();
      expect(screen.queryByRole('progressbar')).toBeNull();
      const calls = listCalls(api).length;
      await act(() => jest.advanceTimersByTimeAsync(10_000));
      expect(listCalls(api)).toHaveLength(calls);
    } finally {
      jest.useRealTimers();
    }
  });

  it('offer a restart if they are stuck', async () => {
    const { user, clock, api } = open([converting(25)]);
    const viper = await row('Viper');
    expect(viper.queryByText('Conversion stuck - restart available')).toBeNull();
    act(() => clock.advance(62_000));
    expect(await viper.findByText('Conversion stuck - restart available')).toBeVisible();
    api.on(
      'POST /api/functions/aws-conversion-v3',
      problem('invalid_state', 409, 'The uploaded file has not arrived yet.'),
    );
    await user.click(viper.getByRole('button', { name: 'Restart conversion of Viper' }));
    expect(await screen.findByText('Conversion Failed')).toBeInTheDocument();
    expect(
      screen.getByText('No video URL found for conversion. The uploaded file has not arrived yet.'),
    ).toBeInTheDocument();
    api.on('POST /api/functions/aws-conversion-v3', problem('unavailable', 503, 'Not now.'));
    await user.click(viper.getByRole('button', { name: 'Restart conversion of Viper' }));
    expect(await screen.findByText('Restart Failed')).toBeInTheDocument();
    expect(screen.getByText('Could not restart the conversion. Please try again. Not now.')).toBeInTheDocument();
  });

  it('show why they failed, and restart', async () => {
    const { user, api } = open([
      contentView({ conversion_status: 'failed', conversion_error: 'The file is damaged.' }),
    ]);
    api.on('POST /api/functions/aws-conversion-v3', {
      body: { success: true, contentId: contentId(), conversion_status: 'pending' },
    });
    const viper = await row('Viper');
    expect(viper.getByText('Conversion failed: The file is damaged.')).toBeVisible();
    await user.click(viper.getByRole('button', { name: 'Restart conversion of Viper' }));
    await waitFor(() =>
      expect(postsOf(api)[0]?.body).toEqual({
        contentId: contentId(),
        restart: true,
      }),
    );
    expect(await screen.findByText('Conversion restarted')).toBeInTheDocument();
  });

  it('can be repeated for videos, after a confirmation', async () => {
    const { user, api } = open([contentView({ metadata: { contentType: 'video', artist: '' } })]);
    api.on('POST /api/functions/aws-conversion-v3', {
      body: { success: true, contentId: contentId(), conversion_status: 'pending' },
    });
    await user.click((await row('Viper')).getByRole('button', { name: 'Convert Viper again' }));
    const question = await screen.findByRole('alertdialog', { name: 'Convert again?' });
    expect(postsOf(api)).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Convert again' }));
    await waitFor(() =>
      expect(postsOf(api)[0]?.body).toEqual({
        contentId: contentId(),
        restart: true,
      }),
    );
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.getByRole('button', { name: 'Convert Viper again' })).toHaveFocus();
    api.on(
      'POST /api/functions/aws-conversion-v3',
      problem('invalid_state', 409, 'The uploaded file was rejected and removed. Upload it again.'),
    );
    await user.click(screen.getByRole('button', { name: 'Convert Viper again' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Convert again' }));
    expect(
      await screen.findByText(
        'Missing video URL or file information. The uploaded file was rejected and removed. Upload it again.',
      ),
    ).toBeInTheDocument();
  });
});

describe('deleting', () => {
  const DELETE = `DELETE /api/content/${contentId()}`;

  it('asks, removes the row immediately, and reports success', async () => {
    const { user, api } = open([contentView()]);
    const opener = (await row('Viper')).getByRole('button', { name: 'Delete Viper' });
    await user.click(opener);
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
    expect(opener).toHaveFocus();
    expect(api.requests.some(({ method }) => method === 'DELETE')).toBe(false);
    api.on(DELETE, { status: 204 }).on(LIST, page([]));
    await user.click(opener);
    expect(await axeViolations()).toEqual([]);
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Content deleted successfully')).toBeInTheDocument();
    expect(await screen.findByText('No content available yet')).toBeVisible();
  });

  it('restores the row if the request fails', async () => {
    const { user, api } = open([contentView()]);
    api.on(DELETE, problem('forbidden', 403, 'Not you.'));
    await user.click((await row('Viper')).getByRole('button', { name: 'Delete Viper' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Failed to delete content. Please try again. Not you.')).toBeInTheDocument();
    await row('Viper');
  });
});
