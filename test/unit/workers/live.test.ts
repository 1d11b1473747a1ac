import type { DynamoDBRecord } from 'aws-lambda';
import { GoneException, type ApiGatewayManagementApiClient } from '@aws-sdk/client-apigatewaymanagementapi';
import type { EventBridgeClient, PutEventsRequest } from '@aws-sdk/client-eventbridge';
import type { SQSClient } from '@aws-sdk/client-sqs';
import type { LiveMessage } from '../../../lambdas/contract/live/live-messages.ts';
import { itemOf } from '../../../lambdas/data/table/attribute-value.ts';
import { SETTLING_MS } from '../../../lambdas/domain/live/connection.ts';
import type { QueuedSending } from '../../../lambdas/domain/live/ports.ts';
import { FLOOR_MS, type TopicState } from '../../../lambdas/domain/live/slots.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import type { NewSecurityEvent } from '../../../lambdas/domain/security/event.ts';
import { createEventBatches } from '../../../lambdas/platform/messages/event-bus.ts';
import { createChannels, managementEndpoint } from '../../../lambdas/platform/messages/connections.ts';
import { createSendingQueue } from '../../../lambdas/platform/messages/sending-queue.ts';
import { streamFunction, type TableChange } from '../../../lambdas/platform/messages/stream.ts';
import { processChanges } from '../../../lambdas/workers/table-changes/process-changes.ts';
import { deliverTopic } from '../../../lambdas/workers/live-fan-out/deliver-topic.ts';

const ANN = '11111111-2222-4333-8444-555555555555';

/** Topics, connections, gateway and queue in memory. Time advances only when something sleeps. */
const world = () => {
  let now = 1_000_000;
  const states = new Map<string, TopicState>();
  const subscribers = new Map<string, string[]>([['catalog', ['a', 'b', 'c']]]);
  const people = new Map<
    string,
    { connection_id: string; user_id: string; role: 'user' | 'admin'; connected_at: number }[]
  >();
  const forgotten: string[] = [];
  const posted: string[] = [];
  const queued: { sending: QueuedSending; delayMs: number }[] = [];
  const closed: string[] = [];
  const faults = new Map<string, () => 'gone' | 'closed' | 'sent'>();
  /** Details of the events of each call to the event bus, and those that it rejects. */
  const calls: string[][] = [];
  const rejected = new Set<string>();
  const eventClient = {
    async send({ input }: { readonly input: PutEventsRequest }) {
      const details = (input.Entries ?? []).map(({ Detail }) => Detail ?? '');
      calls.push(details);
      if (details.some((detail) => detail.includes('broken-call'))) fail();
      return {
        Entries: details.map((detail) =>
          rejected.has(detail) ? { ErrorCode: 'InternalFailure' } : { EventId: `e-${detail}` },
        ),
      };
    },
  } as Pick<EventBridgeClient, 'send'>;
  /** Security events, each by its kind and session. */
  const recorded: string[] = [];
  /** The user's current rights. Stream records may report older ones. */
  const current = { rights: { role: 'user' as 'user' | 'admin', disabled: false } };
  const deps = {
    readAccess: async () => ({ user_id: ANN, ...current.rights }),
    connections: {
      ofPerson: async (id: string) => people.get(id) ?? [],
      get: async (id: string) => (forgotten.includes(id) ? undefined : ({ connection_id: id } as never)),
      forget: async (id: string) => void forgotten.push(id),
    },
    events: {
      put: async ({ event_type: kind, session_id: session, user_id: userId }: NewSecurityEvent) =>
        void recorded.push([kind, session, userId].join(' ')),
    },
    topics: {
      hasSubscribers: async (topic: string) => (subscribers.get(topic) ?? []).length > 0,
      async changeState<D extends { readonly state?: TopicState | undefined }>(
        topic: string,
        _at: number,
        decide: (state: TopicState) => D,
      ): Promise<D> {
        const decision = decide(states.get(topic) ?? {});
        if (decision.state) states.set(topic, decision.state);
        return decision;
      },
      async *subscribers(topic: string) {
        const all = subscribers.get(topic) ?? [];
        yield all.slice(0, 2);
        yield all.slice(2);
      },
      dropSubscriber: async (topic: string, id: string) =>
        void subscribers.set(
          topic,
          (subscribers.get(topic) ?? []).filter((other) => other !== id),
        ),
    },
    channels: {
      async post(id: string, _message: LiveMessage) {
        const result = faults.get(id)?.() ?? 'sent';
        if (result === 'sent') posted.push(id);
        return result as 'sent' | 'gone';
      },
      async close(id: string) {
        const result = faults.get(id)?.() ?? 'closed';
        if (result === 'closed') closed.push(id);
        return result as 'closed' | 'gone';
      },
    },
    bus: createEventBatches(eventClient),
    queue: { put: async (sending: QueuedSending, delayMs: number) => void queued.push({ sending, delayMs }) },
    logger: silentLogger,
    now: () => now,
    sleep: async (ms: number) => void (now += ms),
    newClaim: () => `claim-${queued.length}`,
  };
  return {
    deps,
    current,
    states,
    subscribers,
    people,
    forgotten,
    posted,
    queued,
    closed,
    faults,
    calls,
    recorded,
    rejected,
    pass: (ms: number) => void (now += ms),
    time: () => now,
  };
};

