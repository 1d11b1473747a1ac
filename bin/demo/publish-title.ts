import { setTimeout as pause } from 'node:timers/promises';
import { SINGLE_PUT_HEADERS } from '../../lambdas/contract/media/upload-limits.ts';
import type { ContentView } from '../../lambdas/contract/content/content-shapes.ts';
import type { ApiClient } from '../../web/src/lib/api/api-client.ts';
import { ApiError } from '../../web/src/lib/api/api-error.ts';
import { addTopic, publishAfterReview } from './review.ts';
import type { DemoState, TitleState } from './state.ts';
import type { DemoTitle } from './titles.ts';

/** Milliseconds between two polls of a conversion. */
const POLL_MS = 400;

export interface PublishDeps {
  /** Signed in as an administrator. */
  readonly api: ApiClient;
  readonly state: Pick<DemoState, 'title' | 'setTitle'>;
  readonly readFile: (name: string) => Promise<Buffer>;
  readonly categoryId: (name: string) => string | null;
  /** Called after each step. */
  readonly onStep: (step: string) => void;
  readonly signal: AbortSignal;
}

const ignoreErrors =
  (...codes: readonly string[]) =>
  (error: unknown): undefined => {
    if (error instanceof ApiError && codes.includes(error.code)) return undefined;
    throw error;
  };

/**
 * Uploads the file as a browser does: requests an upload URL, then sends one signed PUT. The upload is recorded before
 * anything is sent.
 */
const upload = async (
  { api, state, readFile, signal }: PublishDeps,
  { key, file, fileType }: DemoTitle,
): Promise<{ contentId: string; s3Key: string }> => {
  const body = await readFile(file);
  const upload = await api.call(
    'uploads.s3-upload-url',
    { body: { fileName: file, fileType, fileSize: body.length } },
    { signal },
  );
  if (!('uploadUrl' in upload)) throw new Error('The API returned no upload URL');
  const { contentId, s3Key, uploadUrl } = upload;
  state.setTitle(key, { contentId, s3Key, stage: 'uploading' });
  const { ok, status } = await fetch(uploadUrl, {
    method: 'PUT',
    headers: { 'content-type': fileType, ...SINGLE_PUT_HEADERS },
    body: new Uint8Array(body),
    signal,
  });
  if (!ok) throw new Error(`The upload failed with status ${status}`);
  return { contentId, s3Key };
};

const complete = ({ api, signal }: PublishDeps, s3Key: string) =>
  api.call('uploads.s3-upload-url', { body: { action: 'complete', s3Key } }, { signal });

/** The uploaded file of this title: from an interrupted start, or a new upload. */
const stored = async (deps: PublishDeps, title: DemoTitle): Promise<{ contentId: string; s3Key: string }> => {
  const earlier = deps.state.title(title.key);
  if (earlier) {
    if (
      await complete(deps, earlier.s3Key).catch(ignoreErrors('upload_not_found', 'upload_incomplete', 'invalid_state'))
    )
      return earlier;
    // Its upload URL may have expired, so the upload is aborted and started again.
    await deps.api
      .call('uploads.s3-upload-url', { body: { action: 'abort', s3Key: earlier.s3Key } }, { signal: deps.signal })
      .catch(ignoreErrors('upload_not_found', 'invalid_state'));
  }
  const sent = await upload(deps, title);
  await complete(deps, sent.s3Key);
  return sent;
};

/** Creates the content item of an upload; returns the existing one when it is repeated. */
const create = ({ api, categoryId, signal }: PublishDeps, title: DemoTitle, s3Key: string): Promise<ContentView> => {
  const { title: name, artist, contentType, description, tags, category, approval, script } = title;
  const body = {
    title: name,
    artist,
    contentType,
    description,
    tags: [...tags],
    category_id: categoryId(category),
    // The title that waits for its review is published by the decision.
    status: approval === undefined ? ('published' as const) : ('draft' as const),
    s3Key,
    ...(script === undefined ? {} : { script: { kind: 'text' as const, language: 'en' as const, text: script } }),
  };
  return api.call('content.create-content', { body }, { signal });
};

/** The content item of a title: from an interrupted start, or a new one. Undefined when a user deleted it. */
const record = async (deps: PublishDeps, title: DemoTitle): Promise<ContentView | undefined> => {
  const { api, state, signal, onStep } = deps;
  const earlier = state.title(title.key);
  const find = (id: string) =>
    api.call('catalog.get-content', { params: { id } }, { signal }).catch(ignoreErrors('content_not_found'));
  const known = earlier && (await find(earlier.contentId));
  if (known) {
    onStep('resumed');
    // The server may have stopped after it stored the item and before it had the script aligned.
    if (known.conversion_status !== 'failed')
      return earlier.stage === 'uploading' ? create(deps, title, earlier.s3Key) : known;
    await api.call('conversion.aws-conversion-v3', { body: { contentId: known.id, restart: true } }, { signal });
    return find(known.id);
  }
  if (earlier?.stage === 'made') return undefined;
  const { s3Key } = await stored(deps, title);
  onStep('uploaded');
  return create(deps, title, s3Key);
};

/** Polls a title until it can be played or, unless it waits for its review, until it is published. */
const waitUntilReady = async (
  { api, signal, onStep }: PublishDeps,
  first: ContentView,
  isReady: (view: ContentView) => boolean,
): Promise<ContentView | undefined> => {
  const { id } = first;
  const reported = new Set<string>();
  const report = (step: string): void => {
    if (!reported.has(step)) onStep(step);
    reported.add(step);
  };
  let view: ContentView | undefined = first;
  while (view && !isReady(view)) {
    if (view.duration !== null) report('checked');
    if (view.conversion_status === 'processing') report('converting');
    if (view.conversion_status === 'failed') throw new Error(view.conversion_error ?? 'The conversion failed');
    await pause(POLL_MS, undefined, { signal });
    // A user may delete it in the meantime. That is not a failure, and it is not created again.
    view = await api
      .call('catalog.get-content', { params: { id } }, { signal })
      .catch(ignoreErrors('content_not_found'));
  }
  return view;
};

/**
 * Publishes one title through the same pipeline as any upload, and resolves once it is published and corrected. Resumes
 * what an interrupted run began. Rejects when the pipeline rejects the title, and with an AbortError on `signal`.
 */
export const publishTitle = async (deps: PublishDeps, title: DemoTitle): Promise<void> => {
  const view = await record(deps, title);
  const mark = (stage: TitleState['stage']): void => {
    const earlier = deps.state.title(title.key);
    if (earlier) deps.state.setTitle(title.key, { ...earlier, stage });
  };
  mark('made');
  const { approval, topic } = title;
  const isPublished = ({ status }: ContentView): boolean => status === 'published';
  const isPlayable = (now: ContentView): boolean => isPublished(now) || now.conversion_status === 'completed';
  const ready = view && (await waitUntilReady(deps, view, approval === undefined ? isPublished : isPlayable));
  if (ready && approval !== undefined && !isPublished(ready)) await publishAfterReview(deps, ready, approval);
  if (ready && topic !== undefined)
    await addTopic(deps, ready, topic).catch(ignoreErrors('content_not_found', 'invalid_state'));
  mark('done');
};
