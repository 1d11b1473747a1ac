import { createRateCounters } from '../../data/people/rate-counter-repository.ts';
import { createSmartTokenChecks } from '../../data/security/smart-token-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import { checkProof } from '../../domain/security/tokens/proof.ts';
import type { HttpHandler } from '../../http/http-function.ts';
import { createParameters } from '../../platform/parameters.ts';
import { apiFunction } from '../api-function.ts';
import { limitsVisitors } from '../visitor-limit.ts';
import type { Env } from './env.ts';
import { tokensRoutes } from './routes.ts';
import { createTokensDeps } from './tokens-deps.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler => {
  const parameters = createParameters();
  return apiFunction(
    env,
    logger,
    (parts) => tokensRoutes(createTokensDeps(env, logger, parts, parameters)),
    ({ table }) => ({
      ...limitsVisitors(env, parameters)({ table }),
      smartTokens: {
        tokens: createSmartTokenChecks(table),
        checkProof,
        counters: createRateCounters(table),
        readOrigin: () => parameters.read(env.SITE_URL_PARAMETER),
      },
    }),
  );
};
