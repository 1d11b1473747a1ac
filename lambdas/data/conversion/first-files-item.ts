import * as z from 'zod/mini';
import { TIERS } from '../../domain/media/tiers.ts';

const endings = { init: z.string(), segment: z.string() };

/** How the names of what a player needs first are stored on a content item, its upload and its attempts. */
export const FirstFilesItem = z.object({
  rungs: z.array(z.object({ tier: z.enum(TIERS), base: z.string(), bandwidth: z.number() })),
  ...endings,
  audio: z.optional(z.object({ base: z.string(), ...endings })),
});
