import type { Logger } from '../logger.ts';
import { publishedStillKey, stillKeys } from '../media/layout.ts';
import type { Content } from './content.ts';
import type { StillStore } from './still-store.ts';

/** Reads content items and records their public stills. */
export interface StillRecords {
  get(id: string, options?: { consistent?: boolean }): Promise<Content | undefined>;
  /** Undefined when the item was edited or deleted since it was read. */
  saveStills(
    content: Content,
    stills: Partial<Pick<Content, 'thumbnail_url' | 'poster_url' | 'public_stills_versions'>>,
  ): Promise<Content | undefined>;
}

/** Dependencies of `syncStills`. */
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
  const recorded = await deps.content.saveStills(content, {
    public_stills_versions: [...new Set([...content.public_stills_versions, version])],
  });
  // Edited or deleted in the meantime: that change syncs the stills itself.
  if (!recorded) return content;
  const copied = await Promise.all(
    STILLS.map((still) =>
      deps.stills.copy(stillKeys(content.id, version, still), publishedStillKey(content.id, version, still)),
    ),
  );
  const [poster, thumbnail] = STILLS.map((still, index) =>
    copied[index] ? `/${publishedStillKey(content.id, version, still)}` : null,
  );
  if (copied.includes(false)) deps.logger.warn('A still is missing', { contentId: content.id });
  const shown = await deps.content.saveStills(recorded, {
    poster_url: poster ?? null,
    thumbnail_url: thumbnail ?? null,
  });
  if (shown) {
    const old = recorded.public_stills_versions.filter((other) => other !== version);
    await removeStills(deps, recorded, old);
    return old.length === 0
      ? shown
      : ((await deps.content.saveStills(shown, { public_stills_versions: [version] })) ?? shown);
  }
  // Unpublished while copying: our copy may have restored stills that were already removed.
  const current = await deps.content.get(content.id, { consistent: true });
  if (current?.status !== 'published' || current.deleted_at !== undefined)
    await removeStills(deps, recorded, [version]);
  return current ?? recorded;
};

/** Removes the stills of an earlier file from an item that no longer has video. */
const hideStills = async (deps: StillDeps, content: Content): Promise<Content> => {
  const hidden = await deps.content.saveStills(content, { poster_url: null, thumbnail_url: null });
  if (!hidden) return content;
  await removeStills(deps, hidden, hidden.public_stills_versions);
  return (await deps.content.saveStills(hidden, { public_stills_versions: [] })) ?? hidden;
};

/**
 * Syncs the public copies of poster and thumbnail with the stored state, and returns the item as stored afterwards.
 * Runs after the state is saved.
 *
 * Publishing: the item becomes public before its stills do, so an interruption can leave a card without a picture, but
 * never a public picture of a private item. Unpublishing: the item leaves every list first, then its stills are removed
 * and invalidated in the CDN.
 *
 * Versions that may be public are recorded before the first copy and cleared after the last removal. So a retry, or any
 * later edit, finishes an interrupted sync.
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
