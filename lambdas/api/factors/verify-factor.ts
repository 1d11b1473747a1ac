import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { factorTries, guardRate } from '../../domain/limits/rate-limit.ts';
import { route } from '../../http/route.ts';
import { codeFactorId } from './code-factor-id.ts';
import type { FactorsDeps } from './deps.ts';

/** Answers a challenge of this session, and returns tokens of a sign-in with a second factor. */
export const verifyFactor = ({ challenges, steps, counters, now }: FactorsDeps) =>
  route(endpoints['factors.verify-factor'], async ({ actor, params, body }) => {
    const { userId, signIn } = actor;
    const factor = codeFactorId(params.id);
    await guardRate(counters, factorTries, userId, now());
    const owner = { user_id: userId, session_id: signIn.id ?? '', factor_id: factor };
    const challenge = await challenges.countTry(owner, body.challenge_id, now());
    const tokens = challenge && (await steps.answer(challenge, body.code));
    if (!challenge || !tokens) throw new AppError('code_rejected');
    await challenges.remove(challenge);
    return {
      status: 200,
      body: { ...tokens, token_type: 'bearer' as const },
      headers: { 'cache-control': 'no-store' },
    };
  });
