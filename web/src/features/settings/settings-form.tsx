import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import type { SettingsView } from '../../../../lambdas/contract/admin/settings.ts';
import { useUnsavedChanges } from '../../core/unsaved/unsaved-changes.ts';
import { formatMoment } from '../../lib/format.ts';
import { singleSubmit } from '../../lib/single-submit.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { TextArea, TextField } from '../../ui/forms/field.tsx';
import { SwitchField } from '../../ui/forms/switch-field.tsx';
import { SettingsConflict } from './conflict.tsx';
import { gateText, valuesOf, type SettingsValues } from './rules.ts';
import styles from './settings.module.css';
import { settingsTexts as texts } from './texts.ts';
import { useSaveSettings } from './use-save-settings.ts';

/** Maximum text lengths in the contract, in characters. */
const MAX_NAME = 60;
const MAX_DESCRIPTION = 500;
const MAX_CONTACT = 200;

interface GroupProps {
  readonly form: UseFormReturn<SettingsValues>;
}

const GeneralSettings = ({ form: { register, formState } }: GroupProps) => (
  <fieldset className={styles['group']}>
    <legend>{texts.general}</legend>
    <TextField
      label={texts.name}
      hint={texts.nameHint}
      maxLength={MAX_NAME}
      autoComplete="off"
      aria-required
      error={formState.errors.platform_name?.message}
      {...register('platform_name', { validate: (value) => value.trim() !== '' || texts.nameMissing })}
    />
    <TextArea
      label={texts.description}
      hint={texts.descriptionHint}
      maxLength={MAX_DESCRIPTION}
      rows={3}
      {...register('platform_description')}
    />
    <TextField
      label={texts.contact}
      hint={texts.contactHint}
      maxLength={MAX_CONTACT}
      autoComplete="off"
      {...register('plan_contact')}
    />
  </fieldset>
);

const UploadSettings = ({ form: { register, control } }: GroupProps) => {
  const [isModerated, isApproved] = useWatch({ control, name: ['content_moderation', 'auto_approve_uploads'] });
  return (
    <fieldset className={styles['group']}>
      <legend>{texts.uploads}</legend>
      <SwitchField label={texts.moderation} hint={texts.moderationHint} {...register('content_moderation')} />
      <SwitchField label={texts.autoApprove} hint={texts.autoApproveHint} {...register('auto_approve_uploads')} />
      <p className={styles['gate']} role="status">
        {gateText({ content_moderation: isModerated, auto_approve_uploads: isApproved })}
      </p>
    </fieldset>
  );
};

const MAX_DOLLARS = 100_000;
const isAmount = (value: number): boolean =>
  value >= 0 && value <= MAX_DOLLARS && Math.abs(value * 100 - Math.round(value * 100)) < 1e-6;

const AnalysisSettings = ({ form: { register, formState } }: GroupProps) => {
  const amount = (name: 'analysis_budget_title_usd' | 'analysis_budget_month_usd') => ({
    type: 'number',
    inputMode: 'decimal' as const,
    min: 0,
    max: MAX_DOLLARS,
    step: 0.01,
    autoComplete: 'off',
    error: formState.errors[name]?.message,
    ...register(name, { valueAsNumber: true, validate: (value) => isAmount(value) || texts.budgetInvalid }),
  });
  return (
    <fieldset className={styles['group']}>
      <legend>{texts.analysis}</legend>
      <TextField label={texts.titleBudget} hint={texts.titleBudgetHint} {...amount('analysis_budget_title_usd')} />
      <TextField label={texts.monthBudget} hint={texts.monthBudgetHint} {...amount('analysis_budget_month_usd')} />
      <SwitchField
        label={texts.transcribeMusic}
        hint={texts.transcribeMusicHint}
        {...register('analysis_transcribe_music')}
      />
    </fieldset>
  );
};

/** Edits the settings, starting from the version in `settings`. */
export const SettingsForm = ({ settings }: { readonly settings: SettingsView }) => {
  const form = useForm<SettingsValues>({ defaultValues: valuesOf(settings) });
  const { getValues, formState } = form;
  const { base, theirs, failure, save, rebase } = useSaveSettings(settings, form);
  useUnsavedChanges(formState.isDirty);
  return (
    <form
      className={styles['form']}
      noValidate
      aria-label={texts.form}
      onSubmit={singleSubmit(formState.isSubmitting, save)}
    >
      {theirs && (
        <SettingsConflict
          mine={getValues()}
          theirs={theirs}
          onReload={() => rebase(theirs, valuesOf(theirs))}
          onKeep={() => rebase(theirs, getValues())}
        />
      )}
      <GeneralSettings form={form} />
      <UploadSettings form={form} />
      <AnalysisSettings form={form} />
      {failure && (
        <Notice tone="danger" alert>
          <p>{failure}</p>
        </Notice>
      )}
      <div className={styles['actions']}>
        <p className={styles['last']}>
          {base.updated_at === null
            ? texts.never
            : texts.lastChange(base.updated_by_name ?? texts.unknownPerson, formatMoment(base.updated_at))}
        </p>
        <Button type="submit" busy={formState.isSubmitting} disabled={!formState.isDirty || theirs !== null}>
          {texts.save}
        </Button>
      </div>
    </form>
  );
};
