import type { Engine } from './engine.ts';
import { cognitoEngine } from './engines/cognito/users/entry.ts';
import { dynamoEngine } from './engines/dynamodb/entry.ts';
import { s3Engine } from './engines/s3/entry.ts';
import { busEngine } from './events/bus/entry.ts';
import { mappingEngine } from './events/mapping-entry.ts';
import { queueEngine } from './events/queues/entry.ts';
import { redriveEngine } from './events/redrive-entry.ts';
import { deliveryEngine } from './delivery/entry.ts';
import { deploymentEngine } from './deployment/entry.ts';
import { functionEngine } from './functions/entry.ts';
import { apiGatewayEngine } from './gateway/entry.ts';
import { iamEngine } from './iam/entry.ts';
import { metricsEngine } from './metrics/entry.ts';
import { alarmTimerEngine } from './metrics/timer-entry.ts';
import { cloudFormationEngine } from './services/cloudformation.ts';
import { comprehendEngine } from './services/comprehend/entry.ts';
import { lambdaEngine } from './services/lambda.ts';
import { mediaConvertEngine } from './services/mediaconvert/entry.ts';
import { rekognitionEngine } from './services/rekognition/entry.ts';
import { mailEngine } from './services/ses.ts';
import { ssmEngine } from './services/ssm.ts';
import { stripeEngine } from './services/stripe/entry.ts';
import { transcribeEngine } from './services/transcribe/entry.ts';

/**
 * Every engine of the local cloud. To add one, write its entry and add a line here.
 *
 * The order is that of the console's sections, and of creation as far as `needs` allow. The database is first because
 * it takes longest to start. The pollers and timers are last, so that they start last and stop first.
 */
export const engineList: readonly Engine<unknown>[] = [
  dynamoEngine,
  ssmEngine,
  iamEngine,
  mailEngine,
  stripeEngine,
  redriveEngine,
  queueEngine,
  functionEngine,
  lambdaEngine,
  busEngine,
  mediaConvertEngine,
  transcribeEngine,
  rekognitionEngine,
  comprehendEngine,
  s3Engine,
  metricsEngine,
  cognitoEngine,
  apiGatewayEngine,
  deliveryEngine,
  deploymentEngine,
  cloudFormationEngine,
  mappingEngine,
  alarmTimerEngine,
];
