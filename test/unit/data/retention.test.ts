import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  enforcement,
  periodText,
  retention,
  retentionYears,
  type RetentionKey,
} from '../../../lambdas/contract/retention.ts';
import { entities } from '../../../lambdas/data/entities.ts';
import type { StoredKind } from '../../../lambdas/data/table/entity.ts';
import { listTextFiles, readSources, repositoryRoot } from '../../support/source-tree.ts';

const kinds: readonly StoredKind[] = Object.values(entities);
const sources = readSources('lambdas', 'infra', 'web', 'bin');

it('has no unused period', () => {
  const used = (key: string) =>
    kinds.some((kind) => kind.retention === key) ||
    sources.some(
      ({ path, text }) => path !== 'lambdas/contract/retention.ts' && new RegExp(`['.]${key}\\b`).test(text),
    );
  expect((Object.keys(retention) as RetentionKey[]).filter((key) => !used(key))).toEqual([]);
});

it('names what enforces each period', () => {
  const wrong = kinds.filter(({ retention: name, sweptBy }) => {
    if (name === 'owner') return false;
    return sweptBy === undefined ? enforcement[name] === 'worker' : enforcement[name] !== 'worker';
  });
  expect(wrong.map(({ type }) => type)).toEqual([]);
  // What the cleanup removes also has a time to live, in case it fails. Alerts have only that: they are few.
  const cleaned = kinds.filter((kind) => enforcement[kind.retention as RetentionKey] === 'cleanup');
  expect(cleaned.map(({ type }) => type).sort()).toEqual([
    ...['HISTORY', 'POSITION', 'QUEUE', 'SECURITY_ALERT', 'SECURITY_EVENT', 'SECURITY_RESPONSE'],
  ]);
});

it.each([
  [130 * 60, '130 minutes'],
  [3600, '1 hour'],
  [86_400, '1 day'],
  [7 * 86_400, '7 days'],
])('writes %i seconds as %s', (seconds, text) => {
  expect(periodText(seconds)).toBe(text);
});

describe('the only place that defines periods', () => {
  /** Constants and resources with a period of their own. */
  const DEFINITION = new RegExp(
    [
      String.raw`\b[A-Z_]+_(?:DAYS|KEPT_\w+) = \d`,
      String.raw`(?:xpiration|PasswordValidity): Duration\.days\((?!1\))\d`,
      String.raw`retention: RetentionDays\.`,
    ].join('|'),
  );

  it('is the table, in code', () => {
    const found = sources.filter(
      ({ path, text }) =>
        /^(lambdas|infra\/(stacks|constructs|features))\//.test(path) &&
        path !== 'lambdas/contract/retention.ts' &&
        DEFINITION.test(text),
    );
    expect(found.map(({ path }) => path)).toEqual([]);
  });

  it.each(['const LOGS_DAYS = 30;', 'retention: RetentionDays.ONE_WEEK,', 'expiration: Duration.days(30) }'])(
    'would not be %s',
    (line) => {
      expect(line).toMatch(DEFINITION);
    },
  );

  /** Days, weeks, months or years with their number. */
  const NUMBERS = [
    ...[String.raw`\d+`, 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'twelve'],
    ...['fourteen', 'thirty', 'sixty', 'ninety'],
  ];
  const PERIOD = new RegExp(String.raw`\b(?:${NUMBERS.join('|')})[ -](?:days?|weeks?|months?|years?)\b`, 'gi');

  /** What documents and texts say in numbers: a period of the table, or why it is none. */
  const written: readonly (readonly [path: string, phrase: string, reason?: string])[] = [
    ['README.md', 'a free trial of seven days', 'It is the trial of `contract/people/plans.ts`.'],
    ['.github/SECURITY.md', 'most 90 days later', 'It is when we publish a vulnerability.'],
    ['.github/KNOWN_LIMITS.md', `${retentionYears('inactive_accounts')} years without use`],
    ['.github/KNOWN_LIMITS.md', 'after 3, 5 and 7 days', "It is the local Stripe's."],
    ['.github/KNOWN_LIMITS.md', 'fails after 15 days', "It is the local Stripe's."],
    ['.github/KNOWN_LIMITS.md', 'deletes it after 90 days', "It is Amazon Transcribe's."],
    [
      'lambdas/domain/privacy/released-notices.ts',
      'after 2 years of inactivity',
      'It was released, and never changes.',
    ],
    ['infra/runbook.md', 'are older than 14 days', "It is the queues'."],
    ['infra/runbook.md', 'are kept for 14 days', "It is the queues'."],
    ['infra/runbook.md', 'keep messages for 14 days', "It is the queues'."],
    ['infra/runbook.md', `the last ${periodText(retention.table_recovery)}`],
    ['infra/runbook.md', `in the bucket for ${periodText(retention.object_versions)}`],
    ['infra/runbook.md', `${retentionYears('inactive_accounts')} years without use`],
    ['infra/runbook.md', 'again for three days', "It is Stripe's."],
    ['web/src/features/delivery/monitor/diagnostics/texts.ts', 'Last 7 days', 'It is a choice of the screen.'],
    ['web/src/features/delivery/monitor/diagnostics/texts.ts', 'Last 28 days', 'It is a choice of the screen.'],
    ['web/src/features/delivery/monitor/texts.ts', 'Last 3 days', 'It is a choice of the screen.'],
    ['web/src/features/delivery/monitor/texts.ts', 'Last 7 days', 'It is a choice of the screen.'],
    ['web/src/features/delivery/monitor/texts.ts', '1 day old', 'It is the age of a figure.'],
    ['infra/features/listener/billing.ts', 'again for three days', "It is Stripe's."],
    ['lambdas/data/access-patterns.md', `expires after ${periodText(retention.bulk_jobs)}`],
    ['lambdas/data/access-patterns.md', `expires after ${periodText(retention.counted_logs)}`],
  ];

  const textOf = (path: string): string => readFileSync(join(repositoryRoot, path), 'utf8');
  const withoutComments = (text: string): string =>
    text
      .split('\n')
      .filter((line) => !/^\s*(\/\/|\/\*|\*)/.test(line))
      .join('\n');

  it('is the table, in texts and documents', () => {
    const found = listTextFiles().flatMap((path) => {
      if (!/^(lambdas|web|bin|infra\/(?!local\/)|\.github|README)/.test(path)) return [];
      const text = path.endsWith('.md') ? textOf(path) : withoutComments(textOf(path));
      const rest = written.reduce((left, [file, phrase]) => (file === path ? left.replaceAll(phrase, '') : left), text);
      return [...rest.matchAll(PERIOD)].map(([period]) => `${path}: ${period}`);
    });
    expect(found).toEqual([]);
  });

  it('is read where documents write its periods', () => {
    expect(written.filter(([path, phrase]) => !textOf(path).includes(phrase))).toEqual([]);
  });
});
