import { randomUUID } from 'node:crypto';
import { openApi, problemOf, errorCodeOf, type Api } from '../../support/api.ts';
import type { LocalStack } from '../../support/stack/local-stack.ts';
import { sharedStack } from '../../support/stack/shared-stack.ts';
import { openAccounts, type Accounts } from '../../support/stack/sign-in.ts';
import type { RawResponse } from '../../support/attacks/raw-http.ts';

let stack: LocalStack;
let accounts: Accounts;
let api: Api;
let known: string;
let other: string;
beforeAll(async () => {
  stack = await sharedStack();
  accounts = await openAccounts(stack);
  api = openApi(stack.url);
  known = (await accounts.credentials('listener')).email;
  other = (await accounts.credentials('admin')).email;
});
afterAll(async () => {
  api?.close();
  accounts?.close();
  await stack?.stop();
});

const unknownAddress = (): string => `k-${randomUUID()}@soundstage.local`;
const isCode = ({ subject }: { readonly subject: string }): boolean => /username/.test(subject);
const codeIn = ({ body }: { readonly body: string }): string => /\b\d{8}\b/.exec(body)?.[0] ?? '';

const request = (email: string): Promise<RawResponse> => api.request('username.request-code', { body: { email } });
const submitCode = (email: string, code: string): Promise<RawResponse> =>
  api.request('username.get-username', { body: { email, code } });

/** Everything a response reveals except its ID and its time. */
const visibleParts = ({ status, headers, text }: RawResponse): unknown => {
  const { date: _date, 'apigw-requestid': _id, ...rest } = headers;
  return { status, headers: rest, body: text.replace(/"requestId":"[^"]*"/, '') };
};

describe('username retrieval', () => {
  it('returns the name once for the mailed code, and does not reveal whether an address has an account', async () => {
    const unknown = unknownAddress();
    const requested = [await request(known), await request(unknown)] as const;
    expect([requested[0].status, requested[0].text]).toEqual([202, '']);
    expect(visibleParts(requested[0])).toEqual(visibleParts(requested[1]));
    const code = codeIn(await stack.mailTo(known, isCode));
    const wrong = code === '00000000' ? '00000001' : '00000000';
    const guessed = [await submitCode(known, wrong), await submitCode(unknown, wrong)] as const;
    expect(problemOf(guessed[0])).toMatchObject({ code: 'code_rejected', status: 400 });
    expect(visibleParts(guessed[0])).toEqual(visibleParts(guessed[1]));

    const right = await submitCode(` ${known.toUpperCase()} `, code);
    expect([right.status, JSON.parse(right.text)]).toEqual([200, { username: 'Test User' }]);
    expect(errorCodeOf(await submitCode(known, code))).toBe('code_rejected');
    expect(JSON.parse((await api.send(`/_local/mail?to=${encodeURIComponent(unknown)}`)).text)).toEqual([]);
  });

  it('accepts five guesses; after that the correct code is rejected too', async () => {
    await request(other);
    const code = codeIn(await stack.mailTo(other, isCode));
    for (let guess = 0; guess < 5; guess += 1)
      expect(errorCodeOf(await submitCode(other, String((Number(code) + 1 + guess) % 1e8).padStart(8, '0')))).toBe(
        'code_rejected',
      );
    expect(errorCodeOf(await submitCode(other, code))).toBe('code_rejected');
  });

  it('emails an address three times in five minutes, known or not, and returns how long to wait', async () => {
    for (const email of [unknownAddress(), other]) {
      // The second address already got mails above.
      const responses = [];
      for (let call = 0; call < 4; call += 1) responses.push(await request(email));
      const limited = responses.at(-1);
      expect(limited && problemOf(limited)).toMatchObject({ code: 'too_many_requests', status: 429 });
      const wait = Number(limited?.headers['retry-after']);
      expect(wait).toBeGreaterThan(60);
      expect(wait).toBeLessThanOrEqual(300);
    }
  });

  it.each(['noaddress', 'two@@example.org', 'a b@example.org', '', 'a@b\u0000', `${'a'.repeat(250)}@example.org`])(
    'rejects the address %j',
    async (email) => {
      expect(errorCodeOf(await request(email))).toBe('validation_failed');
    },
  );

  it('accepts 50 calls of one visitor in ten seconds, whatever the address, and returns 429 after that', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 120 }, async () => (await submitCode(unknownAddress(), '12345678')).status),
    );
    expect(new Set(statuses)).toEqual(new Set([400, 429]));
    expect(statuses.filter((status) => status === 400).length).toBeLessThanOrEqual(100);
  });
});
