import { act, screen, waitFor } from '@testing-library/react';
import type { Role } from '../../../lambdas/contract/shared.ts';
import { createApiStub, type ApiStub } from '../support/api-stub.ts';
import { contentCard } from '../support/content-card.ts';
import { contentView } from '../support/content-view.ts';
import { createFakeLiveServer, type FakeLiveServer } from '../support/fake-live-server.ts';
import { renderApp, testPerson } from '../support/render-app.tsx';

const TICKET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNO_-';
const list = (items: readonly unknown[]) => ({ body: { items, next_cursor: null } });
const calls = (api: ApiStub, route: string) =>
  api.requests.filter(({ method, url }) => `${method} ${url.split('?')[0] ?? ''}` === route).length;

/** Connects the browser's sockets to a server in memory. */
const useFakeSockets = (server: FakeLiveServer) => {
  class FakeWebSocket {
    onopen: (() => void) | null = null;
    onmessage: ((event: { data: string }) => void) | null = null;
    onclose: (() => void) | null = null;
    readonly send: (text: string) => void;
    readonly close: () => void;

    constructor(url: string) {
      const socket = server.openSocket(url, {
        onOpen: () => this.onopen?.(),
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
    .on('GET /api/watch-history', list([]))
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
