import { RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AnalyzedTitle } from '../../../../lambdas/contract/content/analyzed-titles.ts';
import type { StepState } from '../../../../lambdas/contract/media/steps.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Badge, type BadgeTone } from '../../ui/feedback/badge.tsx';
import { dollarsOf, nameOf } from './format.ts';
import { languageName } from './language-name.ts';
import { analysisTexts } from './texts.ts';
import styles from './titles.module.css';
import { useRunAnalysis } from './titles-api.ts';
import { titlesTexts as texts } from './titles-texts.ts';

const tones: Readonly<Record<StepState, BadgeTone>> = {
  waiting: 'outline',
  running: 'accent',
  interrupted: 'warning',
  completed: 'success',
  failed: 'danger',
  skipped: 'neutral',
};

const Findings = ({ title }: { readonly title: AnalyzedTitle }) => {
  const { topics, sentiment, language, cost_usd: cost } = title;
  const facts = [
    [texts.topics, topics.length === 0 ? texts.noTopics : topics.map(nameOf).join(', ')],
    [texts.sentiment, sentiment === null ? texts.unknown : analysisTexts.sentiments[sentiment]],
    [texts.language, language === null ? texts.unknown : languageName(language)],
    [texts.cost, dollarsOf(cost)],
  ] as const;
  return (
    <dl className={styles['facts']}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
};

const Run = ({ title }: { readonly title: AnalyzedTitle }) => {
  const { mutate, isPending } = useRunAnalysis(title);
  if (title.next_run === null) return null;
  const usd = dollarsOf(title.next_run.usd);
  return (
    <Button variant="secondary" busy={isPending} aria-label={texts.runLabel(title.title, usd)} onClick={() => mutate()}>
      <RotateCcw aria-hidden size={16} />
      {texts.run}
      {title.next_run.usd > 0 && ` (${texts.upTo(usd)})`}
    </Button>
  );
};

export interface TitleRowProps {
  readonly title: AnalyzedTitle;
  /** The name of the title, as a link to its analysis. */
  readonly link: ReactNode;
  readonly verdict: ReactNode;
  /** More buttons. */
  readonly actions: ReactNode;
}

/** A title with the state of its steps, what was found, and a button to run the analysis again. */
export const TitleRow = ({ title, link, verdict, actions }: TitleRowProps) => (
  <li className={styles['row']}>
    <div className={styles['head']}>
      <strong className={styles['name']}>{link}</strong>
      {verdict}
    </div>
    <ul className={styles['steps']} aria-label={texts.steps(title.title)}>
      {title.steps.map(({ step, title: name, state }) => (
        <li key={step}>
          <Badge tone={tones[state]}>{texts.step(name, state)}</Badge>
        </li>
      ))}
    </ul>
    {title.steps
      .filter(({ state, reason }) => (state === 'failed' || state === 'skipped') && reason !== null)
      .map(({ step, title: name, reason }) => (
        <p key={step} className={styles['reason']}>{`${name}: ${reason}`}</p>
      ))}
    <Findings title={title} />
    <div className={styles['actions']}>
      <Run title={title} />
      {actions}
    </div>
  </li>
);
