import { Suspense } from 'react';
import { lazyPart } from '../../../core/lazy-part.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { SideSheet } from '../../../ui/overlays/side-sheet.tsx';
import { ChaptersPanel } from './chapters-panel.tsx';
import type { PanelName } from '../core/player-extras.ts';
import type { Player } from '../core/player.ts';
import { QueuePanel } from './queue-panel.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import { ShortcutsPanel } from './shortcuts-panel.tsx';
import { panelTexts } from './panel-texts.ts';
import { playerTexts } from '../core/texts.ts';

/** Loaded when it is opened: few listeners do. */
const TranscriptPanel = lazyPart(() => import('./transcript-panel.tsx'), 'TranscriptPanel', 'inline');

const bodies = {
  queue: QueuePanel,
  chapters: ChaptersPanel,
  transcript: TranscriptPanel,
  settings: SettingsPanel,
  shortcuts: ShortcutsPanel,
} as const;

/** A panel next to the picture. Loaded when the first one is opened. */
export const Panel = ({ player, name }: { readonly player: Player; readonly name: PanelName }) => {
  const Body = bodies[name];
  const { title, description } = panelTexts[name];
  return (
    <SideSheet
      key={name}
      title={title}
      description={description}
      closeLabel={panelTexts.close(title)}
      onClose={() => player.showPanel(null)}
    >
      <Suspense fallback={<LoadingState label={playerTexts.loading} />}>
        <Body player={player} />
      </Suspense>
    </SideSheet>
  );
};

/** The list of shortcuts while the full player is closed. */
export const ShortcutsDialog = ({ player }: { readonly player: Player }) => (
  <Dialog
    open
    onOpenChange={(open) => {
      if (!open) player.showPanel(null);
    }}
    title={panelTexts.shortcuts.title}
    description={panelTexts.shortcuts.description}
  >
    <ShortcutsPanel player={player} />
  </Dialog>
);
