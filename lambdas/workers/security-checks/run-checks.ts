import { randomBytes } from 'node:crypto';
import { BURST_AT_ONCE, BURST_CALLS } from '../../contract/security/phase-rules.ts';
import { callsOf, isRejected, type Attempt, type TimedCall } from '../../domain/security/phases/attempt.ts';
import { CHECK_HEADER, newCheckProof } from '../../domain/security/phases/check-proof.ts';
import { protectionAttempts } from '../../domain/security/phases/protection-attempts.ts';
import { tokenAttempts } from '../../domain/security/phases/token-attempts.ts';
import type { ChecksDeps } from './deps.ts';

/** A public endpoint that reads the table, as most calls do. */
const PUBLIC_PATH = '/api/settings';

/** Makes attempts one after the other. Returns their number, and the names of those that were not rejected. */
const tryAll = async ({ caller }: ChecksDeps, attempts: readonly Attempt[], headers: Attempt['headers']) => {
  const failed: string[] = [];
  for (const attempt of attempts) {
    const reply = await caller.attempt({ ...attempt, headers: { ...attempt.headers, ...headers } });
    if (!isRejected(attempt, reply)) failed.push(attempt.name);
  }
  return { passed: attempts.length - failed.length, n: attempts.length, failed };
};

/** Makes the calls of a burst, a few at a time. */
const burst = async ({ caller }: ChecksDeps, url: string, headers: Attempt['headers']) => {
  const calls: TimedCall[] = [];
  let begun = 0;
  const lane = async (): Promise<void> => {
    while (begun++ < BURST_CALLS) calls.push(await caller.time(url, headers));
  };
  await Promise.all(Array.from({ length: BURST_AT_ONCE }, lane));
  return callsOf(calls);
};

/**
 * Checks that the site rejects forged tokens and denies access to protected files, measures how fast it is, and stores
 * the result. A run that gets no response stores nothing and throws. A repeated run stores another result.
 */
export const runChecks = async (deps: ChecksDeps): Promise<void> => {
  const { checks, mediaUrl, uploadsUrl, logger } = deps;
  const now = deps.now();
  const [siteUrl, secret, title] = await Promise.all([deps.siteUrl(), deps.readKey(), checks.newestTitle()]);
  const headers = { [CHECK_HEADER]: newCheckProof(secret, now) };
  const token = `sst_${randomBytes(32).toString('base64url')}`;
  const tokens = await tryAll(deps, tokenAttempts({ siteUrl, token, now }), headers);
  // Without the proof of the run, which buckets must not receive. No function gets these calls, so none is recorded.
  const attempts = protectionAttempts({ siteUrl, mediaUrl, uploadsUrl, title }, now);
  const protection = await tryAll(deps, attempts, {});
  const calls = await burst(deps, `${siteUrl}${PUBLIC_PATH}`, headers);
  const failed = [...tokens.failed, ...protection.failed];
  await checks.put({
    at: new Date(now).toISOString(),
    tokens: { passed: tokens.passed, n: tokens.n },
    protection: { passed: protection.passed, n: protection.n },
    calls,
    failed,
  });
  logger.info('Security was checked', { failed: failed.length, slow: calls.p95_ms });
};
