import { createLiveConnectionRepository } from '../../data/live/live-connection-repository.ts';
import { createRateCounters } from '../../data/people/rate-counter-repository.ts';
import { readAccess } from '../../data/people/caller-reader.ts';
import { createTable } from '../../data/table/table.ts';
import type { Logger } from '../../domain/logger.ts';
import { isFromDistribution } from '../../http/access/origin-check.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import { createChannels } from '../../platform/messages/connections.ts';
import type { Env } from './env.ts';
import { serveSocket, type SocketHandler } from './serve-socket.ts';

/** Composes the worker. */
export const createHandler = (env: Env, logger: Logger): SocketHandler => {
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  return serveSocket({
    isFromDistribution: (headers) => isFromDistribution(env.ORIGIN_HASHES.split(','), headers),
    connections: createLiveConnectionRepository(table),
    counters: createRateCounters(table),
    readAccess: (userId) => readAccess(table, userId),
    channels: createChannels(env.LIVE_ENDPOINT),
    logger,
    now: Date.now,
  });
};
