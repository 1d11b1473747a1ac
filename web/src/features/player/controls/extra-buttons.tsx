import {
  Captions as CaptionsIcon,
  ListMusic,
  PictureInPicture2,
  ScrollText,
  Settings2,
  TableOfContents,
  type LucideIcon,
} from 'lucide-react';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import type { PanelName } from '../core/player-extras.ts';
import type { Player } from '../core/player.ts';
import { panelTexts } from '../panels/panel-texts.ts';
import { playerTexts } from '../core/texts.ts';
import { usePlayerState } from '../core/use-player.ts';
import { useShortcutKeys } from './use-shortcut-keys.ts';

const PanelButton = ({
  player,
  name,
  Icon,
}: {
  readonly player: Player;
  readonly name: PanelName;
  readonly Icon: LucideIcon;
}) => {
  const { panel } = usePlayerState(player);
  const open = panel === name;
  return (
    <IconButton
      label={panelTexts[name].title}
      aria-haspopup="dialog"
      aria-expanded={open}
      onClick={() => player.showPanel(open ? null : name)}
    >
      <Icon aria-hidden size={20} />
    </IconButton>
  );
};

/** Captions, chapters, transcript, queue, settings and picture-in-picture, as far as item and browser support them. */
export const ExtraButtons = ({ player }: { readonly player: Player }) => {
  const { details, captions, supportsPictureInPicture, pictureInPicture, item, phase } = usePlayerState(player);
  const keys = useShortcutKeys(player);
  return (
    <>
      {details !== null && details.captions.length > 0 && (
        <IconButton
          label={playerTexts.captions}
          aria-pressed={captions !== null}
          aria-keyshortcuts={keys('captions')}
          onClick={player.toggleCaptions}
        >
          <CaptionsIcon aria-hidden size={20} />
        </IconButton>
      )}
      {details !== null && details.chapters.length > 0 && (
        <PanelButton player={player} name="chapters" Icon={TableOfContents} />
      )}
      {details?.hasTranscript === true && <PanelButton player={player} name="transcript" Icon={ScrollText} />}
      <PanelButton player={player} name="queue" Icon={ListMusic} />
      <PanelButton player={player} name="settings" Icon={Settings2} />
      {supportsPictureInPicture && item?.metadata.contentType === 'video' && (
        <IconButton
          label={playerTexts.leavePage}
          aria-pressed={pictureInPicture}
          disabled={phase !== 'ready'}
          onClick={player.togglePicture}
        >
          <PictureInPicture2 aria-hidden size={20} />
        </IconButton>
      )}
    </>
  );
};
