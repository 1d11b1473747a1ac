import type { PolicyDocument } from '../roles.ts';

/** Policies of AWS that roles may name, as the AWS managed policy reference has them. */
const MANAGED: Readonly<Record<string, PolicyDocument>> = {
  'arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole': {
    Statement: [
      { Effect: 'Allow', Action: ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:PutLogEvents'], Resource: '*' },
    ],
  },
};

/** A policy of AWS by its ARN. @throws Error for one that is not known here */
export const managedPolicy = (arn: string): PolicyDocument => {
  const document = Object.hasOwn(MANAGED, arn) ? MANAGED[arn] : undefined;
  if (!document) throw new Error(`the local cloud does not know the managed policy ${arn}`);
  return document;
};
