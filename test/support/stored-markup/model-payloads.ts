import type { StepResult } from '../../../lambdas/domain/analysis/results.ts';
import type { Content } from '../../../lambdas/domain/content/content.ts';
import { someContent } from '../content.ts';
import { someEvidence, someResults } from '../rows/safety-rows.ts';

/** Texts that models return about a title. */
export interface ModelTexts {
  /** Names of people, places and things. */
  readonly entities: readonly string[];
  /** What is seen in the picture. */
  readonly labels: readonly string[];
  readonly topics: readonly string[];
  /** Labels of findings, and what was said. */
  readonly findings: readonly string[];
  readonly quotes: readonly string[];
  readonly model: string;
}

/** The results of an analysis whose models returned these texts. */
export const resultsWithTexts = (
  { id, source_version_id }: Pick<Content, 'id' | 'source_version_id'>,
  { entities, labels, topics, findings, quotes, model }: ModelTexts,
): readonly StepResult[] => {
  const pieces = someEvidence(id);
  const evidence = findings.flatMap((label, index) =>
    (['frame', 'text'] as const).flatMap((kind) =>
      pieces
        .filter((piece) => piece.kind === kind)
        .slice(0, 1)
        .map((piece) => ({
          ...piece,
          id: `${kind}-${index}`,
          label,
          parent: label,
          quote: kind === 'text' ? (quotes[index % quotes.length] ?? '') : null,
          model,
        })),
    ),
  );
  const results = someResults(someContent({ id, source_version_id }), evidence).map((result): StepResult => {
    const provenance = { ...result.provenance, model };
    const { summary } = result;
    if (summary.step === 'frames') {
      const seen = labels.map((name) => ({ name, confidence: 0.9, at_ms: [0] }));
      return { ...result, provenance, summary: { ...summary, labels: seen } };
    }
    if (summary.step !== 'text') return result;
    const named = entities.map((text) => ({ type: 'PERSON', text, confidence: 0.9, mentions: 1, at_ms: [0] }));
    return { ...result, provenance, summary: { ...summary, entities: named } };
  });
  return [
    ...results,
    ...results.slice(0, 1).map((result): StepResult => ({
      ...result,
      step: 'topics',
      provenance: { ...result.provenance, provider: 'lexicon', covers: [] },
      summary: { step: 'topics', topics: topics.map((topic) => ({ topic, score: 0.5 })) },
    })),
  ];
};
