import type { CdnHealth } from '../../../../lambdas/contract/delivery/monitor.ts';
import { Badge, type BadgeTone } from '../../ui/feedback/badge.tsx';

const tones: Readonly<Record<NonNullable<CdnHealth['label']>, BadgeTone>> = {
  Excellent: 'success',
  // The accent color is a red, which would look like a warning.
  Good: 'success',
  'Needs Improvement': 'warning',
};

/** What a health score means; nothing without a score. */
export const HealthBadge = ({ label }: Pick<CdnHealth, 'label'>) =>
  label !== null && <Badge tone={tones[label]}>{label}</Badge>;
