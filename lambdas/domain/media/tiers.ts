/**
 * Folders of renditions, lowest first, each named by the short side of its best picture in pixels (decisions.md 19):
 * how far a creator's plan lets a source be converted, and how far a viewer's cookies reach.
 */
export const TIERS = ['480', '1080', '2160'] as const;
/** One of them. */
export type Tier = (typeof TIERS)[number];
