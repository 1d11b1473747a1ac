import type { SettingsView } from '../../../../lambdas/contract/admin/settings.ts';
import { ConflictNotice, type ConflictNoticeProps } from '../../ui/feedback/conflict-notice.tsx';
import { differingFields, settingLabels, shownValue, valuesOf, type SettingsValues } from './rules.ts';
import { settingsTexts } from './texts.ts';

const texts = settingsTexts.conflict;

export interface SettingsConflictProps extends Pick<ConflictNoticeProps, 'onReload' | 'onKeep'> {
  readonly mine: SettingsValues;
  readonly theirs: SettingsView;
}

/** Someone else changed the settings: shows both versions and asks which one to keep. */
export const SettingsConflict = ({ mine, theirs, ...choices }: SettingsConflictProps) => {
  const saved = valuesOf(theirs);
  const fields = differingFields(mine, saved).map((field) => ({
    key: field,
    label: settingLabels[field],
    sides: [shownValue(mine[field]), shownValue(saved[field])] as const,
  }));
  return (
    <ConflictNotice
      {...choices}
      texts={texts}
      text={texts.text(theirs.updated_by_name ?? settingsTexts.unknownPerson)}
      fields={fields}
    />
  );
};
