import { zipSync } from 'fflate';
import { retentionMs } from '../../contract/retention.ts';
import { exportKey, type StoredRequest } from '../../domain/privacy/data-request.ts';
import { exportFiles } from '../../domain/privacy/export-file.ts';
import { recordFailure } from '../../domain/privacy/record-failure.ts';
import type { AppEvent } from '../../events/app-events.ts';
import type { MakeExportDeps } from './deps.ts';
import { mailExport } from './mail-export.ts';
import { readLists } from './read-lists.ts';

/** Stores the file of an export, then completes the request. Returns the completed request. */
const complete = async (deps: MakeExportDeps, request: StoredRequest): Promise<StoredRequest | undefined> => {
  const { user_id: userId, id } = request;
  const at = new Date(deps.now()).toISOString();
  const files = exportFiles({ userId, requestId: id, at, ...(await readLists(deps, userId)) });
  const zip = zipSync(files, { mtime: deps.now() });
  await deps.files.write(exportKey(userId, id), zip);
  const until = new Date(deps.now() + retentionMs('data_exports')).toISOString();
  const done: StoredRequest = {
    ...request,
    status: 'completed',
    failure: undefined,
    mail_due: true,
    completed_at: at,
    download_until: until,
    size: zip.length,
  };
  return (await deps.requests.completeExport(request, done)) ? done : undefined;
};

/**
 * Makes a requested export. A repeated event makes it again under the same key, unless the request is complete: then it
 * mails what could not be mailed. An aborted run leaves a request that the next event completes.
 */
export const makeExport = async (
  deps: MakeExportDeps,
  { userId, requestId }: AppEvent<'DataRequested.v1'>,
): Promise<void> => {
  const { requests, logger } = deps;
  const stored = await requests.get(userId, requestId);
  // An erasure of the account rejects it.
  if (stored?.request_type !== 'export' || stored.status === 'rejected') return;
  if (stored.status === 'completed') return mailExport(deps, stored);
  const begun: StoredRequest = { ...stored, status: 'processing' };
  try {
    const done = (await requests.save(stored, begun)) ? await complete(deps, begun) : undefined;
    if (!done) return logger.info('An export was made by another run', { requestId });
    await mailExport(deps, done);
    logger.info('An export is complete', { requestId });
  } catch (error) {
    await recordFailure(deps, { userId, id: requestId, error });
    throw error;
  }
};
