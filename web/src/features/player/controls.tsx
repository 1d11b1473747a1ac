import { Maximize, Minimize, Minimize2, RotateCcw, RotateCw, SkipBack, SkipForward, Volume2, VolumeX, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { Slider } from '../../ui/slider.tsx';
import { PlayButton } from './play-button.tsx';
import type { Player } from './player.ts';
import styles from './player.module.css';
import { neighbour, SKIP_SECONDS } from './rules.ts';
import { SeekSlider } from './seek-slider.tsx';
import { playerTexts } from './texts.ts';
import { usePlayerState } from './use-player.ts';

const VolumeControl = ({ player }: { readonly player: Player }) => {
  const { volume } = usePlayerState(player);
  const Icon = volume === 0 ? VolumeX : Volume2;
  return (
    <div className={styles['volume']}>
      <IconButton label={volume === 0 ? playerTexts.unmute : playerTexts.mute} aria-keyshortcuts="m" onClick={player.toggleMute}>
        <Icon aria-hidden size={20} />
      </IconButton>
      <Slider
        label={playerTexts.volume}
        value={volume}
        max={1}
        step={0.01}
        keyStep={0.05}
        valueText={playerTexts.volumeValue(Math.round(volume * 100))}
        onValueChange={player.setVolume}
        className={styles['volumeSlider']}
      />
    </div>
  );
};

const JumpIcon = ({ Icon }: { readonly Icon: LucideIcon }) => (
  <span className={styles['jump']} aria-hidden>
    <Icon size={26} strokeWidth={1.6} />
    <span>{SKIP_SECONDS}</span>
  </span>
);

export interface ControlsProps {
  readonly player: Player;
  readonly fullscreen: boolean;
  readonly onToggleFullscreen: () => void;
  /** What else can be done with what plays. Dialogs would lie behind a full screen, so there it is left out. */
  readonly actions?: ReactNode;
}

/** The controls of the full player. */
export const Controls = ({ player, fullscreen, onToggleFullscreen, actions }: ControlsProps) => {
  const { item, list, phase } = usePlayerState(player);
  const ready = phase === 'ready';
  const FullscreenIcon = fullscreen ? Minimize : Maximize;
  return (
    <div className={styles['controls']} role="group" aria-label={playerTexts.controls}>
      <SeekSlider player={player} disabled={!ready} />
      <div className={styles['buttons']}>
        <VolumeControl player={player} />
        <div className={styles['transport']}>
          <IconButton label={playerTexts.previous} disabled={!neighbour(list, item, -1)} onClick={player.previous}>
            <SkipBack aria-hidden size={20} fill="currentColor" />
          </IconButton>
          <IconButton label={playerTexts.rewind} aria-keyshortcuts="j ArrowLeft" disabled={!ready} onClick={() => player.skip(-SKIP_SECONDS)}>
            <JumpIcon Icon={RotateCcw} />
          </IconButton>
          <PlayButton player={player} size={24} />
          <IconButton label={playerTexts.skip} aria-keyshortcuts="l ArrowRight" disabled={!ready} onClick={() => player.skip(SKIP_SECONDS)}>
            <JumpIcon Icon={RotateCw} />
          </IconButton>
          <IconButton label={playerTexts.next} disabled={!neighbour(list, item, 1)} onClick={player.next}>
            <SkipForward aria-hidden size={20} fill="currentColor" />
          </IconButton>
        </div>
        <div className={styles['window']}>
          {!fullscreen && actions}
          <IconButton label={fullscreen ? playerTexts.leaveFullscreen : playerTexts.enterFullscreen} aria-keyshortcuts="f" onClick={onToggleFullscreen}>
            <FullscreenIcon aria-hidden size={20} />
          </IconButton>
          {!fullscreen && (
            <IconButton label={playerTexts.minimize} onClick={() => player.setMode('mini')}>
              <Minimize2 aria-hidden size={20} />
            </IconButton>
          )}
        </div>
      </div>
    </div>
  );
};
