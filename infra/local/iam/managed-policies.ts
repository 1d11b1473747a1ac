import type { PolicyDocument } from '../roles.ts';

/** AWS managed policies that roles can name, from the AWS managed policy reference. */
const MANAGED: Readonly<Record<string, PolicyDocument>> = {
  'arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole': {
    Statement: [
      { Effect: 'Allow', Action: ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:PutLogEvents'], Resource: '*' },
    ],
  },
};

/** An AWS managed policy by its ARN. @throws Error for an unknown one */
export const managedPolicy = (arn: string): PolicyDocument => {
  const document = Object.hasOwn(MANAGED, arn) ? MANAGED[arn] : undefined;
  if (!document) throw new Error(`the local cloud does not support the managed policy ${arn}`);
  return document;
};
