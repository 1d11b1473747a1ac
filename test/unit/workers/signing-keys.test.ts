import { createHash, createPublicKey } from 'node:crypto';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { createLogger } from '../../../lambdas/platform/logger.ts';
import { answerResource } from '../../../lambdas/workers/signing-keys/answer-resource.ts';

const setUp = () => {
  const secrets = new Map<string, string>();
  const answers: { url: string; contentType: string | null; body: Record<string, unknown> }[] = [];
  const store = {
    read: async (name: string) => secrets.get(name),
    async create(name: string, value: string) {
      if (secrets.has(name)) return false;
      secrets.set(name, value);
      return true;
    },
  };
  const request = (async (url: string, init: RequestInit) => {
    answers.push({
      url,
      contentType: new Headers(init.headers).get('content-type'),
      body: JSON.parse(String(init.body)) as Record<string, unknown>,
    });
    return new Response('');
  }) as typeof fetch;
  const send = async (fields: object = {}, kind = 'rsa-2048', parameter = '/soundstage/dev/signing-key-1') => {
    await answerResource(
      { store, logger: silentLogger, request },
      {
        RequestType: 'Create',
        ResponseURL: 'http://127.0.0.1:1/answer',
        StackId: 's',
        RequestId: 'r',
        LogicalResourceId: 'Key',
        ResourceProperties: { ServiceToken: 'arn', Kind: kind, ParameterName: parameter, KeyVersion: '1' },
        ...fields,
      },
    );
    return answers.at(-1)?.body ?? {};
  };
  return { secrets, answers, store, request, send };
};

it('creates an RSA key pair once and returns only the public key', async () => {
  const { secrets, answers, send } = setUp();
  const first = await send();
  expect(first).toMatchObject({
    Status: 'SUCCESS',
    PhysicalResourceId: '/soundstage/dev/signing-key-1:1',
    StackId: 's',
    RequestId: 'r',
    LogicalResourceId: 'Key',
  });
  const pem = (first['Data'] as { PublicKey: string }).PublicKey;
  expect(createPublicKey(pem).asymmetricKeyDetails?.modulusLength).toBe(2048);
  expect(secrets.get('/soundstage/dev/signing-key-1')).toContain('PRIVATE KEY');
  expect(JSON.stringify(answers)).not.toContain('PRIVATE');
  expect(answers[0]).toMatchObject({ url: 'http://127.0.0.1:1/answer', contentType: '' });
  expect((await send({ RequestType: 'Update', PhysicalResourceId: 'x' }))['Data']).toEqual(first['Data']);
});

it('creates a secret of 32 bytes and returns nothing of it', async () => {
  const { secrets, send } = setUp();
  expect((await send({}, 'hmac-256', '/c'))['Data']).toEqual({});
  expect(Buffer.from(secrets.get('/c') ?? '', 'base64')).toHaveLength(32);
});

it('keeps the key that a concurrent request stored first', async () => {
  const { store, request, secrets } = setUp();
  const bodies: string[] = [];
  let reads = 0;
  await answerResource(
    {
      store: {
        read: async (name) => ((reads += 1) === 1 ? undefined : store.read(name)),
        create: async (name) => (secrets.set(name, 'theirs'), false),
      },
      logger: silentLogger,
      request: (async (url: string, init: RequestInit) => (
        bodies.push(String(init.body)),
        request(url, init)
      )) as typeof fetch,
    },
    {
      RequestType: 'Create',
      ResponseURL: 'http://127.0.0.1:1/',
      StackId: 's',
      RequestId: 'r',
      LogicalResourceId: 'K',
      ResourceProperties: { Kind: 'hmac-256', ParameterName: '/c', KeyVersion: '1' },
    },
  );
  expect(bodies[0]).toContain('SUCCESS');
  expect(secrets.get('/c')).toBe('theirs');
});

it('never deletes a key, and responds to every request', async () => {
  const { secrets, send } = setUp();
  await send();
  expect(await send({ RequestType: 'Delete', PhysicalResourceId: 'p' })).toMatchObject({
    Status: 'SUCCESS',
    PhysicalResourceId: 'p',
  });
  expect(secrets.size).toBe(1);
  expect(await send({}, 'md5')).toMatchObject({ Status: 'FAILED', PhysicalResourceId: 'Key' });
});

it('reports a failure without the stored secret, and throws when the response is rejected', async () => {
  const { send, secrets, store } = setUp();
  secrets.set('/soundstage/dev/signing-key-1', 'not a pem but secret');
  const answer = await send();
  expect(answer['Status']).toBe('FAILED');
  expect(JSON.stringify(answer)).not.toContain('secret"');
  expect(String(answer['Reason'])).not.toContain('not a pem');
  const rejected = answerResource(
    {
      store,
      logger: createLogger('error', {}, () => undefined),
      request: async () => new Response('', { status: 403 }),
    },
    {
      RequestType: 'Delete',
      ResponseURL: 'http://127.0.0.1:1/',
      StackId: 's',
      RequestId: 'r',
      LogicalResourceId: 'K',
      ResourceProperties: {},
    },
  );
  await expect(rejected).rejects.toThrow('403');
});

it('returns the hash of an origin secret, and the secret itself only where it is requested', async () => {
  const { secrets, send } = setUp();
  const parameter = '/soundstage/dev/origin-secret-1';
  const hashed = await send({}, 'origin-hash', parameter);
  const secret = secrets.get(parameter) ?? '';
  expect(Buffer.from(secret, 'base64')).toHaveLength(32);
  expect(hashed).toMatchObject({
    NoEcho: false,
    Data: { Hash: createHash('sha256').update(secret).digest('hex') },
  });
  expect(JSON.stringify(hashed)).not.toContain(secret);
  expect(await send({}, 'origin-secret', parameter)).toMatchObject({ NoEcho: true, Data: { Secret: secret } });
  expect(secrets.get(parameter)).toBe(secret);
});
