import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { SettingsView } from '../../../../lambdas/contract/admin/settings.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { refreshQueries } from '../../core/api/refresh-queries.ts';
import { useToast } from '../../core/toast/toast-context.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { showPlatform } from '../../lib/platform-settings.ts';
import { SETTINGS_KEY, VERSIONS_KEY } from './api.ts';
import { valuesOf, type SettingsValues } from './rules.ts';
import { settingsTexts as texts } from './texts.ts';

/**
 * Saves the form as a change of `base`, the version that is being edited. If someone else changed the settings,
 * `theirs` is the saved version until `rebase` makes a version the new base.
 */
export const useSaveSettings = (settings: SettingsView, { handleSubmit, reset }: UseFormReturn<SettingsValues>) => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  const [base, setBase] = useState(settings);
  const [theirs, setTheirs] = useState<SettingsView | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  const fail = (error: unknown) => {
    const reason = error instanceof ApiError ? error.message : '';
    setFailure(reason || texts.saveFailed);
    show({ title: texts.error, description: `${texts.saveFailed}. ${reason}`.trim(), variant: 'destructive' });
  };
  const rebase = (version: SettingsView, values: SettingsValues) => {
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
      rebase(saved, valuesOf(saved));
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
  return { base, theirs, failure, save, rebase };
};
