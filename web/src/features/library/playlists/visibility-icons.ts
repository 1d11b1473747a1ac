import { Globe, Link2, Lock } from 'lucide-react';
import type { PlaylistVisibility } from '../../../../../lambdas/contract/listening/library.ts';

/** The icon of each visibility. */
export const visibilityIcons = { private: Lock, unlisted: Link2, public: Globe } as const satisfies Record<
  PlaylistVisibility,
  unknown
>;
