import type { DataRequestRepository } from '../data/privacy/data-request-repository.ts';
import { AppError } from '../domain/app-error.ts';
import { exportKey } from '../domain/privacy/data-request.ts';
import type { ExportSigner } from '../platform/privacy/export-store.ts';

/** Seconds for which the URL of an export is valid: enough to start a download. */
export const EXPORT_URL_SECONDS = 300;

/** What a download of an export needs. */
export interface ExportDeps {
  readonly requests: Pick<DataRequestRepository, 'get'>;
  readonly signer: ExportSigner;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Download URL of a user's export. Throws `request_not_found` for another user's request, and `invalid_state` while the
 * export is being made and after it has expired.
 */
export const exportLocation = async (
  { requests, signer, now }: ExportDeps,
  userId: string,
  id: string,
): Promise<string> => {
  const request = await requests.get(userId, id);
  if (request?.request_type !== 'export') throw new AppError('request_not_found');
  const { download_until: until } = request;
  if (until === undefined) throw new AppError('invalid_state', 'Your export is still being made.');
  if (Date.parse(until) <= now()) throw new AppError('invalid_state', 'This export has expired. Ask for a new one.');
  const name = `soundstage-export-${request.created_at.slice(0, 10)}.zip`;
  return signer.download(exportKey(userId, id), name, EXPORT_URL_SECONDS);
};
