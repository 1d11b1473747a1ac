import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { SecuritySettings } from '../../../../../lambdas/contract/admin/security-responses.ts';
import { ALERT_RULE_NAMES } from '../../../../../lambdas/contract/admin/security-rules.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { useToast } from '../../../core/toast/toast-context.tsx';
import { useUnsavedChanges } from '../../../core/unsaved/unsaved-changes.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { ConflictNotice } from '../../../ui/feedback/conflict-notice.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { SwitchField } from '../../../ui/forms/switch-field.tsx';
import { settingsQuery } from '../api.ts';
import styles from '../security-center.module.css';
import { responseTexts, securityCenterTexts } from '../texts.ts';
import {
  actionsOf,
  differing,
  isOn,
  switchName,
  turned,
  valuesOf,
  type SettingsValues,
  type Switch,
} from './settings-rules.ts';

const texts = responseTexts.settings;
const { actions, rules, success } = securityCenterTexts;

const onOff = (on: boolean): string => (on ? texts.on : texts.off);

/**
 * Saves the form as a change of `base`, the version that is being edited. If someone else changed the settings,
 * `theirs` is the saved version until `rebase` makes it the new base.
 */
const useSettings = (settings: SecuritySettings) => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  const [base, setBase] = useState(settings);
  const [values, setValues] = useState<SettingsValues>(valuesOf(settings));
  const [theirs, setTheirs] = useState<SecuritySettings | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const rebase = (version: SecuritySettings, next: SettingsValues) => {
    setBase(version);
    setTheirs(null);
    setValues(next);
    queries.setQueryData(settingsQuery(api).queryKey, version);
  };
  const fail = (error: unknown) =>
    setFailure(`${texts.saveFailed} ${error instanceof Error ? error.message : ''}`.trim());
  const save = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const saved = await api.call('security.set-settings', { body: { ...values, version: base.version } });
      rebase(saved, valuesOf(saved));
      show({ title: success, description: texts.saved });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'version_conflict')
        await api.call('security.get-settings', {}).then(setTheirs, fail);
      else fail(error);
    }
    setBusy(false);
  };
  return { base, values, setValues, theirs, failure, busy, rebase, save };
};

const SettingsForm = ({ settings }: { readonly settings: SecuritySettings }) => {
  const { base, values, setValues, theirs, failure, busy, rebase, save } = useSettings(settings);
  const isDirty = differing(values, valuesOf(base)).length > 0;
  useUnsavedChanges(isDirty);
  const control = (one: Switch) => ({
    checked: isOn(values, one),
    onChange: () => setValues(turned(values, one)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void save();
  };
  return (
    <form className={styles['tab']} aria-label={texts.form} onSubmit={submit}>
      {theirs && (
        <ConflictNotice
          texts={texts.conflict}
          text={texts.conflict.text}
          fields={differing(values, valuesOf(theirs)).map((one) => ({
            key: switchName(one),
            label: switchName(one),
            sides: [onOff(isOn(values, one)), onOff(isOn(theirs, one))],
          }))}
          onReload={() => rebase(theirs, valuesOf(theirs))}
          onKeep={() => rebase(theirs, values)}
        />
      )}
      {ALERT_RULE_NAMES.map((rule) => (
        <fieldset key={rule} className={styles['group']}>
          <legend>{rules[rule]}</legend>
          {actionsOf(rule, [base, values]).map((action) => (
            <SwitchField key={action} label={actions[action]} {...control({ rule, action })} />
          ))}
        </fieldset>
      ))}
      <fieldset className={styles['group']}>
        <legend>{texts.mails}</legend>
        <SwitchField label={texts.mail} hint={texts.mailHint} {...control('mail')} />
      </fieldset>
      {failure !== null && (
        <Notice tone="danger" alert>
          <p>{failure}</p>
        </Notice>
      )}
      <div className={styles['buttons']}>
        <Button type="submit" busy={busy} disabled={!isDirty || theirs !== null}>
          {texts.save}
        </Button>
      </div>
    </form>
  );
};

/** What the rules do on their own, and whether administrators get emails. */
export const SecuritySettingsSection = () => {
  // Do not refetch while the user edits: a conflict with another user's changes is detected when saving.
  const { data, error, refetch } = useQuery({ ...settingsQuery(useApi()), refetchOnWindowFocus: false });
  return (
    <section className={styles['section']} aria-labelledby="security-settings">
      <h2 id="security-settings">{texts.title}</h2>
      <p className={styles['quiet']}>{texts.lead}</p>
      {error !== null && !data && <ErrorState message={texts.loadFailed} onRetry={() => void refetch()} />}
      {error === null && !data && <LoadingState label={texts.loading} />}
      {data && <SettingsForm settings={data} />}
    </section>
  );
};
