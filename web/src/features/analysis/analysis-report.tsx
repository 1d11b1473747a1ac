import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import type { AnalysisView } from '../../../../lambdas/contract/content/analysis.ts';
import { ANALYSIS_LEVELS } from '../../../../lambdas/contract/content/analysis-metadata.ts';
import { downloadCsv } from '../../lib/csv.ts';
import { formatMoment } from '../../lib/format.ts';
import { Button } from '../../ui/actions/button.tsx';
import styles from './analysis.module.css';
import { AddForm, CorrectionList, WrongButton } from './corrections.tsx';
import { EvidenceList } from './evidence-list.tsx';
import { costRows, costsCsv, dollarsOf, nameOf, providerOf, surenessOf } from './format.ts';
import { ResultTable } from './result-table.tsx';
import { SentimentPlot } from './sentiment-plot.tsx';
import { analysisTexts as texts } from './texts.ts';
import { TimeButton, type PlayAt } from './time-button.tsx';
import { Timeline } from './timeline.tsx';
import { TranscriptList } from './transcript-list.tsx';

interface Props {
  readonly analysis: AnalysisView;
}

const Section = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => {
  const id = useId();
  return (
    <section className={styles['section']} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
};

interface Playable extends Props {
  readonly onPlay: PlayAt;
}

/** How sure a model is, or that a user added it. */
const sureness = (analysis: AnalysisView, kind: 'label' | 'topic', name: string, score: number): string =>
  analysis.corrections.some((one) => one.kind === kind && one.name === name && one.change === 'added')
    ? texts.corrections.byUser
    : surenessOf(analysis, kind === 'label' ? 'frames' : 'topics', score);

const Topics = ({ analysis }: Props) => {
  const { content_id: id, metadata, results } = analysis;
  const { content_analysis: content, sentiment_analysis: overall } = metadata;
  const topics = content?.topics ?? [];
  return (
    <Section title={texts.topics}>
      {topics.length > 0 ? (
        <ul className={styles['chips']} aria-label={texts.topics}>
          {topics.map(({ topic, score }) => (
            <li key={topic}>
              {`${nameOf(topic)} (${sureness(analysis, 'topic', topic, score)})`}
              <WrongButton contentId={id} kind="topic" name={topic} />
            </li>
          ))}
        </ul>
      ) : (
        <p>{texts.noTopics}</p>
      )}
      {results.some(({ step }) => step === 'topics') && (
        <AddForm contentId={id} kind="topic" known={topics.map(({ topic }) => topic)} />
      )}
      <dl className={styles['facts']}>
        {ANALYSIS_LEVELS.filter((level) => metadata[level]).map((level) => (
          <div key={level}>
            <dt>{texts.level}</dt>
            <dd>{texts.levels[level]}</dd>
          </div>
        ))}
        <div>
          <dt>{texts.language}</dt>
          <dd>{content?.language ?? texts.unknown}</dd>
        </div>
        <div>
          <dt>{texts.overall}</dt>
          <dd>
            {overall
              ? `${texts.sentiments[overall.sentiment]} (${surenessOf(analysis, 'text', overall.confidence)})`
              : texts.unknown}
          </dd>
        </div>
      </dl>
    </Section>
  );
};

const Evidence = ({ analysis, onPlay }: Playable) => (
  <Section title={texts.evidence}>
    {analysis.evidence.length === 0 ? <p>{texts.noEvidence}</p> : <EvidenceList analysis={analysis} onPlay={onPlay} />}
  </Section>
);

/** Most times of a name that are shown. */
const MAX_TIMES = 5;

const Times = ({ times, what, onPlay }: { times: readonly number[]; what: string; onPlay: PlayAt }) => (
  <span className={styles['times']}>
    {times.slice(0, MAX_TIMES).map((ms) => (
      <TimeButton key={ms} ms={ms} what={what} onPlay={onPlay} />
    ))}
  </span>
);

const Entities = ({ analysis: { entities }, onPlay }: Playable) =>
  entities.length > 0 && (
    <Section title={texts.entities}>
      <ResultTable heads={[texts.name, texts.type, texts.mentions, texts.times]}>
        {entities.map(({ type, text, mentions, at_ms: times }) => (
          <tr key={`${type} ${text}`}>
            <td className={styles['wrap']}>{text}</td>
            <td>{nameOf(type)}</td>
            <td>{mentions}</td>
            <td>
              <Times times={times} what={text} onPlay={onPlay} />
            </td>
          </tr>
        ))}
      </ResultTable>
    </Section>
  );

const Labels = ({ analysis, analysis: { content_id: id, labels }, onPlay }: Playable) => (
  <Section title={texts.labels}>
    {labels.length > 0 && (
      <ResultTable heads={[texts.label, texts.confidence, texts.times, texts.corrections.title]}>
        {labels.map(({ name, confidence, at_ms: times }) => (
          <tr key={name}>
            <td className={styles['wrap']}>{name}</td>
            <td>{sureness(analysis, 'label', name, confidence)}</td>
            <td>
              <Times times={times} what={name} onPlay={onPlay} />
            </td>
            <td>
              <WrongButton contentId={id} kind="label" name={name} />
            </td>
          </tr>
        ))}
      </ResultTable>
    )}
    <AddForm contentId={id} kind="label" known={labels.map(({ name }) => name)} />
  </Section>
);

const Sources = ({ analysis: { results } }: Props) => (
  <Section title={texts.sources}>
    <ResultTable heads={[texts.step, texts.provider, texts.model, texts.scores, texts.covers, texts.found, texts.cost]}>
      {results.map((result) => {
        const { step, model, version, calibrated, covers, created_at: at, stale, cost_usd: usd } = result;
        return (
          <tr key={step}>
            <td>{nameOf(step)}</td>
            <td>{providerOf(result)}</td>
            <td className={styles['wrap']}>{`${model} ${version}`}</td>
            <td>{calibrated ? texts.calibrated : texts.notCalibrated}</td>
            <td>{covers.length === 0 ? texts.coversNothing : covers.map(nameOf).join(', ')}</td>
            <td>
              {formatMoment(at)}
              {stale && ` ${texts.stale}`}
            </td>
            <td>{dollarsOf(usd)}</td>
          </tr>
        );
      })}
    </ResultTable>
  </Section>
);

const Costs = ({ analysis }: Props) => (
  <Section title={texts.costs}>
    <p>{texts.costsNote}</p>
    <dl className={styles['facts']}>
      {costRows(analysis).map(([name, usd]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{dollarsOf(usd)}</dd>
        </div>
      ))}
    </dl>
    <Button variant="secondary" onClick={() => downloadCsv(`costs-${analysis.content_id}.csv`, costsCsv(analysis))}>
      {texts.csv}
    </Button>
  </Section>
);

export interface AnalysisReportProps extends Props {
  /** The player of the title, from a second on. */
  readonly player: (seconds: number) => ReactNode;
}

const Found = ({ analysis, player }: AnalysisReportProps) => {
  const [second, setSecond] = useState<number>();
  const slot = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (second !== undefined) slot.current?.scrollIntoView?.({ block: 'nearest' });
  }, [second]);
  const playable = { analysis, onPlay: setSecond };
  return (
    <>
      <Section title={texts.timeline}>
        <p>{texts.timelineLead}</p>
        <Timeline {...playable} />
        <div ref={slot}>{second !== undefined && player(second)}</div>
      </Section>
      <Evidence {...playable} />
      {analysis.metadata.transcription !== null && (
        <Section title={texts.transcript.title}>
          <TranscriptList analysis={analysis} onPlay={setSecond} />
        </Section>
      )}
      <Topics analysis={analysis} />
      {analysis.sentiments.length > 0 && (
        <Section title={texts.sentimentTime}>
          <SentimentPlot analysis={analysis} />
        </Section>
      )}
      <Entities {...playable} />
      {analysis.results.some(({ step }) => step === 'frames') && <Labels {...playable} />}
      <Section title={texts.corrections.title}>
        <p>{texts.corrections.lead}</p>
        <CorrectionList {...analysis} />
      </Section>
      <Sources analysis={analysis} />
    </>
  );
};

/** Everything that was found in a title, and what the title costs. Names and quotes are what a model returned. */
export const AnalysisReport = ({ analysis, player }: AnalysisReportProps) => (
  <div className={styles['report']}>
    {analysis.results.length === 0 ? <p>{texts.nothing}</p> : <Found analysis={analysis} player={player} />}
    <Costs analysis={analysis} />
  </div>
);
