import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { SettingsView } from '../../../../lambdas/contract/admin/settings.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { refreshQueries } from '../../core/api/refresh-queries.ts';
import { useToast } from '../../core/toast/toast-context.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { formatMoment } from '../../lib/format.ts';
import { showPlatform } from '../../lib/platform-settings.ts';
import { singleSubmit } from '../../lib/single-submit.ts';
import { Button } from '../../ui/actions/button.tsx';
import { TextArea, TextField } from '../../ui/forms/field.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { SwitchField } from '../../ui/forms/switch-field.tsx';
import { SETTINGS_KEY, VERSIONS_KEY } from './api.ts';
import { SettingsConflict } from './conflict.tsx';
import { gateText, valuesOf, type SettingsValues } from './rules.ts';
import styles from './settings.module.css';
import { settingsTexts as texts } from './texts.ts';

/** Longest texts that the contract takes, in characters. */
const MAX_NAME = 60;
const MAX_DESCRIPTION = 500;

/** Edits the settings. `settings` is what the edit starts from. */
export const SettingsForm = ({ settings }: { readonly settings: SettingsView }) => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  const [base, setBase] = useState(settings);
  const [theirs, setTheirs] = useState<SettingsView | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, reset, getValues, control, formState } = useForm<SettingsValues>({
    defaultValues: valuesOf(settings),
  });
  const [moderated, approved] = useWatch({ control, name: ['content_moderation', 'auto_approve_uploads'] });

  const fail = (error: unknown) => {
    const reason = error instanceof ApiError ? error.message : '';
    setFailure(reason || texts.saveFailed);
    show({ title: texts.error, description: `${texts.saveFailed}. ${reason}`.trim(), variant: 'destructive' });
  };
  const goOnFrom = (version: SettingsView, values: SettingsValues) => {
    setBase(version);
    setTheirs(null);
    reset(valuesOf(version));
    reset(values, { keepDefaultValues: true });
  };
  const readTheirs = async () => {
    try {
      const saved = await api.call('settings.get-settings', {});
      setTheirs(saved);
      showPlatform(saved);
      void refreshQueries(queries, VERSIONS_KEY);
    } catch (error) {
      fail(error);
    }
  };
  const save = handleSubmit(async (values) => {
    setFailure(null);
    try {
      const saved = await api.call('settings.update-settings', { body: { ...values, version: base.version } });
      goOnFrom(saved, valuesOf(saved));
      queries.setQueryData(SETTINGS_KEY, saved);
      showPlatform(saved);
      show({ title: texts.success, description: texts.saved });
      void refreshQueries(queries, VERSIONS_KEY);
    } catch (error) {
      await (error instanceof ApiError && error.code === 'version_conflict'
        ? readTheirs()
        : Promise.resolve(fail(error)));
    }
  });

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
          onReload={() => goOnFrom(theirs, valuesOf(theirs))}
          onKeep={() => goOnFrom(theirs, getValues())}
        />
      )}
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
      </fieldset>
      <fieldset className={styles['group']}>
        <legend>{texts.uploads}</legend>
        <SwitchField label={texts.moderation} hint={texts.moderationHint} {...register('content_moderation')} />
        <SwitchField label={texts.autoApprove} hint={texts.autoApproveHint} {...register('auto_approve_uploads')} />
        <p className={styles['gate']} role="status">
          {gateText({ content_moderation: moderated, auto_approve_uploads: approved })}
        </p>
      </fieldset>
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
