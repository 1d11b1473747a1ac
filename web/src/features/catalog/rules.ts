import type { ContentCard, ContentType } from '../../../../lambdas/contract/content/content-shapes.ts';
import { cleanSearch } from '../../../../lambdas/contract/listening/search-text.ts';
import { catalogTexts } from './texts.ts';

/** What the address says about browsing. */
export interface CatalogAddress {
  /** Slug of a category. */
  readonly category: string | null;
  readonly type: ContentType | null;
  /** What is searched for. */
  readonly q: string | null;
}

const isContentType = (value: string | null): value is ContentType => value === 'music' || value === 'video';

/** Reads the filters from the address; what is no filter counts as none. */
export const readAddress = (params: URLSearchParams): CatalogAddress => {
  const type = params.get('type');
  return {
    category: params.get('category') || null,
    type: isContentType(type) ? type : null,
    q: cleanSearch(params.get('q') ?? '') || null,
  };
};

/** The address with one filter changed; `null` takes it out, everything else stays. */
export const withFilter = (
  params: URLSearchParams,
  name: keyof CatalogAddress,
  value: string | null,
): URLSearchParams => {
  const next = new URLSearchParams(params);
  // Likes and playlists are shown instead of the catalog: whoever filters it wants to see it.
  next.delete('view');
  if (value === null) next.delete(name);
  else next.set(name, value);
  return next;
};

/** Who to name on a card: the creator, else the artist. */
export const creatorOf = ({ creators, metadata }: Pick<ContentCard, 'creators' | 'metadata'>): string =>
  creators.name || metadata.artist || catalogTexts.unknownArtist;
