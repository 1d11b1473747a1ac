import type { ContentCard, ContentType } from '../../../../lambdas/contract/content/content-shapes.ts';
import { ORGANIZATION_CREATOR_ID } from '../../../../lambdas/contract/content/organization.ts';
import { cleanSearch } from '../../../../lambdas/contract/listening/search-text.ts';
import { catalogTexts } from './texts.ts';

/** The filters in the URL of the catalog. */
export interface CatalogAddress {
  /** Slug of a category. */
  readonly category: string | null;
  readonly type: ContentType | null;
  /** The search text. */
  readonly q: string | null;
}

const isContentType = (value: string | null): value is ContentType => value === 'music' || value === 'video';

/** Reads the filters from the URL and ignores invalid values. */
export const readAddress = (params: URLSearchParams): CatalogAddress => {
  const type = params.get('type');
  return {
    category: params.get('category') || null,
    type: isContentType(type) ? type : null,
    q: cleanSearch(params.get('q') ?? '') || null,
  };
};

/** The URL parameters with one filter changed. `null` removes the filter; all other parameters stay. */
export const withFilter = (
  params: URLSearchParams,
  name: keyof CatalogAddress,
  value: string | null,
): URLSearchParams => {
  const next = new URLSearchParams(params);
  // Likes and playlists replace the catalog, so filtering returns to the catalog.
  next.delete('view');
  if (value === null) next.delete(name);
  else next.set(name, value);
  return next;
};

/**
 * The name on a card: the creator, otherwise the artist. Of the organization's own titles, the artist comes first: its
 * name would be on most cards.
 */
export const creatorOf = ({
  creator_id: id,
  creators,
  metadata,
}: Pick<ContentCard, 'creator_id' | 'creators' | 'metadata'>): string => {
  const names = id === ORGANIZATION_CREATOR_ID ? [metadata.artist, creators.name] : [creators.name, metadata.artist];
  return names.find((name) => name !== '') ?? catalogTexts.unknownArtist;
};
