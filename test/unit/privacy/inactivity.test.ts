import { retentionMs } from '../../../lambdas/contract/retention.ts';
import type { Profile } from '../../../lambdas/domain/accounts/profile.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import type { Mail } from '../../../lambdas/domain/mail/mail.ts';
import type { StoredRequest } from '../../../lambdas/domain/privacy/data-request.ts';
import type { CleanupRun } from '../../../lambdas/domain/privacy/cleanup.ts';
import { deletionTime, inactivityStep, isActivityNews } from '../../../lambdas/domain/privacy/inactivity.ts';
import { runDaily } from '../../../lambdas/workers/cleanup/run-cleanup.ts';
import { warnInactive } from '../../../lambdas/workers/cleanup/warn-inactive.ts';

const DAY = 86_400_000;
const ACTIVE = '2024-01-10T00:00:00.000Z';
const END = Date.parse(ACTIVE) + retentionMs('inactive_accounts');
const iso = (at: number): string => new Date(at).toISOString();

const account = (fields: Partial<Profile> = {}): Profile => ({
  id: '11111111-2222-4333-8444-555555555555',
  email: 'ada@example.org',
  full_name: '',
  created_at: ACTIVE,
  active_at: ACTIVE,
  ...fields,
});

const stillInactive = () => ({});
/** From the first account to the last one. */
const atOnce = { position: null, until: Infinity, save: async () => undefined };
const asked: StoredRequest[] = [];
/** The users under a legal hold. */
const held = new Set<string>();
const others = {
  logger: silentLogger,
  requests: {
    async askErasure(request: StoredRequest) {
      asked.push(request);
      return request;
    },
  },
  newId: () => 'req_01',
  heldUsers: async (): Promise<ReadonlySet<string>> => held,
};
beforeEach(() => {
  asked.splice(0);
  held.clear();
});

describe('an unused account', () => {
  it.each([
    ['is left alone until 30 days before two years have passed', {}, END - 30 * DAY - 1, 'none'],
    ['gets a first warning then', {}, END - 30 * DAY, 'first-warning'],
    ['waits for the last one', { first_warned_at: iso(END - 30 * DAY) }, END - 7 * DAY - 1, 'none'],
    ['gets the last one 7 days before', { first_warned_at: iso(END - 30 * DAY) }, END - 7 * DAY, 'last-warning'],
    [
      'is deleted after two years',
      { first_warned_at: iso(END - 30 * DAY), last_warned_at: iso(END - 7 * DAY) },
      END,
      'delete',
    ],
    [
      'keeps its 30 days when the first warning was late',
      { first_warned_at: iso(END + 100 * DAY) },
      END + 122 * DAY,
      'none',
    ],
    [
      'keeps its 7 days when the last warning was late',
      { first_warned_at: iso(END - 30 * DAY), last_warned_at: iso(END + 50 * DAY) },
      END + 57 * DAY - 1,
      'none',
    ],
    ['of which nothing is known begins its two years', { active_at: undefined }, END + 900 * DAY, 'begin'],
  ] as const)('%s', (_name, fields, now, step) => {
    expect(inactivityStep(account(fields), now)).toBe(step);
  });

  it('is warned twice, 23 days apart, over 800 days of daily runs, and its date never comes closer', async () => {
    let stored = account();
    let now = Date.parse(ACTIVE);
    const mails: { readonly at: number; readonly to: string; readonly mail: Mail }[] = [];
    let deleted: number | undefined;
    for (; deleted === undefined && now < END + 70 * DAY; now += DAY) {
      if (inactivityStep(stored, now) === 'delete') deleted = now;
      await warnInactive(
        {
          accounts: {
            page: async () => ({ accounts: [stored], next: null }),
            record: async (_before, change) => {
              stored = { ...stored, ...change };
              return true;
            },
            stillInactive,
          },
          mailer: { send: async (to, mail) => void mails.push({ at: now, to, mail }) },
          siteUrl: async () => 'https://example.org',
          ...others,
          now: () => now,
        },
        atOnce,
      );
    }
    expect(mails.map(({ at, to }) => [(END - at) / DAY, to])).toEqual([
      [30, 'ada@example.org'],
      [7, 'ada@example.org'],
    ]);
    expect(deleted).toBe(END);
    expect(asked).toEqual([expect.objectContaining({ cause: 'inactivity', starts_at: iso(END), status: 'pending' })]);
    expect(mails.map(({ mail }) => mail.code)).toEqual(['January 9, 2026', 'January 9, 2026']);
    expect(mails[0]?.mail.link?.url).toBe('https://example.org/auth');
  });

  it('is neither warned nor deleted during a legal hold, and gets both warnings after it', async () => {
    let stored = account({ first_warned_at: iso(END - 30 * DAY), last_warned_at: iso(END - 7 * DAY) });
    const sent: number[] = [];
    const run = (now: number) =>
      warnInactive(
        {
          accounts: {
            page: async () => ({ accounts: [stored], next: null }),
            record: async (_before, change) => {
              stored = { ...stored, ...change };
              return true;
            },
            stillInactive,
          },
          mailer: { send: async () => void sent.push((now - END) / DAY) },
          siteUrl: async () => 'https://example.org',
          ...others,
          now: () => now,
        },
        atOnce,
      );
    held.add(stored.id);
    for (let now = END - 40 * DAY; now < END + 100 * DAY; now += DAY) await run(now);
    expect([sent, asked]).toEqual([[], []]);
    held.clear();
    for (let now = END + 100 * DAY; asked.length === 0 && now < END + 200 * DAY; now += DAY) await run(now);
    expect(sent).toEqual([100, 123]);
    expect(asked).toEqual([expect.objectContaining({ starts_at: iso(END + 130 * DAY) })]);
  });

  it('without an address is never warned and so never deleted', async () => {
    const send = jest.fn();
    await warnInactive(
      {
        accounts: {
          page: async () => ({ accounts: [account({ email: '' })], next: null }),
          record: jest.fn(),
          stillInactive,
        },
        mailer: { send },
        siteUrl: async () => 'https://example.org',
        ...others,
        now: () => END + DAY,
      },
      atOnce,
    );
    expect(send).not.toHaveBeenCalled();
    expect(asked).toEqual([]);
  });

  it('is warned again when the email could not be recorded, and others are warned when one fails', async () => {
    const sent: string[] = [];
    const run = warnInactive(
      {
        accounts: {
          page: async () => ({
            accounts: [account({ email: 'broken@example.org' }), account({ email: 'ada@example.org' })],
            next: null,
          }),
          record: async () => true,
          stillInactive,
        },
        mailer: {
          send: async (to) => {
            if (to.startsWith('broken')) throw new Error('SES rejected the email');
            sent.push(to);
          },
        },
        siteUrl: async () => 'https://example.org',
        ...others,
        now: () => END,
      },
      atOnce,
    );
    await expect(run).rejects.toThrow('1 inactive accounts were not processed');
    expect(sent).toEqual(['ada@example.org']);
  });
});

