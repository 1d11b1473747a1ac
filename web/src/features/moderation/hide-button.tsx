import { Ban, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { PlaylistHiding } from '../../../../lambdas/contract/listening/library.ts';
import { Button } from '../../ui/actions/button.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { moderationTexts as texts } from './texts.ts';

export interface HideButtonProps {
  readonly playlist: { readonly id: string; readonly title: string; readonly hidden: PlaylistHiding | null };
  /** Names the playlist for screen readers, where several buttons have the same text. */
  readonly named?: boolean;
}

/** Hides a playlist, or shows it again, after a dialog that asks for the reason. */
export const HideButton = ({ playlist, named = false }: HideButtonProps) => {
  const [kind, setKind] = useState<'hide' | 'show' | null>(null);
  const isHidden = playlist.hidden !== null;
  const Icon = isHidden ? Undo2 : Ban;
  const label = isHidden ? texts.showLabel : texts.hideLabel;
  return (
    <>
      <Button
        variant="secondary"
        aria-label={named ? label(playlist.title) : undefined}
        onClick={() => setKind(isHidden ? 'show' : 'hide')}
      >
        <Icon aria-hidden size={16} />
        {isHidden ? texts.show : texts.hide}
      </Button>
      {kind !== null && <DecisionDialog playlist={playlist} kind={kind} onClose={() => setKind(null)} />}
    </>
  );
};
