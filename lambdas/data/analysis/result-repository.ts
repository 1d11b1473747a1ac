import * as z from 'zod/mini';
import { ContentId, Timestamp } from '../../contract/shared.ts';
import { CATEGORIES, PROVIDERS, RISKS } from '../../domain/analysis/provenance.ts';
import { ANALYSIS_STEPS, SENTIMENTS, type StepResult } from '../../domain/analysis/results.ts';
import { NOT_A_PERSONS, NOT_PERSONAL, defineEntity, type Entity } from '../table/entity.ts';
import { key } from '../table/keys.ts';
import { parseList, type Table } from '../table/table.ts';

const Confidence = z.nullable(z.number());
const Rated = z.object({ sentiment: z.enum(SENTIMENTS), confidence: Confidence });
const range = { from_ms: z.number(), to_ms: z.number() };

const EvidenceItem = z.object({
  ...range,
  id: z.string(),
  category: z.enum(CATEGORIES),
  risk: z.optional(z.enum(RISKS)),
  kind: z.enum(['frame', 'text']),
  quote: z.nullable(z.string()),
  frame_key: z.nullable(z.string()),
  label: z.string(),
  parent: z.nullable(z.string()),
  confidence: Confidence,
  provider: z.enum(PROVIDERS),
  model: z.string(),
  version: z.string(),
});

const Summary = z.discriminatedUnion('step', [
  z.object({
    step: z.literal('speech'),
    language: z.nullable(z.string()),
    segments: z.number(),
    words: z.number(),
    confidence: Confidence,
  }),
  z.object({ step: z.literal('captions'), captions_id: z.string(), cues: z.number() }),
  z.object({
    step: z.literal('text'),
    language: z.nullable(z.object({ code: z.string(), confidence: Confidence })),
    sentiment: z.nullable(Rated),
    sentiments: z.array(z.object({ ...range, ...Rated.shape })),
    entities: z.array(
      z.object({
        type: z.string(),
        text: z.string(),
        confidence: Confidence,
        mentions: z.number(),
        at_ms: z.array(z.number()),
      }),
    ),
    evidence: z.array(EvidenceItem),
  }),
  z.object({ step: z.literal('topics'), topics: z.array(z.object({ topic: z.string(), score: z.number() })) }),
  z.object({
    step: z.literal('frames'),
    frames: z.number(),
    skipped: z.number(),
    unreadable: z.optional(z.number()),
    labels: z.array(z.object({ name: z.string(), confidence: z.number(), at_ms: z.array(z.number()) })),
    evidence: z.array(EvidenceItem),
  }),
]);

const ResultItem = z.object({
  content_id: ContentId,
  version_id: z.string(),
  step: z.enum(ANALYSIS_STEPS),
  attempt: z.number(),
  run: z.number(),
  input_hash: z.string(),
  provenance: z.object({
    provider: z.enum(PROVIDERS),
    model: z.string(),
    version: z.string(),
    calibrated: z.boolean(),
    covers: z.array(z.enum(CATEGORIES)),
  }),
  transcript: z.optional(z.object({ set: z.string(), revision: z.number() })),
  units: z.number(),
  cost_usd: z.number(),
  raw_key: z.nullable(z.string()),
  created_at: Timestamp,
  summary: Summary,
});

const PREFIX = 'RESULT';
type ResultIds = Pick<StepResult, 'content_id' | 'version_id' | 'step'>;

/** The result of an analysis step, in a partition of its own so that analysis workers cannot write content items. */
export const analysisResultEntity: Entity<StepResult, ResultIds> = defineEntity<typeof ResultItem, ResultIds>({
  type: 'ANALYSIS_RESULT',
  v: 1,
  owner: { kind: 'content', field: 'content_id' },
  lifetime: { retention: 'owner' },
  onErase: NOT_PERSONAL,
  exportView: NOT_A_PERSONS,
  schema: ResultItem,
  key: ({ content_id, version_id, step }) => ({
    pk: key('ANALYSIS', content_id),
    sk: key(PREFIX, version_id, step),
  }),
}) as unknown as Entity<StepResult, ResultIds>;

export type AnalysisResultRepository = ReturnType<typeof createAnalysisResultRepository>;

/** Results of analysis steps. Numbers are those of access-patterns.md. */
export const createAnalysisResultRepository = (table: Table) => ({
  /** AA1. All results for one version of a source, strongly consistent. */
  async list(contentId: string, versionId: string, onBad: (count: number) => void): Promise<readonly StepResult[]> {
    const { pk: partition } = analysisResultEntity.key({ content_id: contentId, version_id: versionId, step: 'text' });
    const prefix = `${key(PREFIX, versionId)}#`;
    const items = await table.queryAll({ partition, prefix, limit: 100, consistent: true });
    return parseList(analysisResultEntity, items, onBad);
  },

  /** AA2. Stores a result, replacing the one of an earlier run. */
  async put(result: StepResult): Promise<void> {
    await table.put(analysisResultEntity.toItem(result));
  },

  /** AA3. Deletes all results of a deleted content item, for every version of its file. */
  async removeAll(contentId: string): Promise<void> {
    const ids = { content_id: contentId, version_id: 'any', step: 'text' } as const;
    const { pk: partition } = analysisResultEntity.key(ids);
    const items = await table.queryAll({ partition, prefix: `${PREFIX}#`, limit: 100, consistent: true });
    for (const { pk, sk } of items) await table.delete({ pk, sk });
  },
});
