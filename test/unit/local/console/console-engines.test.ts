import { arnOf, DEAD, FAILED, QUEUE, RULE, startConsole, type TestConsole } from './console-support.ts';

let local: TestConsole;
beforeAll(async () => {
  local = await startConsole();
});
afterAll(() => local.stop());

interface QueueLine {
  name: string;
  available: number;
  oldestAt: number | null;
  sources: string[];
  takesFailures: boolean;
}
interface MessageLine {
  id: string;
  error?: string;
  source?: string;
  body?: string;
}
interface Redriven {
  moved: number;
  called: number;
  failures: { id: string; reason: string }[];
}

describe('queues', () => {
  it('shows counts, age, dead letters and bodies, and redrives one message or all', async () => {
    const work = local.queues.find(QUEUE);
    for (const body of ['one', 'two', 'three']) work?.send({ body });
    await local.clock.advance(1000);
    // Received once and not deleted: the next receive moves it to the dead-letter queue.
    await work?.receive({ max: 10, visibilityTimeout: 0, waitMs: 0 });
    await work?.receive({ max: 10, visibilityTimeout: 0, waitMs: 0 });
    const list = await local.get<QueueLine[]>('queues');
    expect(list.find(({ name }) => name === DEAD)).toMatchObject({
      available: 3,
      sources: [QUEUE],
      takesFailures: true,
      oldestAt: local.clock.now() - 1000,
    });
    expect(list.find(({ name }) => name === QUEUE)).toMatchObject({
      available: 0,
      takesFailures: false,
      oldestAt: null,
    });
    const { total, messages } = await local.get<{ total: number; messages: MessageLine[] }>(
      `queues/${DEAD}/messages?limit=2`,
    );
    expect([total, messages.length]).toEqual([3, 2]);
    expect(messages[0]).toMatchObject({ source: QUEUE });
    expect(messages[0]).not.toHaveProperty('body');
    const id = messages[1]?.id ?? '';
    expect(await local.get<MessageLine>(`queues/${DEAD}/messages/${id}`)).toMatchObject({ id, body: 'two' });
    expect(await local.post(`queues/${DEAD}/redrive`, { id })).toEqual([200, { moved: 1, called: 0, failures: [] }]);
    expect((await local.get<{ messages: MessageLine[] }>(`queues/${QUEUE}/messages`)).messages).toHaveLength(1);
    expect(await local.post(`queues/${DEAD}/redrive`)).toEqual([200, { moved: 2, called: 0, failures: [] }]);
    expect(await local.post(`queues/${DEAD}/redrive`)).toEqual([200, { moved: 0, called: 0, failures: [] }]);
  });

  it('delivers failed messages again before their visibility timeout, but not those that are processed', async () => {
    const work = local.queues.find(QUEUE);
    work?.purge();
    for (const body of ['failed', 'processed']) work?.send({ body });
    const [failed] = (await work?.receive({ max: 2, waitMs: 0 })) ?? [];
    expect(await local.post(`queues/${QUEUE}/retry`)).toEqual([200, { retried: 0 }]);
    work?.fail(failed?.receiptHandle ?? '');
    expect(await local.post(`queues/${QUEUE}/retry`)).toEqual([200, { retried: 1 }]);
    expect(work?.counts()).toEqual({ available: 1, inFlight: 1, delayed: 0 });
    work?.purge();
  });

  it('repeats failed calls by target or rule, and keeps those that cannot be repeated', async () => {
    const failed = local.queues.find(FAILED);
    const scheduled = { source: 'aws.events', 'detail-type': 'Scheduled Event', resources: [RULE] };
    failed?.send({
      body: JSON.stringify(scheduled),
      attributes: { ErrorMessage: { DataType: 'String', StringValue: 'boom' } },
    });
    failed?.send({
      body: '{"a":1}',
      attributes: { TARGET_ARN: { DataType: 'String', StringValue: arnOf('Fn-catalog') } },
    });
    failed?.send({ body: JSON.stringify({ RequestType: 'Create', ResponseURL: 'http://127.0.0.1/x' }) });
    failed?.send({
      body: JSON.stringify({ fail: true }),
      attributes: { TARGET_ARN: { DataType: 'String', StringValue: arnOf('Fn-catalog') } },
    });
    failed?.send({ body: 'nonsense' });
    expect((await local.get<{ messages: MessageLine[] }>(`queues/${FAILED}/messages`)).messages[0]?.error).toBe('boom');
    const [, answer] = await local.post(`queues/${FAILED}/redrive`);
    const { moved, called, failures } = answer as unknown as Redriven;
    expect({ moved, called, failures: failures.map(({ reason }) => reason) }).toEqual({
      moved: 0,
      called: 2,
      failures: ['it belongs to a deployment that has ended', 'TypeError: no good', 'its body is not an event'],
    });
    expect(local.functions.executions('sweeper')[0]?.logs).toEqual([`saw ${JSON.stringify(scheduled)}`]);
    expect(failed?.counts().available).toBe(3);
    failed?.purge();
  });
});

