import { createProfileNames } from '../../data/people/profile-names.ts';
import { createRateCounters } from '../../data/people/rate-counter-repository.ts';
import { createEvidenceReader } from '../../data/security/check-repository.ts';
import { createPhaseRepository, createSimulationRepository } from '../../data/security/phase-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import type { HttpHandler } from '../../http/http-function.ts';
import { createEventBus } from '../../platform/messages/event-bus.ts';
import { apiFunction } from '../api-function.ts';
import type { Env } from './env.ts';
import { phaseRoutes } from './routes.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler =>
  apiFunction(env, logger, ({ table }) =>
    phaseRoutes({
      phases: createPhaseRepository(table),
      simulation: createSimulationRepository(table),
      evidence: createEvidenceReader(table, logger),
      profiles: createProfileNames(table),
      counters: createRateCounters(table),
      events: createEventBus(),
      now: Date.now,
    }),
  );
