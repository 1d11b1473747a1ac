import * as z from 'zod/mini';

/** A rule of cross-origin requests, as S3's API writes it. */
const CorsRule = z.object({
  AllowedMethods: z.array(z.enum(['GET', 'PUT', 'HEAD', 'POST', 'DELETE'])),
  AllowedOrigins: z.array(z.string()),
  AllowedHeaders: z.array(z.string()),
  ExposeHeaders: z.array(z.string()),
  MaxAgeSeconds: z.optional(z.number()),
});
export type CorsRule = z.infer<typeof CorsRule>;

/** The four switches of S3's public access block. */
export interface PublicAccessBlock {
  readonly BlockPublicAcls: boolean;
  readonly BlockPublicPolicy: boolean;
  readonly IgnorePublicAcls: boolean;
  readonly RestrictPublicBuckets: boolean;
}

/** All four switches are on: the only state that a template may declare, so that no tool can put back another. */
const Closed = z.object({
  BlockPublicAcls: z.literal(true),
  BlockPublicPolicy: z.literal(true),
  IgnorePublicAcls: z.literal(true),
  RestrictPublicBuckets: z.literal(true),
});

const DeclaredBucket = z.object({
  name: z.string(),
  cors: z.array(CorsRule),
  publicAccessBlock: Closed,
  /** The policy's document. */
  policy: z.object({ Statement: z.array(z.record(z.string(), z.unknown())) }),
});
export type DeclaredBucket = z.infer<typeof DeclaredBucket>;

/** What the template declares about the buckets of the delivery, as `infra/declared-delivery.ts` writes it. */
const Declared = z.object({
  region: z.string(),
  buckets: z.object({ uploads: DeclaredBucket, media: DeclaredBucket }),
});
export type Declared = z.infer<typeof Declared>;

/** The buckets that take part in delivery, by what they contain. */
export type BucketKind = keyof Declared['buckets'];

/** Reads the declared state. Throws for text of another shape, and for one that would leave a bucket open. */
export const parseDeclared = (text: string): Declared => Declared.parse(JSON.parse(text));
