import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import { abortUpload } from './abort-upload.ts';
import { completeUpload } from './complete-upload.ts';
import { createMultipart } from './create-multipart.ts';
import { createSinglePut } from './create-single-put.ts';
import { listUnfinished } from './list-unfinished.ts';
import { resumeUpload } from './resume-upload.ts';
import type { UploadsDeps } from './deps.ts';
import { signParts } from './sign-parts.ts';

/**
 * Starts, signs, completes, resumes or cancels the upload of a file, or lists unfinished uploads. Without `action`, it
 * is the specification's single PUT.
 */
export const s3UploadUrl = (deps: UploadsDeps) =>
  route(endpoints['uploads.s3-upload-url'], async ({ body, actor, requestId }) => {
    const by = { actor, requestId };
    if (!('action' in body)) return { status: 200, body: await createSinglePut(deps, body, by) };
    switch (body.action) {
      case 'create':
        return { status: 200, body: await createMultipart(deps, body, by) };
      case 'sign':
        return { status: 200, body: await signParts(deps, body) };
      case 'complete':
        return { status: 200, body: await completeUpload(deps, body) };
      case 'list':
        return { status: 200, body: await listUnfinished(deps, actor.userId) };
      case 'parts':
        return { status: 200, body: await resumeUpload(deps, body) };
      case 'abort':
        return { status: 200, body: await abortUpload(deps, body, by) };
    }
  });
