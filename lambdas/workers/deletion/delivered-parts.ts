import type { Content } from '../../domain/content/content.ts';
import { analysisPrefix, captionsPrefix } from '../../domain/media/layout.ts';
import type { DeletionDeps, PartRemoval } from './deps.ts';

/** The parts in the media bucket. The CDN can have copies of their files, which are invalidated. */
export const deliveredParts = (
  deps: DeletionDeps,
  contentId: string,
  content: Content | undefined,
): readonly PartRemoval[] => [
  [
    'renditions',
    async () => {
      for (const folder of [`media/${contentId}`, captionsPrefix(contentId)]) {
        const files = await deps.removeRenditions(`${folder}/`);
        // Cookies of viewers are still valid, and the CDN has copies. An earlier attempt can have removed the files.
        if (files > 0 || content?.media_version)
          await deps.stills.forget(`/${folder}/*`, `${contentId}-deleted-${folder}`);
      }
      await deps.removeRenditions(`${analysisPrefix(contentId)}/`);
    },
  ],
  [
    'posters',
    async () => {
      const stills = await deps.removeRenditions(`posters/${contentId}/`);
      // An earlier attempt can have removed them without invalidating the CDN.
      if (stills > 0 || content?.public_stills_versions.length)
        await deps.stills.forget(`/posters/${contentId}/*`, `${contentId}-deleted`);
    },
  ],
];
