import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { jsonService, operation } from '../../../infra/local/aws/json-service.ts';
import { restJsonService, route } from '../../../infra/local/aws/rest-json-service.ts';
import { AwsError } from '../../../infra/local/aws/service.ts';
import { serve, type ServedService } from '../../support/network/aws-server.ts';

const SIGNED = { authorization: 'AWS4-HMAC-SHA256 Credential=LOCALOPERATOR/20260101/us-east-1/x/aws4_request' };

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

const ask = async (url: string, init: RequestInit): Promise<Answer> => {
  const response = await fetch(url, { ...init, headers: { ...SIGNED, ...init.headers } });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text), headers: response.headers };
};

describe('the JSON protocol', () => {
  let served: ServedService;
  beforeAll(async () => {
    served = await serve(
      jsonService({
        signingName: 'toys',
        operations: {
          Count: operation(
            z.object({ Name: z.string(), Deep: z.object({ Size: z.number() }).optional() }),
            (input) => ({
              Length: input.Name.length,
            }),
          ),
          Forget: operation(z.object({}), () => undefined),
          Fail: operation(z.object({}), (_input, caller) => {
            throw new AwsError('ToyBroken', `${caller?.name ?? 'nobody'} broke it`, 409, { Parts: 2 });
          }),
          Crash: operation(z.object({}), () => {
            throw new Error('secret');
          }),
        },
        queryCompatible: true,
      }),
    );
  });
  afterAll(() => served.close());

  const call = (target: string, body: string | Buffer, headers: Record<string, string> = {}): Promise<Answer> =>
    ask(served.endpoint, {
      method: 'POST',
      body: typeof body === 'string' ? body : new Uint8Array(body),
      headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': target, ...headers },
    });

  it('runs the operation of the target and answers in the version of the request', async () => {
    const { status, body, headers } = await call('Toys_2026.Count', '{"Name":"abc"}');
    expect([status, body]).toEqual([200, { Length: 3 }]);
    expect(headers.get('content-type')).toBe('application/x-amz-json-1.0');
    expect(headers.get('x-amzn-requestid')).toMatch(/^[\da-f-]{36}$/);
    expect((await call('Toys_2026.Forget', '')).body).toEqual({});
  });

  it('reads a compressed request', async () => {
    const compressed = gzipSync('{"Name":"abcd"}');
    expect((await call('T.Count', compressed, { 'content-encoding': 'gzip' })).body).toEqual({ Length: 4 });
    expect(await call('T.Count', Buffer.from('plain'), { 'content-encoding': 'gzip' })).toMatchObject({
      status: 400,
      body: { __type: 'SerializationException' },
    });
  });

  it.each([
    ['T.Paint', '{}', 400, 'UnknownOperationException', 'The local cloud does not support T.Paint'],
    ['T.constructor', '{}', 400, 'UnknownOperationException', 'The local cloud does not support T.constructor'],
    ['T.Count', '{', 400, 'SerializationException', 'Malformed JSON'],
    ['T.Count', '{}', 400, 'ValidationException', /^1 validation error detected: Name: /],
    ['T.Count', '{"Name":"a","Deep":{}}', 400, 'ValidationException', /^1 validation error detected: Deep\.Size: /],
    ['T.Fail', '{}', 409, 'ToyBroken', 'operator broke it'],
    ['T.Crash', '{}', 500, 'InternalFailure', 'The local cloud failed'],
  ])('answers %s %s with %i %s', async (target, text, status, code, message) => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const answer = await call(target, text);
    expect(answer).toMatchObject({ status, body: { __type: code } });
    expect((answer.body as { message: string }).message).toMatch(message);
    expect(answer.headers.get('x-amzn-errortype')).toBe(code);
    expect(answer.headers.get('x-amzn-query-error')).toBe(status < 500 ? `${code};Sender` : null);
    expect(logged).toHaveBeenCalledTimes(status < 500 ? 0 : 1);
    logged.mockRestore();
  });
});

describe('the REST-JSON protocol', () => {
  let served: ServedService;
  beforeAll(async () => {
    served = await serve(
      restJsonService({
        signingName: 'toys',
        routes: [
          route('GET', '/toys/{toy}/parts/{part}', ({ path, query }) => ({
            body: { ...path, ...query(z.object({ page: z.coerce.number().int().default(1) })) },
          })),
          route('POST', '/toys', async ({ json }) => ({
            status: 201,
            body: await json(z.object({ name: z.string() })),
            headers: { location: '/toys/1' },
          })),
          route('PUT', '/toys/{toy}', async ({ bytes }) => ({ body: { size: (await bytes(10)).length } })),
          route('DELETE', '/toys/{toy}', () => ({ status: 204 })),
        ],
        unknown: (method, path) => new AwsError('NotFoundException', `No ${method} ${path}`, 404),
        malformed: 'BadRequestException',
      }),
    );
  });
  afterAll(() => served.close());

  const call = (method: string, path: string, body?: string): Promise<Answer> =>
    ask(served.endpoint + path, { method, ...(body === undefined ? {} : { body }) });

  it('passes decoded path parameters and parsed query parameters', async () => {
    expect((await call('GET', '/toys/a%2Fb/parts/c%20d?page=3&page=4')).body).toEqual({
      toy: 'a/b',
      part: 'c d',
      page: 4,
    });
    expect((await call('GET', '/toys/a/parts/b')).body).toEqual({ toy: 'a', part: 'b', page: 1 });
  });

  it('sends status, headers and bodies', async () => {
    const created = await call('POST', '/toys', '{"name":"bear"}');
    expect([created.status, created.body, created.headers.get('location')]).toEqual([201, { name: 'bear' }, '/toys/1']);
    expect(created.headers.get('content-type')).toBe('application/json');
    expect(await call('PUT', '/toys/1', '0123456789')).toMatchObject({ status: 200, body: { size: 10 } });
    expect(await call('DELETE', '/toys/1')).toMatchObject({ status: 204, body: undefined });
  });

  it.each([
    ['GET', '/toys', undefined, 404, 'NotFoundException'],
    ['GET', '/toys//parts/b', undefined, 404, 'NotFoundException'],
    ['GET', '/toys/%E0%A4%A/parts/b', undefined, 400, 'BadRequestException'],
    ['GET', '/toys/a/parts/b?page=x', undefined, 400, 'ValidationException'],
    ['POST', '/toys', '{', 400, 'BadRequestException'],
    ['POST', '/toys', '{"name":1}', 400, 'ValidationException'],
    ['PUT', '/toys/1', '0123456789a', 413, 'RequestEntityTooLargeException'],
  ])('answers %s %s %s with %i %s', async (method, path, body, status, code) => {
    const answer = await call(method, path, body);
    expect(answer).toMatchObject({ status, body: { __type: code } });
    expect(answer.headers.get('x-amzn-errortype')).toBe(code);
  });
});
