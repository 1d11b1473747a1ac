import { ListMultipartUploadsCommand, ListObjectVersionsCommand } from '@aws-sdk/client-s3';
import { MEDIA, UPLOADS } from '../../../support/worlds/media-engines.ts';
import type { MediaFlow } from '../../../support/worlds/media-flow.ts';

/** Every key stored for an item, in any version. */
const storedOf = async (flow: MediaFlow, id: string): Promise<readonly string[]> => {
  const places = [
    [UPLOADS, 'uploads'],
    [MEDIA, 'media'],
    [MEDIA, 'posters'],
  ] as const;
  const lists = await Promise.all(
    places.map(([Bucket, folder]) =>
      flow.s3Client.send(new ListObjectVersionsCommand({ Bucket, Prefix: `${folder}/${id}/` })),
    ),
  );
  return [
    ...new Set(
      lists.flatMap(({ Versions = [], DeleteMarkers = [] }) =>
        [...Versions, ...DeleteMarkers].map(({ Key = '' }) => Key),
      ),
    ),
  ].sort();
};

/** Everything that is left of an item, with its IDs replaced by placeholders. */
export const stateOf = async (flow: MediaFlow, id: string, s3Key: string): Promise<unknown> => {
  const [content, upload, attempts, sources] = await Promise.all([
    flow.records.get(id, { consistent: true }),
    flow.uploads.get(id),
    flow.attempts.list(id),
    flow.readSources(id),
  ]);
  const { Uploads: unfinished = [] } = await flow.s3Client.send(
    new ListMultipartUploadsCommand({ Bucket: UPLOADS, Prefix: `uploads/${id}/` }),
  );
  const jobs = flow.mediaConvert
    .jobs()
    .filter(({ userMetadata }) => userMetadata['contentId'] === id)
    .map(({ status, userMetadata }) => `${userMetadata['attempt']} ${status}`);
  const facts = (of: typeof content | typeof upload) =>
    of && {
      conversion: of.conversion_status,
      error: of.conversion_error,
      progress: of.conversion_progress,
      source: of.source_version_id === null ? null : 'known',
      version: of.media_version,
      tier: of.top_tier,
    };
  const text = JSON.stringify({
    content: content && {
      ...facts(content),
      status: content.status,
      thumbnail: content.thumbnail_url,
      stills: content.public_stills_versions,
      deleted: content.deleted_at !== undefined,
    },
    upload: upload && {
      ...facts(upload),
      state: upload.state,
      cleaned: upload.cleaned ?? false,
      rejection: upload.rejection,
    },
    attempts: attempts
      .map(({ state, failure, reason, attempt, media_version: version }) => ({
        attempt,
        state,
        failure,
        reason,
        ready: (sources?.runs ?? []).filter((run) => run.attempt === attempt).map(({ state, run }) => [state, run]),
        version,
      }))
      .sort((a, b) => a.attempt - b.attempt),
    jobs: jobs.sort(),
    unfinished: unfinished.length,
    stored: await storedOf(flow, id),
  });
  return JSON.parse(text.replaceAll(id, '<content>').replaceAll(s3Key.split('/')[2] ?? '', '<upload>')) as unknown;
};
