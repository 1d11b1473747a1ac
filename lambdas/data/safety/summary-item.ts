import * as z from 'zod/mini';
import { CATEGORIES } from '../../domain/analysis/provenance.ts';
import { OUTCOMES } from '../../domain/safety/gate.ts';
import { VERDICTS } from '../../domain/safety/verdict.ts';

/** What a decision was made about, as stored. */
export const decidedFields = {
  verdict: z.enum(VERDICTS),
  categories: z.array(z.enum(CATEGORIES)),
  evidence_digest: z.string(),
};

export const summaryFields = {
  ...decidedFields,
  version_id: z.string(),
  policy_version: z.nullable(z.number()),
  rev: z.number(),
  decision: z.optional(z.object({ ...decidedFields, outcome: z.enum(OUTCOMES) })),
};

/** The copy of a verdict on its content item, as stored. */
export const SafetyItem = z.object(summaryFields);
