import { setTimeout as pause } from 'node:timers/promises';
import type { ContentView } from '../../lambdas/contract/content/content-shapes.ts';
import type { ApiClient } from '../../web/src/lib/api/api-client.ts';
import { ApiError } from '../../web/src/lib/api/api-error.ts';
import type { DemoState, TitleState } from './state.ts';
import type { DemoTitle } from './titles.ts';

/** Milliseconds between two looks at a conversion. */
const LOOK_EVERY_MS = 400;

/** What making a title needs. */
export interface PublishDeps {
  /** Of an administrator. */
  readonly api: ApiClient;
  readonly state: Pick<DemoState, 'title' | 'setTitle'>;
  readonly readFile: (name: string) => Promise<Buffer>;
  readonly categoryId: (name: string) => string | null;
  /** Hears each step as it is done. */
  readonly onStep: (step: string) => void;
  readonly signal: AbortSignal;
}

const refusedWith =
  (...codes: readonly string[]) =>
  (error: unknown): undefined => {
    if (error instanceof ApiError && codes.includes(error.code)) return undefined;
    throw error;
  };

/**
 * Sends the file as a browser does: a place is allotted, then one signed PUT. What was allotted is noted before
 * anything is sent.
 */
const upload = async (
  { api, state, readFile, signal }: PublishDeps,
  { key, file, fileType }: DemoTitle,
): Promise<{ contentId: string; s3Key: string }> => {
  const body = await readFile(file);
  const allotted = await api.call(
    'uploads.s3-upload-url',
    { body: { fileName: file, fileType, fileSize: body.length } },
    { signal },
  );
  if (!('uploadUrl' in allotted)) throw new Error('The answer names no address to upload to');
  const { contentId, s3Key, uploadUrl } = allotted;
  state.setTitle(key, { contentId, s3Key, stage: 'uploading' });
  const { ok, status } = await fetch(uploadUrl, {
    method: 'PUT',
    headers: { 'content-type': fileType },
    body: new Uint8Array(body),
    signal,
  });
  if (!ok) throw new Error(`The upload was answered with ${status}`);
  return { contentId, s3Key };
};

const complete = ({ api, signal }: PublishDeps, s3Key: string) =>
  api.call('uploads.s3-upload-url', { body: { action: 'complete', s3Key } }, { signal });

/** The stored file of this title: the one that an interrupted start left, or a new one. */
const stored = async (deps: PublishDeps, title: DemoTitle): Promise<{ contentId: string; s3Key: string }> => {
  const left = deps.state.title(title.key);
  if (left) {
    if (await complete(deps, left.s3Key).catch(refusedWith('upload_not_found', 'upload_incomplete', 'invalid_state')))
      return left;
    // Its address may be out of date: the place is given back and another one taken.
    await deps.api
      .call('uploads.s3-upload-url', { body: { action: 'abort', s3Key: left.s3Key } }, { signal: deps.signal })
      .catch(refusedWith('upload_not_found', 'invalid_state'));
  }
  const sent = await upload(deps, title);
  await complete(deps, sent.s3Key);
  return sent;
};

/** The record of a title: the one that an interrupted start left, or a new one. Undefined when a person removed it. */
const record = async (deps: PublishDeps, title: DemoTitle): Promise<ContentView | undefined> => {
  const { api, state, signal, onStep } = deps;
  const left = state.title(title.key);
  const find = (id: string) =>
    api.call('catalog.get-content', { params: { id } }, { signal }).catch(refusedWith('content_not_found'));
  const known = left && (await find(left.contentId));
  if (known) {
    onStep('continued');
    if (known.conversion_status !== 'failed') return known;
    await api.call('conversion.aws-conversion-v3', { body: { contentId: known.id, restart: true } }, { signal });
    return find(known.id);
  }
  if (left?.stage === 'made') return undefined;
  const { s3Key } = await stored(deps, title);
  onStep('uploaded');
  const { title: name, artist, contentType, description, tags } = title;
  const body = {
    title: name,
    artist,
    contentType,
    description,
    tags: [...tags],
    category_id: deps.categoryId(title.category),
    status: 'published' as const,
    s3Key,
  };
  return api.call('content.create-content', { body }, { signal });
};

/** Looks at a title until listeners see it. */
const waitUntilPublished = async ({ api, signal, onStep }: PublishDeps, first: ContentView): Promise<void> => {
  const { id } = first;
  const said = new Set<string>();
  const say = (step: string): void => {
    if (!said.has(step)) onStep(step);
    said.add(step);
  };
  for (let view: ContentView | undefined = first; view && view.status !== 'published';) {
    if (view.duration !== null) say('checked');
    if (view.conversion_status === 'processing') say('converting');
    if (view.conversion_status === 'failed') throw new Error(view.conversion_error ?? 'The conversion failed');
    await pause(LOOK_EVERY_MS, undefined, { signal });
    // Somebody may remove it meanwhile; that is no failure, and it is not made again.
    view = await api
      .call('catalog.get-content', { params: { id } }, { signal })
      .catch(refusedWith('content_not_found'));
  }
};

/**
 * Brings one title into the catalog by the pipeline that everybody's uploads take, and resolves when listeners see
 * it. Continues what an interrupted run began. Rejects when the pipeline refuses it, and with an AbortError by
 * `signal`.
 */
export const publishTitle = async (deps: PublishDeps, title: DemoTitle): Promise<void> => {
  const view = await record(deps, title);
  const mark = (stage: TitleState['stage']): void => {
    const left = deps.state.title(title.key);
    if (left) deps.state.setTitle(title.key, { ...left, stage });
  };
  mark('made');
  if (view) await waitUntilPublished(deps, view);
  mark('done');
};
