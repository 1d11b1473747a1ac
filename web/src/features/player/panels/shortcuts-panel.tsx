import { Fragment, useSyncExternalStore } from 'react';
import { SwitchField } from '../../../ui/forms/switch-field.tsx';
import styles from './player-panel.module.css';
import type { Player } from '../core/player.ts';
import { shortcutTable } from '../controls/shortcuts.ts';
import { panelTexts } from './panel-texts.ts';

const texts = panelTexts.shortcuts;
const shown: Readonly<Record<string, string>> = { ' ': texts.space, ArrowLeft: texts.left, ArrowRight: texts.right };

/** The keyboard shortcuts of the player, and the switch that turns them off. */
export const ShortcutsPanel = ({ player: { preferences } }: { readonly player: Player }) => {
  const { shortcuts } = useSyncExternalStore(preferences.subscribe, preferences.get);
  return (
    <>
      <dl className={styles['keys']}>
        {shortcutTable.map(({ name, keys, text }) => (
          <Fragment key={name}>
            <dt>
              {name === 'tenth' ? (
                <kbd>{texts.digits}</kbd>
              ) : (
                keys.map((key, index) => (
                  <Fragment key={key}>
                    {index > 0 && texts.or}
                    <kbd>{shown[key] ?? key}</kbd>
                  </Fragment>
                ))
              )}
            </dt>
            <dd>{text}</dd>
          </Fragment>
        ))}
      </dl>
      <SwitchField
        label={texts.use}
        hint={texts.useHint}
        checked={shortcuts}
        onChange={(event) => preferences.choose({ shortcuts: event.currentTarget.checked })}
      />
    </>
  );
};
