import type { CorsRule } from '../../lambdas/domain/delivery/declared.ts';

/** The CORS rule that the tests' template declares for the upload bucket. */
export const someRule: CorsRule = {
  AllowedMethods: ['PUT', 'GET'],
  AllowedOrigins: ['https://media.example.org'],
  AllowedHeaders: ['content-type', 'x-amz-*'],
  ExposeHeaders: ['ETag'],
  MaxAgeSeconds: 3600,
};

const policyOf = (name: string) => ({
  Version: '2012-10-17',
  Statement: [
    {
      Effect: 'Deny',
      Principal: { AWS: '*' },
      Action: 's3:*',
      Resource: [`arn:aws:s3:::${name}`, `arn:aws:s3:::${name}/*`],
      Condition: { Bool: { 'aws:SecureTransport': 'false' } },
    },
    {
      Effect: 'Allow',
      Principal: { Service: 'cloudfront.amazonaws.com' },
      Action: 's3:GetObject',
      Resource: [`arn:aws:s3:::${name}/media/*`, `arn:aws:s3:::${name}/posters/*`],
      Condition: { StringEquals: { 'aws:SourceAccount': '000000000000' } },
    },
  ],
});

/** The declared state of two buckets as the stack writes it; `switches` change the public access block. */
export const declaredText = (switches: Readonly<Record<string, boolean>> = {}): string => {
  const bucket = (name: string, cors: readonly CorsRule[]) => ({
    name,
    cors,
    publicAccessBlock: {
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
      ...switches,
    },
    policy: policyOf(name),
  });
  const buckets = { uploads: bucket('the-uploads', [someRule]), media: bucket('the-media', []) };
  return JSON.stringify({ region: 'us-east-1', buckets });
};
