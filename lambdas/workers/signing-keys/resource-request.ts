import * as z from 'zod/mini';

/** The fields of CloudFormation's custom resource request that the worker uses. */
export const ResourceRequest = z.object({
  RequestType: z.enum(['Create', 'Update', 'Delete']),
  ResponseURL: z.url(),
  StackId: z.string(),
  RequestId: z.string(),
  LogicalResourceId: z.string(),
  PhysicalResourceId: z.optional(z.string()),
  ResourceProperties: z.unknown(),
});
export type ResourceRequest = z.infer<typeof ResourceRequest>;

/** The properties of the resource in the template. */
export const KeyProperties = z.object({
  Kind: z.enum(['rsa-2048', 'hmac-256', 'origin-hash', 'origin-secret']),
  ParameterName: z.string().check(z.startsWith('/')),
  KeyVersion: z.string(),
});
