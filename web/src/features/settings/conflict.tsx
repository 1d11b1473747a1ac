import type { SettingsView } from '../../../../lambdas/contract/settings.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { differingFields, settingLabels, shownValue, valuesOf, type SettingsValues } from './rules.ts';
import styles from './settings.module.css';
import { settingsTexts } from './texts.ts';

const texts = settingsTexts.conflict;

export interface SettingsConflictProps {
  readonly mine: SettingsValues;
  readonly theirs: SettingsView;
  readonly onReload: () => void;
  readonly onKeep: () => void;
}

/** Somebody else saved the settings meanwhile: shows both and asks which goes on. */
export const SettingsConflict = ({ mine, theirs, onReload, onKeep }: SettingsConflictProps) => {
  const saved = valuesOf(theirs);
  return (
    <Notice tone="warning" title={texts.title} alert>
      <p>{texts.text(theirs.updated_by_name ?? settingsTexts.unknownPerson)}</p>
      <table className={styles['differences']}>
        <caption>
          <VisuallyHidden>{texts.table}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <th scope="col">{texts.field}</th>
            <th scope="col">{texts.yours}</th>
            <th scope="col">{texts.theirs}</th>
          </tr>
        </thead>
        <tbody>
          {differingFields(mine, saved).map((field) => (
            <tr key={field}>
              <th scope="row">{settingLabels[field]}</th>
              <td>{shownValue(mine[field])}</td>
              <td>{shownValue(saved[field])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles['choices']}>
        <Button variant="secondary" onClick={onReload}>
          {texts.reload}
        </Button>
        <Button variant="secondary" onClick={onKeep}>
          {texts.keep}
        </Button>
      </div>
    </Notice>
  );
};
