import { useQuery } from '@tanstack/react-query';
import {
  ALERT_SUPPRESSION_MS,
  CDN_ALERT_RULES,
  CDN_RULES,
  MINIMUM_PROBES,
  MINIMUM_REQUESTS,
  WATCH_MINUTES,
} from '../../../../../../lambdas/contract/delivery/monitor-rules.ts';
import { useApi } from '../../../../core/api/api-context.tsx';
import { Badge } from '../../../../ui/feedback/badge.tsx';
import { Table } from '../../../../ui/layout/lists/table.tsx';
import { overviewQuery } from '../api.ts';
import { Loaded } from '../loaded.tsx';
import styles from '../monitor.module.css';
import { monitorTexts } from '../texts.ts';
import { conditionOf, severityTones } from './alert-values.ts';
import { stateOf } from './rule-state.ts';
import { alertTexts } from './texts.ts';

const texts = alertTexts.rules;
const MINUTE_MS = 60_000;

const HEADS = [texts.rule, texts.raised, texts.severity, texts.looksAt, texts.now];

/** The rules with their thresholds, and which of them have an open alert. */
export const RulesTable = () => {
  const query = useQuery(overviewQuery(useApi()));
  return (
    <section className={styles['figure']} aria-labelledby="cdn-rules">
      <h2 id="cdn-rules">{texts.title}</h2>
      <p>{texts.lead(WATCH_MINUTES, ALERT_SUPPRESSION_MS / MINUTE_MS)}</p>
      <Loaded query={query} loading={alertTexts.loading} failed={monitorTexts.loadFailed}>
        {(overview) => (
          <div className={styles['frame']}>
            <Table caption={texts.title} heads={HEADS.map((label) => ({ label }))} quiet>
              {CDN_ALERT_RULES.map((rule) => {
                const { severity } = CDN_RULES[rule];
                return (
                  <tr key={rule}>
                    <th scope="row">{texts.names[rule]}</th>
                    <td>{conditionOf(rule)}</td>
                    <td>
                      <Badge tone={severityTones[severity]}>{texts.severities[severity]}</Badge>
                    </td>
                    <td>{alertTexts.windows[rule](MINIMUM_REQUESTS, MINIMUM_PROBES)}</td>
                    <td>{stateOf(rule, overview)}</td>
                  </tr>
                );
              })}
            </Table>
          </div>
        )}
      </Loaded>
    </section>
  );
};
