import type { AnalysisView } from '../../../../lambdas/contract/content/analysis.ts';
import { CSV_START, csvLine } from '../../lib/csv.ts';
import { formatCost, formatDuration } from '../../lib/format.ts';
import { analysisTexts as texts } from './texts.ts';

/** A time in a title, such as 1:05. */
export const timeOf = (milliseconds: number): string => formatDuration(Math.floor(milliseconds / 1000));

/** The result of a step that produced a finding; undefined when the step has none. */
const resultOf = ({ results }: AnalysisView, step: string) => results.find((result) => result.step === step);

/**
 * How sure the model of a step is: in percent only when its confidences are measured probabilities. A score of 0.7 is
 * not right in 70 of 100 cases, so it is shown as what it is.
 */
export const surenessOf = (analysis: AnalysisView, step: string, confidence: number | null): string => {
  if (confidence === null) return texts.noConfidence;
  return resultOf(analysis, step)?.calibrated === true
    ? `${Math.round(100 * confidence)}%`
    : texts.score(confidence.toFixed(2));
};

/** What users call a provider. An engine of the local cloud answers in place of an AWS service, and is named so. */
export const providerOf = ({ provider, version }: AnalysisView['results'][number]): string => {
  const name = (texts.providers as Readonly<Record<string, string>>)[provider] ?? nameOf(provider);
  return version.startsWith('local-') ? texts.localEngine(name) : name;
};

/** US dollars; fractions of a cent are shown. */
export const dollarsOf = (usd: number | null): string => (usd === null ? texts.unknown : formatCost(usd));

/** A stored name such as `social_issues` for display. */
export const nameOf = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ').toLowerCase();

/** Category and risk of a finding. */
export const sensitivityOf = ({
  category,
  risk,
}: Pick<AnalysisView['evidence'][number], 'category' | 'risk'>): string =>
  risk === null ? nameOf(category) : `${nameOf(category)} (${texts.risks[risk]})`;

/** How often a cost arises, as the CSV file names it. */
type CostPeriod = 'once' | 'month' | 'hour watched' | 'all views';

/** The costs of a title, with what each is. */
export const costRows = ({
  costs,
  estimates,
  results,
}: AnalysisView): readonly (readonly [name: string, usd: number | null, per: CostPeriod])[] => [
  [texts.encoding, costs.encoding_usd, 'once'],
  [texts.analysis, costs.analysis_usd, 'once'],
  [
    results.length === 0 ? texts.first : texts.again,
    Object.values(estimates).reduce((sum, usd) => sum + usd, 0),
    'once',
  ],
  [texts.storage, costs.storage_month_usd, 'month'],
  [texts.delivery, costs.delivery_hour_usd, 'hour watched'],
  [texts.delivered(costs.views), costs.delivered_usd, 'all views'],
];

/** The costs of a title as a CSV file. The last lines are what the present results cost, as a part of the analysis. */
export const costsCsv = (analysis: AnalysisView): readonly string[] => [
  CSV_START,
  csvLine(['content_id', 'title', 'item', 'usd', 'per']),
  ...costRows(analysis).map(([name, usd, per]) =>
    csvLine([analysis.content_id, analysis.title, name, usd === null ? '' : String(usd), per]),
  ),
  ...analysis.results.map(({ step, cost_usd: usd }) =>
    csvLine([analysis.content_id, analysis.title, `${texts.step}: ${step}`, String(usd), 'result']),
  ),
];
