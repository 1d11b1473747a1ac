import { act, screen, waitFor, within } from '@testing-library/react';
import type { Role } from '../../../lambdas/contract/shared.ts';
import { createApiStub, type ApiStub } from '../support/api-stub.ts';
import { contentCard } from '../support/content-card.ts';
import { contentView } from '../support/content-view.ts';
import { reviewCard, safetyReview, titleId } from '../support/safety.ts';
import { createFakeLiveServer, type FakeLiveServer } from '../support/fake-live-server.ts';
import { renderApp, testPerson } from '../support/render-app.tsx';
import { paid } from '../support/subscription.ts';

const TICKET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNO_-';
const list = (items: readonly unknown[]) => ({ body: { items, next_cursor: null } });
const calls = (api: ApiStub, route: string) =>
  api.requests.filter(({ method, url }) => `${method} ${url.split('?')[0] ?? ''}` === route).length;

/** Connects the browser's sockets to a server in memory. */
const useFakeSockets = (server: FakeLiveServer) => {
  class FakeWebSocket {
    static readonly CONNECTING = 0;
    readyState = FakeWebSocket.CONNECTING;
    onopen: (() => void) | null = null;
    onmessage: ((event: { data: string }) => void) | null = null;
    onclose: (() => void) | null = null;
    readonly send: (text: string) => void;
    readonly close: () => void;

    constructor(url: string) {
      const socket = server.openSocket(url, {
        onOpen: () => {
          this.readyState = realWebSocket.OPEN;
          this.onopen?.();
        },
        onText: (data) => this.onmessage?.({ data }),
        onClose: () => this.onclose?.(),
      });
      this.send = socket.send;
      this.close = socket.close;
    }
  }
  globalThis.WebSocket = FakeWebSocket as unknown as typeof WebSocket;
};

const realWebSocket = globalThis.WebSocket;
afterEach(() => void (globalThis.WebSocket = realWebSocket));

const open = async (
  address: string,
  { role = 'admin' as Role, canSubscribe = (_: string) => true, accepts = (): boolean => true } = {},
) => {
  const server = createFakeLiveServer({ canSubscribe, accepts });
  useFakeSockets(server);
  const api = createApiStub()
    .on('POST /api/live-ticket', { status: 201, body: { ticket: TICKET, expires_in: 30 } })
    .on('GET /api/content', list([contentCard(1, { title: 'Aurora Rising' })]))
    .on('GET /api/admin/content', list([contentView()]));
  const view = renderApp(address, { signedIn: true, me: { role }, api, config: { wsUrl: 'http://localhost/ws' } });
  await waitFor(() => expect(server.open()).toHaveLength(1));
  /** Delivers messages and announces their changes. */
  const pass = (ms = 100) =>
    act(async () => {
      await new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(resolve)));
      view.clock.advance(ms);
    });
  const live = async (topic: string) => {
    await waitFor(() => expect(view.services.live.isLive(topic)).toBe(true));
    await pass();
  };
  return { ...view, api, server, pass, live };
};

const converting = (progress: number) =>
  contentView({
    conversion_status: 'processing',
    conversion_progress: progress,
    conversion_started_at: '1969-12-31T23:59:00.000Z',
    conversion_deadline_at: '1970-01-01T00:01:00.000Z',
  });

describe('the reviews', () => {
  it('show new titles, and keep the open one with its decision when another person decides', async () => {
    const REVIEWS = 'GET /api/admin/safety/reviews';
    const REVIEW = `${REVIEWS}/${titleId(1)}`;
    const { api, server, pass, live, user } = await open('/admin/content', { role: 'moderator' });
    api.on(REVIEWS, list([reviewCard(1)])).on(REVIEW, { body: safetyReview(1) });
    await user.click(await screen.findByRole('link', { name: 'Reviews' }));
    await live('content');
    await user.click(await screen.findByRole('button', { name: /^Lotus 1/ }));
    const panel = within(await screen.findByRole('region', { name: 'Review of Lotus 1' }));
    const decision = {
      id: 'd1',
      outcome: 'rejected',
      verdict: 'review',
      is_current: true,
      policy_version: 1,
      models: [],
      reason: 'Too much',
      on_appeal: false,
      decided_by: testPerson.id,
      decided_by_name: 'Ben',
      decided_at: '2026-03-05T12:00:00.000Z',
    };
    api.on(REVIEWS, list([reviewCard(2)]));
    api.on(REVIEW, {
      body: { ...safetyReview(1), rev: '4-0123456789abcdef', decision: 'rejected', decisions: [decision] },
    });
    server.change('content');
    await pass();
    expect(await screen.findByRole('button', { name: /^Lotus 2/ })).toBeVisible();
    expect(await panel.findByText(/^Rejected by Ben/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: /^Lotus 1/ }));
    expect(screen.queryByRole('button', { name: /^Lotus 1/ })).toBeNull();
  });
});

