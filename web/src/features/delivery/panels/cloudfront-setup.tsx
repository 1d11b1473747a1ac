import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { useApi } from '../../../core/api/api-context.tsx';
import { refreshQueries } from '../../../core/api/refresh-queries.ts';
import { useToast } from '../../../core/toast/toast-context.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { TextField } from '../../../ui/forms/field.tsx';
import { cdnSettingsQuery } from './api.ts';
import { setUpCdn, setupFailure, type SetupOutcome } from './setup/cdn-setup.ts';
import { findBehind, findDistribution, type SetupTarget } from './setup/find-distribution.ts';
import styles from './panels.module.css';
import { Facts } from '../../../ui/layout/lists/facts.tsx';
import { Panel, PanelPart } from './panel.tsx';
import { RepairResult } from './repair-result.tsx';
import { cloudFrontTexts as texts, corsTexts } from './texts.ts';

/** What the enterprise setup finds the distribution for. Null: for existing titles. */
type Target = SetupTarget | null;

const ActiveSettings = () => {
  const { data, error, refetch } = useQuery(cdnSettingsQuery(useApi()));
  if (!data)
    return error ? (
      <ErrorState message={texts.loadFailed} onRetry={() => void refetch()} />
    ) : (
      <LoadingState label={texts.loading} />
    );
  const { settings } = data;
  if (!settings) return <p>{texts.noSettings}</p>;
  return (
    <Facts
      facts={[
        [texts.distribution, settings.distribution_id],
        [texts.domain, settings.domain_name],
        [texts.status, texts.active],
      ]}
    />
  );
};

const Outcome = ({ outcome: { found, problem, strategy } }: { readonly outcome: SetupOutcome }) => (
  <>
    <p role="status">{problem ?? texts.found}</p>
    {found && (
      <Facts
        facts={[
          [texts.distribution, found.distributionId],
          [texts.domain, found.domainName],
        ]}
      />
    )}
    {strategy && (
      <>
        <p>{texts.fallback(corsTexts.strategy.strategies[strategy.strategy], strategy.reason)}</p>
        {strategy.strategy === 'cors' && <RepairResult repair={strategy} />}
      </>
    )}
  </>
);

interface EnterpriseFormProps {
  readonly busy: boolean;
  /** Why the server rejected the last target; undefined when it did not. */
  readonly rejected: string | undefined;
  readonly onRun: (target: Target) => void;
}

/** The bucket and the region of the enterprise setup. */
const EnterpriseForm = ({ busy, rejected, onRun }: EnterpriseFormProps) => {
  const [bucketName, setBucketName] = useState('');
  const [region, setRegion] = useState('');
  const [isMissing, setMissing] = useState(false);
  const problemId = useId();
  const problem = isMissing ? texts.missing : rejected;
  const isInvalid = (value: string) => (isMissing ? value.trim() === '' : rejected !== undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const target = { bucketName: bucketName.trim(), region: region.trim() };
    const isIncomplete = target.bucketName === '' || target.region === '';
    setMissing(isIncomplete);
    if (!isIncomplete) onRun(target);
  };
  return (
    <form
      className={styles['part']}
      noValidate
      aria-label={texts.enterpriseForm}
      aria-describedby={problem === undefined ? undefined : problemId}
      onSubmit={submit}
    >
      <div className={styles['fields']}>
        <TextField
          label={texts.bucket}
          hint={texts.bucketHint}
          value={bucketName}
          invalid={isInvalid(bucketName)}
          maxLength={63}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setBucketName(target.value)}
        />
        <TextField
          label={texts.region}
          hint={texts.regionHint}
          value={region}
          invalid={isInvalid(region)}
          maxLength={30}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setRegion(target.value)}
        />
      </div>
      {problem !== undefined && (
        <p id={problemId} role="alert">
          {problem}
        </p>
      )}
      <div className={styles['buttons']}>
        <Button type="submit" variant="secondary" busy={busy}>
          {texts.find}
        </Button>
      </div>
    </form>
  );
};

/** CloudFront setup: the active settings, and tools that find the distribution of the stage. */
export const CloudFrontSetup = () => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  const { mutate, data, error, isPending, variables } = useMutation({
    mutationFn: (target: Target) =>
      setUpCdn(api, () => (target === null ? findDistribution(api) : findBehind(api, target))),
    onSuccess: ({ problem, strategy }) => {
      if (problem !== null) show({ ...setupFailure(problem, strategy), variant: 'destructive' });
      return refreshQueries(queries, cdnSettingsQuery(api).queryKey);
    },
  });
  const outcome = data && <Outcome outcome={data} />;
  return (
    <Panel title={texts.title} lead={texts.lead}>
      <PanelPart title={texts.settings}>
        <ActiveSettings />
        <div className={styles['buttons']}>
          <Button busy={isPending && variables === null} onClick={() => mutate(null)}>
            {texts.existing}
          </Button>
        </div>
        {variables === null && outcome}
      </PanelPart>
      <PanelPart title={texts.enterprise}>
        <EnterpriseForm
          busy={isPending && variables !== null}
          rejected={variables ? error?.message : undefined}
          onRun={mutate}
        />
        {variables && outcome}
      </PanelPart>
    </Panel>
  );
};