const change = (id: string, before: object | undefined, after: object | undefined): TableChange => ({
  at: 0,
  id,
  before: before as never,
  after: after as never,
});
const content = (id: string, title: string) =>
  change(id, { type: 'CONTENT', status: 'published', title: '' }, { type: 'CONTENT', status: 'published', title });
const rights = (id: string, role: string, disabled = false) =>
  change(
    id,
    { type: 'RIGHTS', user_id: ANN, role: 'admin', disabled: false },
    { type: 'RIGHTS', user_id: ANN, role, disabled },
  );
const deletedPlaylist = (id: string) =>
  change(`c-${id}`, { type: 'PLAYLIST', id }, { type: 'PLAYLIST', id, deleted_at: 'now' });
const detailOf = (playlistId: string) => JSON.stringify({ playlistId });
const fail = () => {
  throw Object.assign(new Error('no'), { name: 'LimitExceededException' });
};

describe('changes', () => {
  it('queue one delivery for each topic with subscribers, however many there are', async () => {
    const { deps, queued, time } = world();
    const failed = await processChanges(
      deps,
      Array.from({ length: 50 }, (_, index) => content(`c${index}`, `Title ${index}`)),
    );
    expect(failed.size).toBe(0);
    expect(queued).toEqual([{ sending: { topic: 'catalog', claim: 'c0', due_at: time() }, delayMs: 0 }]);
    await processChanges(deps, [content('c50', 'later')]);
    expect(queued).toHaveLength(1);
  });

  it('queue a delivery again when its message did not reach the queue', async () => {
    const { deps, queued } = world();
    const broken = { ...deps, queue: { put: async () => fail() } };
    const changes = [content('c1', 'one'), content('c2', 'two')];
    expect([...(await processChanges(broken, changes))].map(({ id }) => id)).toEqual(['c1']);
    expect((await processChanges(deps, changes)).size).toBe(0);
    expect(queued.map(({ sending }) => sending.claim)).toEqual(['c1']);
  });

  it('of rights close connections that were opened with other rights, also when repeated', async () => {
    const { deps, current, people, closed, forgotten, time } = world();
    people.set(ANN, [
      { connection_id: 'old', user_id: ANN, role: 'admin', connected_at: time() - 60_000 },
      { connection_id: 'new', user_id: ANN, role: 'user', connected_at: time() },
    ]);
    await processChanges(deps, [rights('r1', 'user')]);
    expect([closed, forgotten]).toEqual([['old'], ['old']]);
    current.rights = { role: 'user', disabled: true };
    await processChanges(deps, [rights('r2', 'user', true)]);
    expect(closed).toEqual(['old', 'old', 'new']);
  });

  it('of rights that arrive late close no connection that was opened with the current rights', async () => {
    const { deps, current, people, closed, time } = world();
    people.set(ANN, [{ connection_id: 'new', user_id: ANN, role: 'admin', connected_at: time() }]);
    current.rights = { role: 'admin', disabled: false };
    await processChanges(deps, [rights('r1', 'user'), rights('r2', 'user', true)]);
    expect(closed).toEqual([]);
  });

  it('close a connection as soon as its handshake completes', async () => {
    const { deps, people, closed, faults, time } = world();
    people.set(ANN, [{ connection_id: 'x', user_id: ANN, role: 'admin', connected_at: time() }]);
    const began = time();
    faults.set('x', () => (time() - began < 700 ? 'gone' : 'closed'));
    await processChanges(deps, [rights('r1', 'user')]);
    expect(closed).toEqual(['x']);
    expect(time() - began).toBeLessThan(1000);
  });

  it('stop waiting for a handshake that never completes, and do not wait for an old connection', async () => {
    const { deps, people, faults, forgotten, time } = world();
    faults.set('young', () => 'gone');
    people.set(ANN, [{ connection_id: 'young', user_id: ANN, role: 'admin', connected_at: time() }]);
    const began = time();
    await processChanges(deps, [rights('r1', 'user')]);
    expect(forgotten).toEqual(['young']);
    expect(time() - began).toBeLessThan(SETTLING_MS + 1000);
    faults.set('aged', () => 'gone');
    people.set(ANN, [{ connection_id: 'aged', user_id: ANN, role: 'admin', connected_at: time() - SETTLING_MS }]);
    const then = time();
    await processChanges(deps, [rights('r2', 'user')]);
    expect([forgotten, time()]).toEqual([['young', 'aged'], then]);
  });

  it('of sessions record each sign-in, and each session that ended or was noticed to have expired', async () => {
    const { deps, recorded } = world();
    const stored = (sessions: object) => ({ type: 'SESSIONS', user_id: ANN, sessions });
    const one = { begun: 1, seen: 1, until: 100, label: 'Firefox' };
    const changes: readonly [string, object | undefined, object | undefined][] = [
      ['first', undefined, { a: one }],
      ['second', { a: one }, { a: one, b: { ...one, begun: 2, seen: 2 } }],
      ['activity', { a: one }, { a: { ...one, seen: 5 } }],
      ['continued', { a: one }, { a: { ...one, ended: true }, c: { ...one, seen: 9 } }],
      ['ended', { a: one }, { a: { ...one, until: 3_600_000, ended: true } }],
      ['expired', { a: one }, { a: { ...one, noticed: true } }],
      ['removed by hand', { a: one }, {}],
      ['forgotten', { a: { ...one, noticed: true } }, {}],
      ['erased', { a: one }, undefined],
    ];
    const images = changes.map(([id, before, after]) => change(id, before && stored(before), after && stored(after)));
    expect((await processChanges(deps, images)).size).toBe(0);
    const kinds = ['sign_in a', 'sign_in b', 'session_ended a', 'session_expired a'];
    expect(recorded).toEqual(kinds.map((kind) => `${kind} ${ANN}`));
    const broken = { ...deps, events: { put: async () => fail() } };
    const failed = [...(await processChanges(broken, images))].map(({ id }) => id);
    expect(failed).toEqual(['first', 'second', 'ended', 'expired']);
  });

  it('are retried when a connection could not be closed, after all others were closed', async () => {
    const { deps, people, faults, closed, queued, time } = world();
    faults.set('bad', fail);
    people.set(
      ANN,
      ['bad', 'good'].map((id) => ({
        connection_id: id,
        user_id: ANN,
        role: 'admin' as const,
        connected_at: time() - 60_000,
      })),
    );
    const failed = await processChanges(deps, [rights('r1', 'user'), content('c1', 'one')]);
    expect([[...failed].map(({ id }) => id), closed, queued.length]).toEqual([['r1'], ['good'], 1]);
  });
});

