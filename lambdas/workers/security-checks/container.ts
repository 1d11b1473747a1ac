import { createCheckRepository } from '../../data/security/check-repository.ts';
import { createTable } from '../../data/table/table.ts';
import type { Logger } from '../../domain/logger.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import { createParameters } from '../../platform/parameters.ts';
import { createCaller } from './caller.ts';
import type { Env } from './env.ts';
import { runChecks } from './run-checks.ts';

/** Composes the worker. Its schedule and a request mean the same, so it ignores the event. */
export const createHandler = (env: Env, logger: Logger): (() => Promise<void>) => {
  const parameters = createParameters();
  const addressOf = (bucket: string, host: string): string =>
    env.S3_PUBLIC_ENDPOINT === '' ? `https://${host}` : `${env.S3_PUBLIC_ENDPOINT}/${bucket}`;
  const deps = {
    checks: createCheckRepository(createTable(createDocumentClient(), env.TABLE_NAME)),
    caller: createCaller(),
    siteUrl: () => parameters.read(env.SITE_URL_PARAMETER),
    readKey: () => parameters.read(env.CURSOR_KEY_PARAMETER),
    mediaUrl: addressOf(env.MEDIA_BUCKET, env.MEDIA_DOMAIN),
    uploadsUrl: addressOf(env.UPLOADS_BUCKET, env.UPLOADS_DOMAIN),
    logger,
    now: Date.now,
  };
  return () => runChecks(deps);
};
