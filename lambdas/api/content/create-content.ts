import { endpoints } from '../../contract/index.ts';
import { optimistic, RETRY } from '../../domain/optimistic.ts';
import { AppError } from '../../domain/app-error.ts';
import { creationOf, type ActOf } from '../../domain/content/audited.ts';
import type { Content } from '../../domain/content/content.ts';
import { syncStills } from '../../domain/content/sync-stills.ts';
import { toView } from '../../domain/content/views.ts';
import { summaryOf } from '../../domain/safety/review.ts';
import { uploadStatus } from '../../domain/settings/settings.ts';
import { findUpload } from '../../domain/uploads/find-upload.ts';
import { newContent } from '../../domain/uploads/new-content.ts';
import { assertNotAborted } from '../../domain/uploads/upload.ts';
import { route, type RouteRequest } from '../../http/route.ts';
import { staffRights } from '../staff-rights.ts';
import type { ContentDeps } from './deps.ts';

type Input = RouteRequest<(typeof endpoints)['content.create-content']>['body'];

/**
 * The existing content item of an upload, or a new one. Undefined when the upload or a name changed concurrently: call
 * again.
 */
const claim = async (deps: ContentDeps, input: Input, by: ActOf): Promise<Content | undefined> => {
  const upload = await findUpload(deps.uploads, input.s3Key);
  assertNotAborted(upload);
  if (upload.state === 'claimed' || upload.replacement) {
    const existing = await deps.content.get(upload.content_id, { consistent: true });
    if (!existing || existing.deleted_at !== undefined) throw new AppError('upload_not_found');
    return existing;
  }
  if (upload.state === 'open') throw new AppError('upload_incomplete', 'The file has not been uploaded completely.');
  const category =
    input.category_id === null ? null : await deps.categories.get(input.category_id, { consistent: true });
  if (category === undefined) throw new AppError('category_not_found');
  const creator = await deps.creators.get(upload.creator_id, { consistent: true });
  if (!creator) throw new AppError('creator_not_found');
  const settings = await deps.readSettings();
  const status = uploadStatus(input.status, settings);
  const { content_id: id, source_version_id: version } = upload;
  // The file can be analyzed before the form is saved.
  const verdict = version ? await deps.verdicts.readVerdict(id, version) : undefined;
  const parts = { upload, creator, category, safety: verdict && summaryOf(verdict), settings, now: deps.now() };
  const content = newContent({ ...input, status }, parts);
  const unchanged = version ? [deps.verdicts.verdictUnchanged(id, version, verdict)] : [];
  return (await deps.conversions.claim(upload, content, creationOf(by, content), unchanged)) ? content : undefined;
};

/**
 * Creates the content item of an upload, with the results of its conversion so far. Repeating the call returns the same
 * item.
 */
export const createContent = (deps: ContentDeps) =>
  route(endpoints['content.create-content'], async ({ body, actor, requestId }) => {
    const content = await optimistic(async () => (await claim(deps, body, { actor, requestId })) ?? RETRY);
    const rights = await staffRights(actor.role, deps.readStorage);
    return { status: 201, body: toView(await syncStills(deps, content), rights) };
  });
