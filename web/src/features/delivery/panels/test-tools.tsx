import { useState } from 'react';
import type { SettingState } from '../../../../../lambdas/contract/delivery/tools.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { formatCount, formatZonedTime } from '../../../lib/format.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Badge, type BadgeTone } from '../../../ui/feedback/badge.tsx';
import { Table } from '../../../ui/layout/lists/table.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import styles from './panels.module.css';
import { Panel, PanelPart } from './panel.tsx';
import { RepairResult } from './repair-result.tsx';
import type { S3Diagnosis, TestedConnections } from './shapes.ts';
import { panelTexts, toolTexts as texts } from './texts.ts';
import { useTool } from './use-tool.ts';

const tones: Readonly<Record<SettingState, BadgeTone>> = {
  'as-declared': 'success',
  different: 'danger',
  unknown: 'warning',
};

const State = ({ state }: { readonly state: SettingState }) => <Badge tone={tones[state]}>{texts.states[state]}</Badge>;

const Connections = ({ tested: { connections, tested_at: at } }: { readonly tested: TestedConnections }) => {
  const title = texts.connections(formatZonedTime(at));
  return (
    <PanelPart title={title}>
      <div className={styles['frame']}>
        <Table
          caption={title}
          heads={[texts.dependency, texts.result, texts.latency].map((label) => ({ label }))}
          quiet
        >
          {connections.map(({ name, ok, latency_ms: latency, problem }) => (
            <tr key={name}>
              <th scope="row">{texts.names[name]}</th>
              <td>
                <Badge tone={ok ? 'success' : 'danger'}>{problem ?? texts.responds}</Badge>
              </td>
              <td>{texts.milliseconds(formatCount(Math.round(latency)))}</td>
            </tr>
          ))}
        </Table>
      </div>
    </PanelPart>
  );
};

const publicText = (isPublic: boolean | null): string =>
  isPublic === null ? texts.states.unknown : isPublic ? panelTexts.yes : panelTexts.no;

const Diagnosis = ({ diagnosis }: { readonly diagnosis: S3Diagnosis }) => {
  const { buckets, recommendations, checked_at: at } = diagnosis;
  const title = texts.diagnosis(formatZonedTime(at));
  return (
    <PanelPart title={title}>
      <div className={styles['frame']}>
        <Table
          caption={title}
          heads={[texts.bucket, texts.cors, texts.block, texts.policy, texts.isPublic].map((label) => ({ label }))}
          quiet
        >
          {buckets.map(({ bucket, name, cors, public_access_block: block, policy, is_public: isPublic }) => (
            <tr key={bucket}>
              <th scope="row">
                {texts.buckets[bucket]}
                <p className={styles['quiet']}>{name}</p>
              </th>
              <td>
                <State state={cors} />
              </td>
              <td>
                <State state={block} />
              </td>
              <td>
                <State state={policy} />
              </td>
              <td>{publicText(isPublic)}</td>
            </tr>
          ))}
        </Table>
      </div>
      {recommendations.length === 0 ? (
        <p role="status">{texts.noRecommendations}</p>
      ) : (
        <ol aria-label={texts.recommendations}>
          {recommendations.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ol>
      )}
    </PanelPart>
  );
};

/** Tools that ask AWS: connections with their latency, the state of the buckets, and what closes them again. */
export const TestTools = () => {
  const api = useApi();
  const [isAsking, setAsking] = useState(false);
  const test = useTool(() => api.call('delivery-tools.test-aws-connection', {}), {
    failed: texts.testFailed,
    problemOf: ({ connections }) => {
      const silent = connections.filter(({ ok }) => !ok).map(({ name }) => texts.names[name]);
      return silent.length === 0 ? undefined : texts.notAll(silent.join(', '));
    },
  });
  const diagnose = useTool(() => api.call('delivery-tools.diagnose-s3-access', {}), { failed: texts.diagnoseFailed });
  const fix = useTool(() => api.call('delivery-tools.fix-s3-public-access', { body: { action: 'fix' } }), {
    failed: texts.fixFailed,
    problemOf: ({ success }) => (success ? undefined : texts.fixManual),
  });
  return (
    <Panel title={texts.title} lead={texts.lead}>
      <div className={styles['buttons']}>
        <Button variant="secondary" busy={test.isPending} onClick={() => test.mutate()}>
          {texts.test}
        </Button>
        <Button variant="secondary" busy={diagnose.isPending} onClick={() => diagnose.mutate()}>
          {texts.diagnose}
        </Button>
        <Button variant="secondary" busy={fix.isPending} onClick={() => setAsking(true)}>
          {texts.fix}
        </Button>
      </div>
      {test.data && <Connections tested={test.data} />}
      {diagnose.data && <Diagnosis diagnosis={diagnose.data.diagnosis} />}
      {fix.data && <RepairResult repair={fix.data} />}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={texts.fixTitle}
        description={texts.fixText}
        action={texts.fix}
        onConfirm={() => {
          setAsking(false);
          fix.mutate();
        }}
      />
    </Panel>
  );
};
