import type { ContentSafety } from '../../../../lambdas/contract/content/content-shapes.ts';
import { Badge, type BadgeTone } from '../../ui/feedback/badge.tsx';
import { outcomeNames, verdictNames } from './verdict-texts.ts';

const tones: Readonly<Record<ContentSafety['verdict'], BadgeTone>> = {
  clear: 'success',
  unknown: 'outline',
  review: 'warning',
  blocked: 'danger',
};

/** The verdict about a title, or the decision that applies to it. */
export const SafetyBadge = ({ verdict, decision }: ContentSafety) =>
  decision === null ? (
    <Badge tone={tones[verdict]}>{verdictNames[verdict]}</Badge>
  ) : (
    <Badge tone={decision === 'approved' ? 'success' : 'danger'}>{outcomeNames[decision]}</Badge>
  );