describe('the daily run', () => {
  /** A worker with accounts of two pages and a clock that advances by a minute for each email. */
  const setUp = () => {
    let now = END;
    let stored: CleanupRun[] = [];
    const order: string[] = [];
    const warnings = {
      accounts: {
        page: async (position: string | null) => ({
          accounts: [account({ email: position ?? 'first' })],
          next: position === null ? 'second' : null,
        }),
        record: async () => true,
        stillInactive,
      },
      mailer: {
        send: async (to: string) => {
          order.push(to);
          now += 5 * 60_000;
        },
      },
      siteUrl: async () => 'https://example.org',
      ...others,
      now: () => now,
    };
    const started = { id: 'run', started_at: iso(END), checkpoint: null, counts: {}, rev: 1 };
    const finish = async (run: CleanupRun, _expired: unknown, progress: object) => {
      stored = stored.map((other) => (other.id === run.id ? { ...other, ...progress } : other));
      return { ...run, ...progress };
    };
    const source = {
      name: 'usage_data',
      page: async () => {
        order.push('cleanup');
        return { expired: [], next: null };
      },
    };
    const cleanup = {
      runs: {
        listRecent: async () => stored,
        start: async (fields: Pick<CleanupRun, 'started_by' | 'dry_run'>) => {
          const run = { ...started, ...fields, id: `run ${stored.length}` };
          stored = [run, ...stored];
          return run;
        },
        remove: finish,
        count: finish,
        recordWarnings: async ({ id }: Pick<CleanupRun, 'id'>, warned_up_to: string | null) => {
          stored = stored.map((run) => (run.id === id ? { ...run, warned_up_to } : run));
        },
      },
      sourcesFor: () => [source],
      logger: silentLogger,
      now: () => now,
    };
    const holds = {
      heldUsers: async () => new Set(['held']),
      items: { follow: async (userId: string) => void order.push(userId) },
    };
    return { order, run: () => runDaily(cleanup, warnings, holds), stored: () => stored };
  };

  it('keeps what is held and cleans up, and continues warnings for which it had no time the next day', async () => {
    const { order, run, stored } = setUp();
    await run();
    expect(order).toEqual(['held', 'cleanup', 'first']);
    expect(stored()[0]).toMatchObject({ warned_up_to: 'second' });
    await run();
    expect(order.slice(3)).toEqual(['held', 'cleanup', 'second']);
    await run();
    expect(order.slice(6)).toEqual(['held', 'cleanup', 'first']);
  });
});

describe('a visit', () => {
  it('is recorded once a week', () => {
    expect(isActivityNews(account(), Date.parse(ACTIVE) + 7 * DAY - 1)).toBe(false);
    expect(isActivityNews(account(), Date.parse(ACTIVE) + 7 * DAY)).toBe(true);
    expect(isActivityNews(account({ active_at: undefined }), 0)).toBe(true);
  });

  it('moves the deletion', () => {
    expect(deletionTime(account(), Date.parse(ACTIVE))).toBe(END);
  });
});
