import type { ContentView } from '../../../../lambdas/contract/content-shapes.ts';
import type { ApiClient } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import type { Clock } from '../../lib/clock.ts';

/** Milliseconds between two looks at a conversion (specification, section 9: 3 s in a panel). */
const LOOK_EVERY_MS = 3_000;

export interface ConversionWatch {
  /** Looks at a content until `onContent` answers false. `onGone`: it was deleted, or may no longer be read. */
  readonly follow: (contentId: string, onContent: (content: ContentView) => boolean, onGone: () => void) => void;
}

/** Makes the watch of a page. */
export const createConversionWatch = ({ api, clock }: { readonly api: ApiClient; readonly clock: Clock }): ConversionWatch => {
  const look = async (contentId: string): Promise<ContentView | 'gone' | 'unknown'> => {
    try {
      return await api.call('catalog.get-content', { params: { id: contentId } });
    } catch (error) {
      const passes = error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
      return passes ? 'unknown' : 'gone';
    }
  };
  return {
    follow: (contentId, onContent, onGone) => {
      const next = () =>
        clock.after(LOOK_EVERY_MS, () => {
          void look(contentId).then((found) => {
            if (found === 'gone') onGone();
            else if (found === 'unknown' || onContent(found)) next();
          });
        });
      next();
    },
  };
};
