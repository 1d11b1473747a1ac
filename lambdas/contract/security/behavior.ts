import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Timestamp, UserId } from '../shared.ts';
import {
  BEHAVIOR_COUNTS,
  BEHAVIOR_INPUTS,
  BEHAVIOR_RULE_NAMES,
  PATTERNS_SHOWN,
  RECORD_PATTERN,
} from './behavior-rules.ts';

/** Kinds of patterns. */
export const PatternType = z.enum(['streaming']);

/** A day of clicks, movements or seconds: no browser session has more. */
const MAX_COUNT = 86_400;

/** Every count of `BEHAVIOR_COUNTS`, since the browser began to count. Whole numbers. */
export const PatternData = z.strictObject({
  counts: z.record(z.enum(BEHAVIOR_COUNTS), z.number().check(z.int(), z.minimum(0), z.maximum(MAX_COUNT))),
  inputs: z.array(z.enum(BEHAVIOR_INPUTS)).check(z.maxLength(BEHAVIOR_INPUTS.length)),
});
export type PatternData = z.infer<typeof PatternData>;

/** What one rule found. */
export const RulePoints = z.object({
  rule: z.enum(BEHAVIOR_RULE_NAMES),
  points: z.number(),
  /** What the browser measured, in the rule's unit; for `few_mouse_moves`, the movements. */
  value: z.number(),
});
export type RulePoints = z.infer<typeof RulePoints>;

/** A behavioral pattern: what a browser counted of its user, and how the rules score it. */
export const BehavioralPattern = z.object({
  /** ULID; patterns sort by it. */
  id: z.string(),
  user_id: UserId,
  session_id: z.string(),
  pattern_type: PatternType,
  pattern_data: PatternData,
  /** 0 to 100. */
  risk_score: z.number(),
  /** The rules that added points. */
  points: z.array(RulePoints),
  anomaly_detected: z.boolean(),
  analyzed_at: Timestamp,
  created_at: Timestamp,
});
export type BehavioralPattern = z.infer<typeof BehavioralPattern>;

/** What a browser counted, of the signed-in user. */
export const behaviorEndpoints = {
  'behavior.record-pattern': endpoint({
    ...RECORD_PATTERN,
    auth: 'user',
    summary:
      'Analyzes and stores what the browser counted. Without consent to behavioral security analysis, nothing is ' +
      'stored and the call fails with `consent_required`. A repeated call stores nothing and returns the same pattern.',
    body: z.strictObject({
      pattern_type: PatternType,
      pattern_data: PatternData,
      /** A random name of the browser's counting, which begins again after an hour. */
      page: z.string().check(z.regex(/^[0-9a-f]{32}$/, 'Must be 32 hexadecimal digits')),
      /** Number of the pattern in that counting, from 1. */
      seq: z.number().check(z.int(), z.minimum(1), z.maximum(1000)),
    }),
    responses: { 201: BehavioralPattern },
    errors: ['consent_required', 'too_many_requests'],
  }),
};

/** Behavioral patterns of users, for administrators. */
export const userBehaviorEndpoints = {
  'behavior.list-patterns': endpoint({
    method: 'GET',
    path: '/api/admin/users/{userId}/behavioral-patterns',
    auth: 'admin',
    summary: 'Lists the newest 50 behavioral patterns of a user, with what each point came from.',
    params: z.strictObject({ userId: UserId }),
    responses: {
      200: z.object({
        items: z.array(BehavioralPattern).check(z.maxLength(PATTERNS_SHOWN)),
        /** Whether the user consents to behavioral security analysis. Without consent, there are no patterns. */
        consent: z.boolean(),
      }),
    },
    errors: ['user_not_found'],
  }),
};
