import { Cog } from 'lucide-react';
import type { ConversionStatus } from '../../../../lambdas/contract/content/content-shapes.ts';
import { Badge, type BadgeTone } from '../../ui/feedback/badge.tsx';
import { conversionNames } from '../../ui/feedback/statuses.ts';
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx';
import { conversionTexts } from './texts.ts';

const tones: Readonly<Record<ConversionStatus, BadgeTone>> = {
  pending: 'warning',
  processing: 'accent',
  completed: 'neutral',
  failed: 'danger',
};

/** A badge with the state of a conversion. */
export const ConversionBadge = ({ status }: { readonly status: ConversionStatus }) => (
  <Badge tone={tones[status]}>
    <VisuallyHidden>{`${conversionTexts.status} `}</VisuallyHidden>
    <Cog aria-hidden size={12} />
    {conversionNames[status]}
  </Badge>
);
