import type { Meaning, MeaningOf } from '../provision.ts';
import { bucketDeployment } from './bucket-deployment.ts';
import * as cloudfront from './cloudfront.ts';
import { customResource } from './custom.ts';
import { queue, rule, schedule } from './events.ts';
import * as httpApi from './http-api.ts';
import { bucketPolicy, permission, queuePolicy } from './policies.ts';
import { policy, role, userPool, userPoolClient } from './identity.ts';
import { inertTypes } from './inert.ts';
import { eventInvokeConfig, eventSourceMapping, lambdaFunction } from './lambda.ts';
import { bucket, parameter, table } from './storage.ts';
import type { Provisioner } from './types.ts';

/** Types that have an effect in the local cloud. */
const provisioners: Readonly<Record<string, Provisioner>> = {
  'AWS::ApiGatewayV2::Api': httpApi.api,
  'AWS::ApiGatewayV2::Authorizer': httpApi.authorizer,
  'AWS::ApiGatewayV2::Integration': httpApi.integration,
  'AWS::ApiGatewayV2::Route': httpApi.route,
  'AWS::ApiGatewayV2::Stage': httpApi.stage,
  'AWS::CloudFront::CachePolicy': cloudfront.cachePolicy,
  'AWS::CloudFront::Distribution': cloudfront.distribution,
  'AWS::CloudFront::Function': cloudfront.edgeFunction,
  'AWS::CloudFront::KeyGroup': cloudfront.keyGroup,
  'AWS::CloudFront::OriginAccessControl': cloudfront.originAccessControl,
  'AWS::CloudFront::OriginRequestPolicy': cloudfront.originRequestPolicy,
  'AWS::CloudFront::PublicKey': cloudfront.publicKey,
  'AWS::CloudFront::ResponseHeadersPolicy': cloudfront.responseHeadersPolicy,
  'AWS::Cognito::UserPool': userPool,
  'AWS::Cognito::UserPoolClient': userPoolClient,
  'AWS::DynamoDB::Table': table,
  'AWS::Events::Rule': rule,
  'AWS::IAM::ManagedPolicy': policy,
  'AWS::IAM::Policy': policy,
  'AWS::IAM::Role': role,
  'AWS::Lambda::EventInvokeConfig': eventInvokeConfig,
  'AWS::Lambda::EventSourceMapping': eventSourceMapping,
  'AWS::Lambda::Function': lambdaFunction,
  'AWS::Lambda::Permission': permission,
  'AWS::S3::Bucket': bucket,
  'AWS::S3::BucketPolicy': bucketPolicy,
  'AWS::SQS::Queue': queue,
  'AWS::SQS::QueuePolicy': queuePolicy,
  'AWS::SSM::Parameter': parameter,
  'AWS::Scheduler::Schedule': schedule,
  'Custom::CDKBucketDeployment': bucketDeployment,
};

/** How a resource type is handled; undefined for an unsupported one, which stops the start. */
export const meaningOf: MeaningOf = (type): Meaning | undefined => {
  const provision = Object.hasOwn(provisioners, type) ? provisioners[type] : undefined;
  if (provision) return { provision, inert: false };
  const name = Object.hasOwn(inertTypes, type) ? inertTypes[type] : undefined;
  if (name) return { provision: name, inert: true };
  return type.startsWith('Custom::') || type === 'AWS::CloudFormation::CustomResource'
    ? { provision: customResource, inert: false }
    : undefined;
};
