import { Cloud, CloudAlert, CloudCheck, type LucideIcon } from 'lucide-react';
import { IconButton } from '../../../../ui/actions/icon-button.tsx';
import { setupTexts as texts } from './texts.ts';
import { useTitleSetup, type SetupContent } from './use-title-setup.ts';

const icons: Readonly<Record<keyof typeof texts.states, LucideIcon>> = {
  unchecked: Cloud,
  configured: CloudCheck,
  error: CloudAlert,
};

/** The CORS and CDN setup of a title in its row. Its name and icon show the result of the last one. */
export const CdnSetupButton = ({ content }: { readonly content: SetupContent }) => {
  const { state, isPending, run } = useTitleSetup(content);
  const Icon = icons[state];
  return (
    <IconButton label={texts.label(content.title, texts.states[state])} busy={isPending} onClick={run}>
      <Icon aria-hidden size={18} />
    </IconButton>
  );
};
