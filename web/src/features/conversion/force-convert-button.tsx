import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { conversionTexts as texts } from './texts.ts';
import { useRestart } from './use-restart.ts';

/** Converts a content item again, whatever the state of its conversion. Asks for confirmation first. */
export const ForceConvertButton = ({ contentId, title }: { readonly contentId: string; readonly title: string }) => {
  const [asking, setAsking] = useState(false);
  const { mutate, isPending } = useRestart('force');
  return (
    <>
      <IconButton label={texts.force(title)} onClick={() => setAsking(true)}>
        <RefreshCw aria-hidden size={18} />
      </IconButton>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={texts.forceTitle}
        description={texts.forceText(title)}
        action={texts.forceAction}
        busy={isPending}
        onConfirm={() => mutate(contentId, { onSettled: () => setAsking(false) })}
      />
    </>
  );
};