describe('functions', () => {
  it('run manually, and list their last fifty runs', async () => {
    const before = local.functions.executions('catalog').length;
    expect((await local.post('invoke/catalog', { n: 1 }))[1]).toMatchObject({
      payload: { name: 'catalog' },
      error: null,
      logs: ['saw {"n":1}'],
    });
    await local.post('invoke/catalog', { fail: true });
    const { executions } = await local.get<{
      executions: { number: number; durationMs: number; initMs?: number; error?: unknown; logs: string[] }[];
    }>('functions/catalog');
    expect(executions).toHaveLength(before + 2);
    expect(executions[0]).toMatchObject({
      number: before + 2,
      error: { errorType: 'TypeError', errorMessage: 'no good' },
    });
    expect(executions[0]).not.toHaveProperty('initMs');
    expect(executions.at(-1)?.initMs).toBeGreaterThan(0);
    for (let run = 0; run < 60; run += 1) await local.functions.invoke('catalog', { run });
    expect((await local.get<{ executions: unknown[] }>('functions/Fn-catalog')).executions).toHaveLength(50);
    expect(
      (await local.get<{ folder: string; recent: unknown[] }[]>('functions')).find(({ folder }) => folder === 'catalog')
        ?.recent,
    ).toHaveLength(24);
  });

  it('fail while they have a fault', async () => {
    expect((await local.post('faults', { dependency: 'function:catalog', kind: 'throttled', seconds: 5 }))[0]).toBe(
      200,
    );
    expect((await local.post('invoke/catalog', {}))[1]).toMatchObject({
      error: { errorType: 'TooManyRequestsException' },
    });
    expect(await local.post('faults/heal', {})).toEqual([200, { healed: 1 }]);
    expect((await local.post('invoke/catalog', {}))[1]).toMatchObject({ error: null });
  });
});

describe('schedules', () => {
  it('are listed with their times, and run on demand', async () => {
    const { schedules, rules } = await local.get<{ schedules: unknown[]; rules: unknown[] }>('schedules');
    expect(schedules).toEqual([
      expect.objectContaining({
        name: 'Sweeping',
        expression: 'rate(5 minutes)',
        targets: [arnOf('Fn-sweeper')],
        nextAt: expect.any(Number) as number,
      }),
    ]);
    expect(rules).toEqual([
      expect.objectContaining({ name: 'Uploaded', pattern: { source: ['aws.s3'] }, matched: 0, enabled: true }),
    ]);
    const before = local.functions.executions('sweeper').length;
    expect(await local.post('schedules/Sweeping/run')).toEqual([200, { started: 1 }]);
    while (local.functions.executions('sweeper').length === before)
      await new Promise((resolve) => setImmediate(resolve));
    expect((await local.get<{ schedules: { lastAt: number }[] }>('schedules')).schedules[0]?.lastAt).toBe(
      local.clock.now(),
    );
  });
});