describe('events for the bus', () => {
  const ids = Array.from({ length: 23 }, (_, index) => `p${index}`);

  it('are published in calls of up to ten', async () => {
    const { deps, calls } = world();
    expect((await processChanges(deps, ids.map(deletedPlaylist))).size).toBe(0);
    expect(calls.map(({ length }) => length)).toEqual([10, 10, 3]);
    expect(calls.flat()).toEqual(ids.map(detailOf));
  });

  it('are not published when there are none', async () => {
    const { deps, calls } = world();
    await processChanges(deps, [rights('r1', 'user')]);
    expect(calls).toEqual([]);
  });

  it('are retried without the others of their call when the bus rejects them', async () => {
    const { deps, rejected } = world();
    for (const id of ['p3', 'p21']) rejected.add(detailOf(id));
    const failed = await processChanges(deps, ids.map(deletedPlaylist));
    expect([...failed].map(({ id }) => id)).toEqual(['c-p3', 'c-p21']);
  });

  it('are retried when their call fails, but not those of other calls', async () => {
    const { deps } = world();
    const failed = await processChanges(deps, [...ids.slice(0, 10), 'broken-call', 'next'].map(deletedPlaylist));
    expect([...failed].map(({ id }) => id)).toEqual(['c-broken-call', 'c-next']);
  });
});

describe('a stream', () => {
  it('passes images as values and reports failures by sequence number', async () => {
    const record = (eventID: string, SequenceNumber: string, images: object): DynamoDBRecord => ({
      eventID,
      dynamodb: { SequenceNumber, ApproximateCreationDateTime: 1.5, ...images },
    });
    const seen: TableChange[] = [];
    const handler = streamFunction(
      (image) => itemOf(image as never),
      async (changes) => (seen.push(...changes), new Set(changes.slice(1))),
      silentLogger,
    );
    const answer = await handler({
      Records: [
        record('e1', '10', { NewImage: { type: { S: 'A' }, n: { N: '1' } } }),
        record('e2', '11', { OldImage: { b: { BOOL: true } } }),
      ],
    });
    expect(seen).toEqual([
      { id: 'e1', at: 1500, before: undefined, after: { type: 'A', n: 1 } },
      { id: 'e2', at: 1500, before: { b: true }, after: undefined },
    ]);
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '11' }] });
  });
});

