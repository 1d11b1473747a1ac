import { endpoints } from '../../contract/index.ts';
import { guardRate, securityChecks } from '../../domain/limits/rate-limit.ts';
import { route } from '../../http/route.ts';
import type { PhasesDeps } from './deps.ts';

/** All administrators together: the checks are about the site, and each run makes many calls to it. */
const EVERYONE = 'ALL';

/** Requests the checks of tokens, protection and response times. */
export const runChecks = ({ counters, events, now }: PhasesDeps) =>
  route(endpoints['phases.run-checks'], async () => {
    const at = now();
    await guardRate(counters, securityChecks, EVERYONE, at);
    await events.publish('SecurityChecksRequested.v1', { at: new Date(at).toISOString() });
    return { status: 202 };
  });
