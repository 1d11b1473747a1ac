import type { AnalysisView } from '../../../../lambdas/contract/content/analysis.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { dollarsOf, nameOf } from './format.ts';
import { analysisTexts } from './texts.ts';

const texts = analysisTexts.staleResults;

/** A step to run again, with its title for messages. */
export interface StepToRun {
  readonly step: string;
  readonly title: string;
}

export interface StaleResultsProps {
  readonly analysis: AnalysisView;
  readonly busy: boolean;
  readonly onRun: (step: StepToRun) => void;
}

/** The first of these steps runs the others again, which need its result. */
const ORDER = ['text', 'topics'] as const;

/**
 * Says which results are about an earlier transcript, and offers to make them again for an estimated price. An edit
 * alone never costs anything.
 */
export const StaleResults = ({ analysis: { results, estimates }, busy, onRun }: StaleResultsProps) => {
  const stale = ORDER.filter((name) => results.some((result) => result.step === name && result.stale));
  const [step] = stale;
  if (step === undefined) return null;
  const usd = estimates[step] ?? 0;
  return (
    <Notice tone="warning" title={texts.title}>
      <p>{texts.hint(stale.map(nameOf).join(', '))}</p>
      <div>
        <Button variant="secondary" busy={busy} onClick={() => onRun({ step, title: texts.steps[step] })}>
          {usd === 0 ? texts.runFree(texts.steps[step]) : texts.run(texts.steps[step], dollarsOf(usd))}
        </Button>
      </div>
    </Notice>
  );
};
