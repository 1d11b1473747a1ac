import type { AnalysisView } from '../../../lambdas/contract/content/analysis.ts';

export const ANALYZED_ID = 'cnt_01ARZ3NDEKTSV4RRFFQ69G5FAV';
/** A name that would be a formula in a spreadsheet and markup on a page. */
export const HOSTILE_NAME = '=HYPERLINK("x")<img src=x onerror=alert(1)>';

/** The analysis of a title with one of each finding. */
export const someAnalysis = (parts: Partial<AnalysisView> = {}): AnalysisView => ({
  content_id: ANALYZED_ID,
  title: 'Lotus',
  duration_ms: 60_000,
  results: [
    {
      step: 'frames',
      provider: 'rekognition',
      model: 'DetectModerationLabels',
      version: '7.0',
      calibrated: false,
      covers: ['adult', 'arms'],
      created_at: '2026-11-20T10:00:00.000Z',
      stale: false,
      cost_usd: 0.025,
    },
  ],
  metadata: {
    transcription: null,
    video_analysis: { labels: [{ name: 'Flower', confidence: 0.88 }] },
    sentiment_analysis: { sentiment: 'POSITIVE', confidence: 0.8 },
    entity_recognition: [],
    content_analysis: { language: 'en', topics: [{ topic: 'food', score: 0.7 }], sensitive: [] },
    advanced_analysis: { steps: [{ step: 'frames', provider: 'rekognition', version: '7.0' }] },
  },
  sentiments: [
    { from_ms: 0, to_ms: 20_000, sentiment: 'POSITIVE', confidence: 0.9 },
    { from_ms: 20_000, to_ms: 60_000, sentiment: 'NEGATIVE', confidence: null },
  ],
  entities: [{ type: 'PERSON', text: HOSTILE_NAME, mentions: 2, at_ms: [5000] }],
  labels: [{ name: 'Flower', confidence: 0.88, at_ms: [0] }],
  corrections: [],
  evidence: [
    {
      id: 'frame-3-adult',
      category: 'adult',
      risk: 'floor',
      kind: 'frame',
      quote: null,
      label: 'Explicit Nudity',
      parent: 'Explicit',
      confidence: 0.91,
      from_ms: 9000,
      to_ms: 12_000,
    },
  ],
  costs: {
    encoding_usd: 0.46,
    analysis_usd: 0.025,
    storage_month_usd: 0.0123,
    delivery_hour_usd: null,
    views: 12,
    delivered_usd: 0.0345,
  },
  estimates: { text: 0.03, frames: 0.14, topics: 0 },
  ...parts,
});
