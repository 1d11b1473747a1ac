import { Badge, type BadgeTone } from '../../../ui/feedback/badge.tsx';
import { panelTexts } from './texts.ts';

/** Whether CORS or the CDN setup is in order (specification, section 4). */
export type SetupState = keyof typeof panelTexts.states;

const tones: Readonly<Record<SetupState, BadgeTone>> = {
  unchecked: 'outline',
  configured: 'success',
  error: 'danger',
};

/** A label of the state. */
export const SetupBadge = ({ state }: { readonly state: SetupState }) => (
  <Badge tone={tones[state]}>{panelTexts.states[state]}</Badge>
);
