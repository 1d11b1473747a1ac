import * as z from 'zod/mini';
import { cleanSearch } from '../../contract/listening/search-text.ts';
import type { ValidationType } from '../../contract/admin/security.ts';
import { line, paragraph } from '../../contract/shared.ts';

/** Result of a validation. */
export interface Validation {
  readonly valid: boolean;
  readonly errors: readonly string[];
  /** Null when the input is not usable. */
  readonly sanitizedData: unknown;
}

const field = (max: number) => z.optional(line(max));

/** Schema of each type. Unknown fields are rejected by name. */
const shapes = {
  user_profile: z.strictObject({ full_name: field(200), email: z.optional(z.email().check(z.maxLength(254))) }),
  content_metadata: z.strictObject({
    title: z.optional(line(200, 1)),
    artist: field(200),
    description: z.optional(paragraph(5000)),
    contentType: z.optional(z.enum(['music', 'video'])),
    tags: z.optional(z.array(line(50, 1)).check(z.maxLength(30))),
  }),
  behavioral_pattern: z.strictObject({
    pattern_type: line(100, 1),
    session_id: field(100),
    risk_score: z.optional(z.number().check(z.minimum(0), z.maximum(100))),
    pattern_data: z.optional(
      z.record(z.string().check(z.maxLength(100)), z.union([z.number(), z.boolean(), line(500)])),
    ),
  }),
} as const satisfies Record<Exclude<ValidationType, 'search_query'>, z.ZodMiniType>;

/** A sentence about an issue. The library's own sentences are not bundled, because of their size. */
const describeIssue = (issue: z.core.$ZodIssue): string => {
  switch (issue.code) {
    case 'unrecognized_keys':
      return `Unknown fields: ${issue.keys.join(', ')}.`;
    case 'too_big':
      return `The maximum is ${issue.maximum}.`;
    case 'too_small':
      return `The minimum is ${issue.minimum}.`;
    default:
      return issue.message;
  }
};

/** Limits of the response for hostile input: number of errors, and characters of one, which can quote the input. */
const MAX_ERRORS = 50;
const MAX_SENTENCE = 200;

const sentence = (issue: z.core.$ZodIssue): string =>
  [...issue.path.map(String), describeIssue(issue)].join(': ').slice(0, MAX_SENTENCE);

/** Validates and sanitizes an input. Sanitizing only removes characters; it never adds or replaces any. */
export const validateInput = (type: ValidationType, data: unknown): Validation => {
  if (type === 'search_query') {
    if (typeof data !== 'string')
      return { valid: false, errors: ['A search query must be text.'], sanitizedData: null };
    const cleaned = cleanSearch(data);
    return cleaned === ''
      ? { valid: false, errors: ['The search query has no searchable characters.'], sanitizedData: null }
      : { valid: true, errors: [], sanitizedData: cleaned };
  }
  const result = shapes[type].safeParse(data);
  return result.success
    ? { valid: true, errors: [], sanitizedData: result.data }
    : { valid: false, errors: result.error.issues.slice(0, MAX_ERRORS).map(sentence), sanitizedData: null };
};

/** The result when the validation itself fails (specification, section 4). */
export const UNAVAILABLE: Validation = {
  valid: false,
  errors: ['Validation service unavailable'],
  sanitizedData: null,
};

/** Risk score of a failure of the validation itself (specification, section 8). */
export const FAILURE_RISK = 70;

/** Risk score of a number of errors: 10 each, up to 50 (specification, section 8). */
export const riskOf = (errors: number): number => Math.min(50, errors * 10);
