import { MAX_RATE } from '../../../../../lambdas/contract/media/views.ts';
import { Keyboard } from 'lucide-react';
import { useId, useSyncExternalStore, type ReactNode } from 'react';
import styles from './player-panel.module.css';
import type { Player } from '../core/player.ts';
import {
  CAPTION_SIZES,
  CAPTION_STYLES,
  MIN_RATE,
  RATE_STEP,
  type CaptionSize,
  type CaptionStyle,
} from '../core/preferences.ts';
import { qualityName, rateName } from '../core/rules.ts';
import { panelTexts } from './panel-texts.ts';
import { usePlayerState } from '../core/use-player.ts';

const texts = panelTexts.settings;
const rates: readonly number[] = Array.from(
  { length: (MAX_RATE - MIN_RATE) / RATE_STEP + 1 },
  (_, index) => MIN_RATE + index * RATE_STEP,
);

interface ChoiceProps<T> {
  readonly title: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly chosen: T;
  readonly onChoose: (value: T) => void;
  readonly look: 'chip' | 'row';
}

/** One of several options, as radio buttons. */
const Choice = <T extends string | number | null>({
  title,
  options,
  chosen,
  onChoose,
  look,
}: ChoiceProps<T>): ReactNode => {
  const name = useId();
  return (
    <fieldset className={styles['group']}>
      <legend className={styles['heading']}>{title}</legend>
      <div className={styles[look === 'chip' ? 'chips' : 'rows']}>
        {options.map(({ value, label }) => (
          <label key={String(value)} className={styles[look]}>
            <input type="radio" name={name} checked={value === chosen} onChange={() => onChoose(value)} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
};

/** How captions look. Stored in this browser. */
const CaptionLook = ({ player: { preferences } }: { readonly player: Player }) => {
  const { captionSize, captionStyle } = useSyncExternalStore(preferences.subscribe, preferences.get);
  return (
    <>
      <Choice<CaptionSize>
        title={texts.captionSize}
        look="chip"
        chosen={captionSize}
        onChoose={(size) => preferences.choose({ captionSize: size })}
        options={CAPTION_SIZES.map((value) => ({ value, label: texts.captionSizes[value] }))}
      />
      <Choice<CaptionStyle>
        title={texts.captionStyle}
        look="row"
        chosen={captionStyle}
        onChoose={(style) => preferences.choose({ captionStyle: style })}
        options={CAPTION_STYLES.map((value) => ({ value, label: texts.captionStyles[value] }))}
      />
    </>
  );
};

/** Speed, quality and captions. */
export const SettingsPanel = ({ player }: { readonly player: Player }) => {
  const { rate, heights, chosenHeight, height, details, captions } = usePlayerState(player);
  const tracks = details?.captions ?? [];
  return (
    <>
      <Choice
        title={texts.speed}
        look="chip"
        chosen={rate}
        onChoose={player.setRate}
        options={rates.map((value) => ({ value, label: value === 1 ? texts.normal : rateName(value) }))}
      />
      {heights.length > 0 && (
        <Choice<number | null>
          title={texts.quality}
          look="row"
          chosen={chosenHeight}
          onChoose={player.setHeight}
          options={[
            {
              value: null,
              label: chosenHeight === null && height !== null ? texts.autoShows(qualityName(height)) : texts.auto,
            },
            ...heights.map((value) => ({ value, label: qualityName(value) })),
          ]}
        />
      )}
      {tracks.length > 0 && (
        <Choice<string | null>
          title={texts.captions}
          look="row"
          chosen={captions?.language ?? null}
          onChoose={player.setCaptions}
          options={[
            { value: null, label: texts.off },
            ...tracks.map(({ language, label }) => ({ value: language, label })),
          ]}
        />
      )}
      {tracks.length > 0 && <CaptionLook player={player} />}
      <button type="button" className={styles['link']} onClick={() => player.showPanel('shortcuts')}>
        <Keyboard aria-hidden size={18} />
        {texts.shortcuts}
      </button>
    </>
  );
};
