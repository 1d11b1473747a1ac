import type { ContentStatus, ConversionStatus } from '../../../../lambdas/contract/content/content-shapes.ts';
import type { BadgeTone } from './badge.tsx';

/** Badge styles from the specification: default for published, secondary for pending, outline otherwise. */
export const statusTones: Readonly<Record<ContentStatus, BadgeTone>> = {
  published: 'success',
  pending: 'neutral',
  draft: 'outline',
};

export const statusNames: Readonly<Record<ContentStatus, string>> = {
  draft: 'Draft',
  pending: 'Pending',
  published: 'Published',
};

export const conversionNames: Readonly<Record<ConversionStatus, string>> = {
  pending: 'Pending',
  processing: 'Processing',
  completed: 'Completed',
  failed: 'Failed',
};
