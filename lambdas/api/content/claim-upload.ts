import type { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import type { ActBy } from '../../domain/audit/act.ts';
import { creationOf } from '../../domain/content/audited.ts';
import type { Content } from '../../domain/content/content.ts';
import { summaryOf } from '../../domain/safety/review.ts';
import { uploadStatus } from '../../domain/settings/settings.ts';
import { newScript, scriptStored } from '../../domain/transcripts/new-script.ts';
import { findUpload } from '../../domain/uploads/find-upload.ts';
import { newContent } from '../../domain/uploads/new-content.ts';
import { assertNotAborted } from '../../domain/uploads/upload.ts';
import type { RouteRequest } from '../../http/route.ts';
import type { ContentDeps } from './deps.ts';

type Input = RouteRequest<(typeof endpoints)['content.create-content']>['body'];

/**
 * The existing content item of an upload, or a new one. Undefined when the upload or a name changed concurrently: call
 * again.
 */
export const claimUpload = async (deps: ContentDeps, input: Input, by: ActBy): Promise<Content | undefined> => {
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
  const script = input.script && newScript(input.script, { contentId: id, by, at: content.created_at });
  const more = [
    ...(version ? [deps.verdicts.verdictUnchanged(id, version, verdict)] : []),
    // Stored with the item, so that the step never recognizes speech that is paid while the script is on its way.
    ...(script ? deps.scripts.newWrites(script, scriptStored(by, content.title, script)) : []),
  ];
  return (await deps.conversions.claim(upload, content, creationOf(by, content), more)) ? content : undefined;
};
