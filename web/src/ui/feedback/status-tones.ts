import type { ContentStatus } from '../../../../lambdas/contract/content/content-shapes.ts';
import type { BadgeTone } from './badge.tsx';

/** Badge styles from the specification: default for published, secondary for pending, outline otherwise. */
export const statusTones: Readonly<Record<ContentStatus, BadgeTone>> = {
  published: 'success',
  pending: 'neutral',
  draft: 'outline',
};
