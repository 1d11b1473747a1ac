import { screen, waitFor, within } from '@testing-library/react';
import type { ContentCard } from '../../../lambdas/contract/content/content-shapes.ts';
import { createApiStub, type ApiStub } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { contentCard, contentId } from '../support/content-card.ts';
import { renderApp } from '../support/render-app.tsx';

const cards = [contentCard(1, { title: 'Aurora Rising', view_count: 7 }), contentCard(2, { title: 'Glass Harbour' })];
const like = ({ view_count: _views, ...content }: ContentCard) => ({
  content_id: content.id,
  liked_at: '2026-03-04T05:06:07.000Z',
  content,
});
const contentApi = (): ApiStub => createApiStub().on('GET /api/content', { body: { items: cards, next_cursor: null } });
const calls = (api: ApiStub, route: string) =>
  api.requests.filter(({ method, url }) => `${method} ${url.split('?')[0] ?? ''}` === route);
const heart = (title: string) => screen.findByRole('button', { name: `Like ${title}` });

describe('the heart of a card', () => {
  it('is pressed for liked items, and shows a press at once', async () => {
    let answer: () => void = () => undefined;
    const api = contentApi().on(
      `PUT /api/likes/${contentId(2)}`,
      () => new Promise((resolve) => void (answer = () => resolve({ status: 204 }))),
    );
    api.on(`DELETE /api/likes/${contentId(1)}`, { status: 204 });
    const { user } = renderApp('/streaming', { signedIn: true, api, likes: [contentId(1)] });
    await waitFor(async () => expect(await heart('Aurora Rising')).toHaveAttribute('aria-pressed', 'true'));
    const second = await heart('Glass Harbour');
    expect(second).toHaveAttribute('aria-pressed', 'false');
    await user.click(second);
    await waitFor(() => expect(second).toHaveAttribute('aria-pressed', 'true'));
    await waitFor(() => expect(calls(api, `PUT /api/likes/${contentId(2)}`)).toHaveLength(1));
    answer();
    await user.click(await heart('Aurora Rising'));
    await waitFor(async () => expect(await heart('Aurora Rising')).toHaveAttribute('aria-pressed', 'false'));
    await waitFor(() => expect(calls(api, `DELETE /api/likes/${contentId(1)}`)).toHaveLength(1));
    expect(await axeViolations()).toEqual([]);
  });

  it('shows no state before it is known, and a press before that never unlikes', async () => {
    let answer: () => void = () => undefined;
    const api = contentApi().on(`PUT /api/likes/${contentId(2)}`, { status: 204 });
    const { user } = renderApp('/streaming', { signedIn: true, api });
    api.on(
      'GET /api/liked-ids',
      () => new Promise((resolve) => void (answer = () => resolve({ body: { ids: [contentId(1)] } }))),
    );
    const [first, second] = [await heart('Aurora Rising'), await heart('Glass Harbour')];
    expect(first).not.toHaveAttribute('aria-pressed');
    await user.click(first);
    await user.click(second);
    answer();
    await waitFor(() => expect(second).toHaveAttribute('aria-pressed', 'true'));
    expect(first).toHaveAttribute('aria-pressed', 'true');
    await waitFor(() => expect(calls(api, `PUT /api/likes/${contentId(2)}`)).toHaveLength(1));
    expect(api.requests.filter(({ url }) => url.includes(contentId(1)))).toEqual([]);
  });

  it('is undone and reports it when the server rejects the like', async () => {
    const api = contentApi().on(`PUT /api/likes/${contentId(1)}`, {
      status: 409,
      body: { code: 'limit_reached', title: 'You have reached the limit' },
    });
    const { user } = renderApp('/streaming', { signedIn: true, api });
    await user.click(await heart('Aurora Rising'));
    expect((await screen.findAllByText("Your like couldn't be saved"))[0]).toBeInTheDocument();
    expect(await heart('Aurora Rising')).toHaveAttribute('aria-pressed', 'false');
  });
});

describe('Liked Songs', () => {
  it('shows the likes in place of the catalog, without views, page by page', async () => {
    const api = contentApi().on('GET /api/likes', ({ url }) => ({
      body: url.includes('cursor=')
        ? { items: [like(contentCard(3, { title: 'Low Tide' }))], next_cursor: null }
        : { items: [like(cards[0] as ContentCard)], next_cursor: 'next' },
    }));
    const { user, path } = renderApp('/streaming', { signedIn: true, api, likes: [contentId(1)] });
    await heart('Glass Harbour');
    expect(calls(api, 'GET /api/likes')).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Liked Songs' }));
    expect(path()).toBe('/streaming?view=liked');
    expect(await screen.findByRole('heading', { level: 2, name: 'Liked Songs' })).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Glass Harbour' })).not.toBeInTheDocument());
    expect(await screen.findByRole('heading', { name: 'Aurora Rising' })).toBeInTheDocument();
    expect(screen.queryByText('7 views')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    expect(await screen.findByRole('heading', { name: 'Low Tide' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Liked Songs' })).toHaveAttribute('aria-pressed', 'true');
    expect(await axeViolations()).toEqual([]);
    await user.click(screen.getByRole('tab', { name: 'Music' }));
    expect(path()).toBe('/streaming?type=music');
  });

  it('explains how to like an item when there are none', async () => {
    const api = contentApi().on('GET /api/likes', { body: { items: [], next_cursor: null } });
    renderApp('/streaming?view=liked', { signedIn: true, api });
    expect(
      await screen.findByText("You haven't liked any titles yet. To save a title here, select its heart."),
    ).toBeInTheDocument();
    expect(within(screen.getByRole('complementary')).getByRole('button', { name: 'Liked Songs' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  });
});