describe('a delivery', () => {
  const sending = (at: number): QueuedSending => ({ topic: 'catalog', claim: 'c', due_at: at });

  it('reaches every subscriber once, and not again within the shortest interval', async () => {
    const { deps, posted, queued, pass, time } = world();
    await deliverTopic(deps, sending(time()));
    expect([...posted].sort()).toEqual(['a', 'b', 'c']);
    await deliverTopic(deps, sending(time()));
    pass(2000);
    await deliverTopic(deps, { ...sending(time()), claim: 'd' });
    expect([posted.length, queued]).toEqual([
      3,
      [{ sending: expect.objectContaining({ claim: 'd' }), delayMs: FLOOR_MS - 2000 }],
    ]);
    pass(3000);
    await deliverTopic(deps, { ...sending(time() - 3000), claim: 'd' });
    expect(posted).toHaveLength(6);
  });

  it('removes closed connections, and a failing connection does not delay the others', async () => {
    const { deps, posted, forgotten, subscribers, queued, faults, time } = world();
    subscribers.set('catalog', ['a', 'gone', 'bad', 'b']);
    faults.set('gone', () => 'gone');
    faults.set('bad', fail);
    await deliverTopic(deps, sending(time()));
    expect([...posted].sort()).toEqual(['a', 'b']);
    expect([forgotten, subscribers.get('catalog')]).toEqual([['gone'], ['a', 'bad', 'b']]);
    expect(queued).toEqual([
      {
        sending: { topic: 'catalog', claim: expect.any(String), due_at: time() + 1, only: ['bad'], tries: 1 },
        delayMs: FLOOR_MS,
      },
    ]);
  });

  it('retries only missed connections, and gives up after three attempts', async () => {
    const { deps, posted, forgotten, queued, faults, pass, time } = world();
    faults.set('b', fail);
    await deliverTopic(deps, sending(time()));
    for (let next = queued.shift(); next; next = queued.shift()) {
      pass(FLOOR_MS + 1);
      await deliverTopic(deps, next.sending);
    }
    expect([[...posted].sort(), forgotten]).toEqual([['a', 'c'], ['b']]);
  });

  it('is dropped when a later one has started, to some connections as to all', async () => {
    const { deps, posted, states, time } = world();
    states.set('catalog', { started_at: time(), free_at: time() });
    await deliverTopic(deps, sending(time() - 10));
    await deliverTopic(deps, { ...sending(time() - 10), only: ['a'], tries: 1 });
    expect(posted).toEqual([]);
  });
});

describe('clients', () => {
  it('call the gateway at the address that browsers connect to', () => {
    expect(managementEndpoint('wss://abc.execute-api.us-east-1.amazonaws.com/ws')).toBe(
      'https://abc.execute-api.us-east-1.amazonaws.com/ws',
    );
    expect(managementEndpoint('ws://127.0.0.1:4711/ws')).toBe('http://127.0.0.1:4711/ws');
  });

  it('distinguish a closed connection from a failing gateway', async () => {
    const answering = (answer: () => unknown) =>
      createChannels('ws://h/ws', { send: async () => answer() } as unknown as ApiGatewayManagementApiClient);
    const closed = answering(() => {
      throw new GoneException({ message: 'Gone', $metadata: {} });
    });
    expect([await closed.post('x', { type: 'pong' }), await closed.close('x')]).toEqual(['gone', 'gone']);
    expect([await answering(() => ({})).post('x', { type: 'pong' }), await answering(() => ({})).close('x')]).toEqual([
      'sent',
      'closed',
    ]);
    await expect(answering(fail).post('x', { type: 'pong' })).rejects.toThrow('no');
  });

  it('round delays up to whole seconds', async () => {
    const delays: unknown[] = [];
    const queue = createSendingQueue('q', {
      send: async (command: { input: { DelaySeconds?: number } }) => void delays.push(command.input.DelaySeconds),
    } as unknown as SQSClient);
    for (const ms of [-5, 0, 1, 1000, 4200, 10_000_000])
      await queue.put({ topic: 'catalog', claim: 'c', due_at: 0 }, ms);
    expect(delays).toEqual([0, 0, 1, 1, 5, 900]);
  });
});
