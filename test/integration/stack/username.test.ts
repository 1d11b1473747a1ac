import { randomUUID } from 'node:crypto';
import { demoAccounts } from '../../../bin/demo.ts';
import { openApi, problemOf, refusalOf, type Api } from '../../support/api.ts';
import { startLocalStack, type LocalStack } from '../../support/stack/local-stack.ts';
import type { RawAnswer } from '../../support/attacks/raw-http.ts';

jest.setTimeout(120_000);

let stack: LocalStack;
let api: Api;
beforeAll(async () => {
  stack = await startLocalStack();
  api = openApi(stack.url);
});
afterAll(async () => {
  api?.close();
  await stack?.stop();
});

const KNOWN = demoAccounts.listener.email;
const stranger = (): string => `k-${randomUUID()}@soundstage.local`;
const isCode = ({ subject }: { readonly subject: string }): boolean => /username/.test(subject);
const codeIn = ({ body }: { readonly body: string }): string => /\b\d{8}\b/.exec(body)?.[0] ?? '';

const request = (email: string): Promise<RawAnswer> => api.ask('username.request-code', { body: { email } });
const answer = (email: string, code: string): Promise<RawAnswer> =>
  api.ask('username.get-username', { body: { email, code } });

/** All that an answer tells but for its own number and its time. */
const told = ({ status, headers, text }: RawAnswer): unknown => {
  const { date: _date, 'apigw-requestid': _id, ...rest } = headers;
  return { status, headers: rest, body: text.replace(/"requestId":"[^"]*"/, '') };
};

describe('username retrieval', () => {
  it('gives the name on file against the code that was mailed, once, and tells nobody whether an address has an account', async () => {
    const unknown = stranger();
    const asked = [await request(KNOWN), await request(unknown)] as const;
    expect([asked[0].status, asked[0].text]).toEqual([202, '']);
    expect(told(asked[0])).toEqual(told(asked[1]));
    const code = codeIn(await stack.mailTo(KNOWN, isCode));
    const wrong = code === '00000000' ? '00000001' : '00000000';
    const guessed = [await answer(KNOWN, wrong), await answer(unknown, wrong)] as const;
    expect(problemOf(guessed[0])).toMatchObject({ code: 'code_refused', status: 400 });
    expect(told(guessed[0])).toEqual(told(guessed[1]));

    const right = await answer(` ${KNOWN.toUpperCase()} `, code);
    expect([right.status, JSON.parse(right.text)]).toEqual([200, { username: demoAccounts.listener.name }]);
    expect(refusalOf(await answer(KNOWN, code))).toBe('code_refused');
    expect(JSON.parse((await api.send(`/_local/mail?to=${encodeURIComponent(unknown)}`)).text)).toEqual([]);
  });

  it('takes five guesses, after which the right code is wrong too', async () => {
    const { email } = demoAccounts.admin;
    await request(email);
    const code = codeIn(await stack.mailTo(email, isCode));
    for (let guess = 0; guess < 5; guess += 1)
      expect(refusalOf(await answer(email, String((Number(code) + 1 + guess) % 1e8).padStart(8, '0')))).toBe(
        'code_refused',
      );
    expect(refusalOf(await answer(email, code))).toBe('code_refused');
  });

  it('mails three times in five minutes to an address, known or not, and says how long to wait', async () => {
    for (const email of [stranger(), demoAccounts.admin.email]) {
      // Of the second address one was asked for above.
      const statuses = [];
      for (let call = 0; call < 4; call += 1) statuses.push(await request(email));
      const refused = statuses.at(-1);
      expect(refused && problemOf(refused)).toMatchObject({ code: 'too_many_requests', status: 429 });
      const wait = Number(refused?.headers['retry-after']);
      expect(wait).toBeGreaterThan(60);
      expect(wait).toBeLessThanOrEqual(300);
    }
  });

  it('answers 50 calls of one visitor in ten seconds, whatever address they are about, and 429 after that', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 120 }, async () => (await answer(stranger(), '12345678')).status),
    );
    expect(new Set(statuses)).toEqual(new Set([400, 429]));
    expect(statuses.filter((status) => status === 400).length).toBeLessThanOrEqual(100);
  });

  it.each(['nobody', 'two@@example.org', 'a b@example.org', '', 'a@b\u0000', `${'a'.repeat(250)}@example.org`])(
    'refuses the address %j',
    async (email) => {
      expect(refusalOf(await request(email))).toBe('validation_failed');
    },
  );
});
