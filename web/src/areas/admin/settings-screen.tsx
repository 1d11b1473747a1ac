import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../core/api/api-context.tsx';
import { settingsQuery } from '../../features/settings/api.ts';
import { SettingsForm } from '../../features/settings/settings-form.tsx';
import { settingsTexts as texts } from '../../features/settings/texts.ts';
import { SettingsVersions } from '../../features/settings/versions.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { AdminScreen } from './admin-screen.tsx';
import styles from './settings-screen.module.css';

/** The platform's settings and their previous versions. */
export const SettingsScreen = () => {
  // Do not refetch while the user edits: a conflict with another user's changes is detected when saving.
  const { data, error, refetch } = useQuery({ ...settingsQuery(useApi()), refetchOnWindowFocus: false });
  return (
    <AdminScreen title={texts.title} lead={texts.lead} width="narrow">
      {error !== null && !data && <ErrorState message={texts.loadFailed} onRetry={() => void refetch()} />}
      {error === null && !data && <LoadingState label={texts.loading} />}
      {data && <SettingsForm settings={data} />}
      <section className={styles['history']} aria-labelledby="settings-history">
        <h2 id="settings-history">{texts.history}</h2>
        <p>{texts.historyText}</p>
        <SettingsVersions />
      </section>
    </AdminScreen>
  );
};
