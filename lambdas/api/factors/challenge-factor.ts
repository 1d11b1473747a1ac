import { randomUUID } from 'node:crypto';
import { STEP_UP } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/index.ts';
import { PHONE_ID } from '../../contract/people/factors.ts';
import { InsufficientAuthentication } from '../../domain/accounts/assurance.ts';
import { AppError } from '../../domain/app-error.ts';
import { CHALLENGE_VALID_MS } from '../../domain/factors/challenge.ts';
import { factorChallenges, guardRate, smsPerAccount } from '../../domain/limits/rate-limit.ts';
import { route } from '../../http/route.ts';
import { codeFactorId } from './code-factor-id.ts';
import type { FactorsDeps } from './deps.ts';
import { tokenOf } from './token-of.ts';

/**
 * Asks for the code of a factor, in addition to the password of this sign-in. The user pool's step stays on the server,
 * bound to the session: a code that someone else learns is worth nothing in another one.
 */
export const challengeFactor = ({ pool, challenges, steps, counters, now }: FactorsDeps) =>
  route(endpoints['factors.challenge-factor'], async (request) => {
    const { userId, signIn } = request.actor;
    const factor = codeFactorId(request.params.id);
    // A sign-in that has a second factor is raised no further: it starts again with the password.
    if (signIn.assurance === 'aal2' || signIn.id === null) throw new AppError('invalid_state');
    const token = tokenOf(request);
    const { username, hasTotp, phone } = await pool.list(token);
    if (factor === PHONE_ID ? phone === null : !hasTotp) throw new AppError('factor_not_found');
    await guardRate(counters, factorChallenges, userId, now());
    if (factor === PHONE_ID) await guardRate(counters, smsPerAccount, userId, now());
    const step = await steps.ask(token, username, factor, STEP_UP.freshSeconds);
    if (step === undefined)
      throw new InsufficientAuthentication({ assurance: 'aal1', freshSeconds: STEP_UP.freshSeconds });
    const id = randomUUID();
    const valid_until = now() + CHALLENGE_VALID_MS;
    const owner = { user_id: userId, session_id: signIn.id, factor_id: factor };
    await challenges.create({ ...owner, id, username, pool_session: step, valid_until, tries: 0 });
    return {
      status: 200,
      body: { id, expires_at: new Date(valid_until).toISOString() },
      headers: { 'cache-control': 'no-store' },
    };
  });