describe('the plans', () => {
  it('show a new plan that another device bought, as soon as the server reports it', async () => {
    const { api, server, pass, live } = await open('/plans', { role: 'user' });
    await live(`user:${testPerson.id}`);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Choose Premium' })).toBeEnabled());
    api.on('POST /api/functions/check-subscription', { body: paid('premium') });
    api.on('GET /api/me', { body: { ...testPerson, plan: 'premium' } });
    server.change(`user:${testPerson.id}`);
    await pass();
    expect(await screen.findByText('You now have the Premium plan.')).toBeVisible();
    const current = screen.getByRole('button', { name: 'Current Plan' });
    expect(within(current.closest('li') ?? document.body).getByRole('heading')).toHaveTextContent('Premium');
    expect(screen.getByRole('button', { name: 'Select Free Plan' })).toBeEnabled();
  });
});

describe('the content list', () => {
  it('follows a conversion through live messages, without polling', async () => {
    const { api, server, pass, live } = await open('/admin/content');
    api.on('GET /api/admin/content', list([converting(25)]));
    await live('content');
    expect(server.last().url).toBe(`ws://localhost/ws?ticket=${TICKET}`);
    expect(await screen.findByRole('progressbar', { name: 'Conversion of Viper' })).toHaveAttribute('value', '25');
    const before = calls(api, 'GET /api/admin/content');
    jest.useFakeTimers({ advanceTimers: true });
    try {
      await act(() => jest.advanceTimersByTimeAsync(20_000));
    } finally {
      jest.useRealTimers();
    }
    expect(calls(api, 'GET /api/admin/content')).toBe(before);
    api.on('GET /api/admin/content', list([contentView()]));
    server.change('content');
    await pass();
    expect(await screen.findByText('Viper: conversion completed')).toBeInTheDocument();
    expect(calls(api, 'GET /api/admin/content')).toBe(before + 1);
  });

  it('is loaded once after each change, also while the panel with conversions is open', async () => {
    const { api, server, pass, live } = await open('/admin/content');
    await live('content');
    act(() => screen.getByRole('button', { name: 'Video conversions' }).click());
    await screen.findByRole('dialog', { name: 'Video Conversion Management' });
    const LISTS = 4;
    await waitFor(() => expect(calls(api, 'GET /api/admin/content')).toBeGreaterThanOrEqual(LISTS));
    await pass();
    const before = calls(api, 'GET /api/admin/content');
    server.change('content');
    await pass();
    expect(calls(api, 'GET /api/admin/content')).toBe(before + LISTS);
  });

  it('is polled every two seconds while the channel is down', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    try {
      const { api, server, live } = await open('/admin/content');
      api.on('GET /api/admin/content', list([converting(25)]));
      await live('content');
      await screen.findByRole('progressbar', { name: 'Conversion of Viper' });
      const before = calls(api, 'GET /api/admin/content');
      act(() => server.last().kill());
      await act(() => jest.advanceTimersByTimeAsync(6_500));
      expect(calls(api, 'GET /api/admin/content')).toBe(before + 3);
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('the listener', () => {
  it('sees a newly published title', async () => {
    const { api, server, pass, live } = await open('/streaming', { role: 'user' });
    await screen.findByRole('heading', { name: 'Aurora Rising' });
    await live('catalog');
    api.on(
      'GET /api/content',
      list([contentCard(2, { title: 'Glass Harbour' }), contentCard(1, { title: 'Aurora Rising' })]),
    );
    server.change('catalog');
    await pass();
    expect(await screen.findByRole('heading', { name: 'Glass Harbour' })).toBeInTheDocument();
  });

  it('sees an item that was played on another device', async () => {
    const { api, server, pass, live } = await open('/streaming', { role: 'user' });
    await screen.findByText('Titles you play appear here.');
    await live(`history:${testPerson.id}`);
    const card = contentCard(3, { title: 'Low Tide' });
    api.on(
      'GET /api/watch-history',
      list([{ id: 'h', content_id: card.id, watched_at: card.created_at, content: card }]),
    );
    server.change(`history:${testPerson.id}`);
    await pass();
    expect(await screen.findByText('Low Tide')).toBeInTheDocument();
  });
});

describe('while the channel is down, the listener', () => {
  it('sees changes every 30 seconds while the page is visible', async () => {
    let accepting = true;
    const { api, server, pass, live } = await open('/streaming', { role: 'user', accepts: () => accepting });
    await screen.findByRole('heading', { name: 'Aurora Rising' });
    await live('catalog');
    await live(`history:${testPerson.id}`);
    accepting = false;
    act(() => server.last().kill());
    const before = calls(api, 'GET /api/content');
    const card = contentCard(3, { title: 'Low Tide' });
    api
      .on('GET /api/content', list([contentCard(2, { title: 'Glass Harbour' })]))
      .on(
        'GET /api/watch-history',
        list([{ id: 'h', content_id: card.id, watched_at: card.created_at, content: card }]),
      );
    await pass(29_000);
    expect(calls(api, 'GET /api/content')).toBe(before);
    await pass(1_000);
    expect(await screen.findByRole('heading', { name: 'Glass Harbour' })).toBeInTheDocument();
    expect(await screen.findByText('Low Tide')).toBeInTheDocument();
    await pass(30_000);
    await waitFor(() => expect(calls(api, 'GET /api/content')).toBe(before + 2));
    const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    await pass(30_000);
    await pass(30_000);
    expect(calls(api, 'GET /api/content')).toBe(before + 2);
    hidden.mockRestore();
  });
});

describe('rights', () => {
  it('take effect when the server reports a change', async () => {
    const { api, server, pass, live } = await open('/admin/content');
    await screen.findByRole('heading', { level: 1, name: 'Content Management' });
    await live(`user:${testPerson.id}`);
    api.on('GET /api/me', { body: { ...testPerson, role: 'user' } });
    server.change(`user:${testPerson.id}`);
    await pass();
    expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeInTheDocument();
    api.on('GET /api/me', { body: { ...testPerson, role: 'admin' } });
    server.change(`user:${testPerson.id}`);
    await pass();
    expect(await screen.findByRole('heading', { level: 1, name: 'Content Management' })).toBeInTheDocument();
  });

  it('are loaded again when the server closes the connection', async () => {
    const { api, server, live } = await open('/admin/content');
    await screen.findByRole('heading', { level: 1, name: 'Content Management' });
    await live('content');
    api.on('GET /api/me', { body: { ...testPerson, role: 'user' } });
    act(() => server.last().kill());
    expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeInTheDocument();
    // Changed rights end the pause early.
    await waitFor(() => expect(server.open()).toHaveLength(1));
    expect(server.last().topics.has('content')).toBe(false);
  });

  it('of a disabled account close the area and the channel', async () => {
    const { api, server, live } = await open('/admin/content');
    await screen.findByRole('heading', { level: 1, name: 'Content Management' });
    await live('content');
    api.on('GET /api/me', {
      status: 403,
      body: { code: 'account_disabled', title: 'This account is disabled', status: 403, requestId: 'r' },
    });
    act(() => server.last().kill());
    expect(await screen.findByText('This account is disabled')).toBeInTheDocument();
    expect(server.open()).toEqual([]);
  });
});

it('disconnects at sign-out, without socket, ticket or subscriptions', async () => {
  const { api, server, user, services, clock, live } = await open('/streaming', { role: 'user' });
  await live('catalog');
  await user.click(screen.getByRole('button', { name: 'Sign Out' }));
  await waitFor(() => expect(server.open()).toEqual([]));
  await waitFor(() => expect(services.live.topics.get()).toEqual([]));
  const tickets = calls(api, 'POST /api/live-ticket');
  act(() => clock.advance(600_000));
  expect(calls(api, 'POST /api/live-ticket')).toBe(tickets);
});

it('does not connect for visitors', async () => {
  const server = createFakeLiveServer();
  useFakeSockets(server);
  const { api } = renderApp('/', { config: { wsUrl: 'http://localhost/ws' } });
  await screen.findAllByRole('heading', { level: 1 });
  expect(server.sockets).toEqual([]);
  expect(api.requests).toEqual([]);
});
