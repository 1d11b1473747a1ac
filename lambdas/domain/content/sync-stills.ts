import type { Logger } from '../logger.ts';
import { publishedStillKey, stillKeys } from '../media/layout.ts';
import type { Content } from './content.ts';
import type { StillStore } from './still-store.ts';

/** Where contents are read and their public stills noted. */
export interface StillRecords {
  get(id: string, options?: { consistent?: boolean }): Promise<Content | undefined>;
  /** Undefined when the content was edited or deleted since it was read. */
  saveStills(
    content: Content,
    stills: Partial<Pick<Content, 'thumbnail_url' | 'poster_url' | 'public_stills_versions'>>,
  ): Promise<Content | undefined>;
}

/** What bringing the public stills in line needs. */
export interface StillDeps {
  readonly content: StillRecords;
  readonly stills: StillStore;
  readonly logger: Logger;
}

const STILLS = ['poster', 'thumbnail'] as const;

const removeStills = async ({ stills }: StillDeps, content: Content, versions: readonly string[]): Promise<void> => {
  if (versions.length === 0) return;
  await stills.remove(
    versions.flatMap((version) => STILLS.map((still) => publishedStillKey(content.id, version, still))),
  );
  await stills.forget(`/posters/${content.id}/*`, `${content.id}-${content.revision}-${versions.join('-')}`);
};

const showStills = async (deps: StillDeps, content: Content, version: string): Promise<Content> => {
  const noted = await deps.content.saveStills(content, {
    public_stills_versions: [...new Set([...content.public_stills_versions, version])],
  });
  // Edited or deleted in the meantime: that edit brings the stills in line with its own state.
  if (!noted) return content;
  const copied = await Promise.all(
    STILLS.map((still) =>
      deps.stills.copy(stillKeys(content.id, version, still), publishedStillKey(content.id, version, still)),
    ),
  );
  const [poster, thumbnail] = STILLS.map((still, index) =>
    copied[index] ? `/${publishedStillKey(content.id, version, still)}` : null,
  );
  if (copied.includes(false)) deps.logger.warn('A still is missing', { contentId: content.id });
  const shown = await deps.content.saveStills(noted, { poster_url: poster ?? null, thumbnail_url: thumbnail ?? null });
  if (shown) {
    const old = noted.public_stills_versions.filter((other) => other !== version);
    await removeStills(deps, noted, old);
    return old.length === 0
      ? shown
      : ((await deps.content.saveStills(shown, { public_stills_versions: [version] })) ?? shown);
  }
  // Unpublished while copying: what that removed may have come back by our copy.
  const now = await deps.content.get(content.id, { consistent: true });
  if (now?.status !== 'published' || now.deleted_at !== undefined) await removeStills(deps, noted, [version]);
  return now ?? noted;
};

/** Takes the stills of an earlier file from a content that has no picture any more. */
const hideStills = async (deps: StillDeps, content: Content): Promise<Content> => {
  const hidden = await deps.content.saveStills(content, { poster_url: null, thumbnail_url: null });
  if (!hidden) return content;
  await removeStills(deps, hidden, hidden.public_stills_versions);
  return (await deps.content.saveStills(hidden, { public_stills_versions: [] })) ?? hidden;
};

/**
 * Brings the public copies of poster and thumbnail in line with the stored state, and answers what is stored then. It
 * always runs after the state was saved. Publishing: the content is public by decision before its stills are, so a stop
 * half-way leaves a card without a picture, never a picture of something private. Unpublishing: the content leaves
 * every list first, then its stills are removed and the CDN forgets them. The versions that may be public are noted
 * before the first copy and struck out after the last removal, so repeating the request, or any later edit, finishes
 * what stopped.
 */
export const syncStills = async (deps: StillDeps, content: Content): Promise<Content> => {
  const { media_version: version, public_stills_versions: versions } = content;
  if (content.status === 'published') {
    if (version === null) return content;
    if (!content.has_video) return versions.length === 0 ? content : hideStills(deps, content);
    const current =
      content.poster_url === `/${publishedStillKey(content.id, version, 'poster')}` && versions.length === 1;
    return current ? content : showStills(deps, content, version);
  }
  if (versions.length === 0) return content;
  await removeStills(deps, content, versions);
  return (await deps.content.saveStills(content, { public_stills_versions: [] })) ?? content;
};
