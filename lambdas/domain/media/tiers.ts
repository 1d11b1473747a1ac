/**
 * Tiers, lowest first. Each is a folder of renditions, named by the short side of its best picture in pixels: a
 * viewer's cookies open the folders that the viewer's plan allows. A creator's plan limits the tiers of a conversion; a
 * viewer's plan limits the tiers of playback.
 */
export const TIERS = ['480', '1080', '2160'] as const;
export type Tier = (typeof TIERS)[number];
