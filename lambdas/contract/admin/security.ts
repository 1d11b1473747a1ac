import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';

/** What the validator knows rules for (specification, section 5). */
export const ValidationType = z.enum(['user_profile', 'content_metadata', 'search_query', 'behavioral_pattern']);
export type ValidationType = z.infer<typeof ValidationType>;

export const securityEndpoints = {
  'security.input-validator': endpoint({
    method: 'POST',
    path: '/api/functions/input-validator',
    auth: 'admin',
    summary: 'Checks and cleans what somebody typed, and notes that it did so as a security event.',
    body: z.strictObject({
      /** A text for `search_query`, an object of fields for the others. */
      data: z.union([z.string().check(z.maxLength(10_000)), z.record(z.string().check(z.maxLength(100)), z.unknown())]),
      validationType: ValidationType,
    }),
    responses: {
      200: z.object({
        valid: z.boolean(),
        /** One sentence for each thing that is wrong. */
        errors: z.array(z.string()),
        /** The cleaned input; null when nothing of it can be used. */
        sanitizedData: z.nullable(z.unknown()),
      }),
    },
    errors: [],
  }),
};
