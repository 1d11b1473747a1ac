import {
  Maximize,
  Minimize,
  Minimize2,
  RotateCcw,
  RotateCw,
  SkipBack,
  SkipForward,
  Volume1,
  Volume2,
  VolumeX,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Slider } from '../../../ui/forms/slider.tsx';
import { ExtraButtons } from './extra-buttons.tsx';
import { useHoldToSeek } from './hold-to-seek.ts';
import { PlayButton } from './play-button.tsx';
import type { Player } from '../core/player.ts';
import styles from './controls.module.css';
import { adjacentIndex } from '../core/queue.ts';
import { SKIP_SECONDS } from '../core/rules.ts';
import { SeekSlider } from './seek-slider.tsx';
import { playerTexts } from '../core/texts.ts';
import { usePlayerState } from '../core/use-player.ts';
import { useShortcutKeys } from './use-shortcut-keys.ts';

const VolumeControl = ({ player }: { readonly player: Player }) => {
  const { volume } = usePlayerState(player);
  const keys = useShortcutKeys(player);
  const Icon = volume === 0 ? VolumeX : volume < 0.5 ? Volume1 : Volume2;
  return (
    <div className={styles['volume']}>
      <IconButton
        label={volume === 0 ? playerTexts.unmute : playerTexts.mute}
        aria-keyshortcuts={keys('mute')}
        onClick={player.toggleMute}
      >
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

/** Previous, back, play, forward, next. */
const Transport = ({ player }: { readonly player: Player }) => {
  const state = usePlayerState(player);
  const keys = useShortcutKeys(player);
  const ready = state.phase === 'ready';
  const rewind = useHoldToSeek(player, -1);
  const skip = useHoldToSeek(player, 1);
  return (
    <div className={styles['transport']}>
      <IconButton
        label={playerTexts.previous}
        aria-keyshortcuts={keys('previous')}
        disabled={adjacentIndex(state, -1) === undefined}
        onClick={player.previous}
      >
        <SkipBack aria-hidden size={20} fill="currentColor" />
      </IconButton>
      <IconButton label={playerTexts.rewind} aria-keyshortcuts={keys('rewind')} disabled={!ready} {...rewind}>
        <JumpIcon Icon={RotateCcw} />
      </IconButton>
      <PlayButton player={player} size={24} className={styles['play']} />
      <IconButton label={playerTexts.skip} aria-keyshortcuts={keys('skip')} disabled={!ready} {...skip}>
        <JumpIcon Icon={RotateCw} />
      </IconButton>
      <IconButton
        label={playerTexts.next}
        aria-keyshortcuts={keys('next')}
        disabled={adjacentIndex(state, 1) === undefined}
        onClick={player.next}
      >
        <SkipForward aria-hidden size={20} fill="currentColor" />
      </IconButton>
    </div>
  );
};

export interface ControlsProps {
  readonly player: Player;
  readonly className?: string | undefined;
  readonly fullscreen: boolean;
  readonly onToggleFullscreen: () => void;
  /** Further actions for the current item. Hidden in full screen, where their dialogs would be covered. */
  readonly actions?: ReactNode;
}

/** The controls of the full player. */
export const Controls = ({ player, className, fullscreen, onToggleFullscreen, actions }: ControlsProps) => {
  const { phase } = usePlayerState(player);
  const keys = useShortcutKeys(player);
  const FullscreenIcon = fullscreen ? Minimize : Maximize;
  return (
    <div className={classNames(styles['controls'], className)} role="group" aria-label={playerTexts.controls}>
      <SeekSlider player={player} disabled={phase !== 'ready'} />
      <div className={styles['buttons']}>
        <VolumeControl player={player} />
        <Transport player={player} />
        <div className={styles['window']}>
          {!fullscreen && actions}
          <ExtraButtons player={player} />
          <IconButton
            label={fullscreen ? playerTexts.leaveFullscreen : playerTexts.enterFullscreen}
            aria-keyshortcuts={keys('fullscreen')}
            onClick={onToggleFullscreen}
          >
            <FullscreenIcon aria-hidden size={20} />
          </IconButton>
          {!fullscreen && (
            <span className={styles['minimize']}>
              <IconButton label={playerTexts.minimize} onClick={() => player.setMode('mini')}>
                <Minimize2 aria-hidden size={20} />
              </IconButton>
            </span>
          )}
        </div>
      </div>
    </div>
  );
};
