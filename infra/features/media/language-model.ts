import { ArnFormat, Duration, Stack } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import type { Construct } from 'constructs';
import { modelIdOf } from '../../../lambdas/contract/content/language-models.ts';
import type { Env } from '../../../lambdas/workers/language-model-check/env.ts';
import { AppFunction } from '../../constructs/app-function.ts';
import { EventTarget } from '../../constructs/event-target.ts';
import { reasons } from '../../nag.ts';
import type { Platform } from '../../platform.ts';
import { partsOf } from '../feature.ts';

/** The model's ARN in a region. AWS owns it, so it has no account. */
const modelArn = (scope: Construct, model: string, region?: string): string =>
  Stack.of(scope).formatArn({
    service: 'bedrock',
    account: '',
    ...(region === undefined ? {} : { region }),
    resource: 'foundation-model',
    arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
    resourceName: model,
  });

/** Lets a function ask the model of an inference profile. */
export const allowLanguageModel = (target: AppFunction, profile: string): void => {
  const model = modelIdOf(profile);
  target.allow({
    actions: ['bedrock:InvokeModel'],
    resources: [
      Stack.of(target).formatArn({ service: 'bedrock', resource: 'inference-profile', resourceName: profile }),
      modelArn(target, model, '*'),
    ],
    wildcardReason: reasons.modelRegions,
  });
};

/**
 * Fails once a day while AWS plans to withdraw the model of the stage, so that its event lands in the failure queue and
 * raises the alarm there, months before topics fail.
 */
export const languageModelCheck = (scope: Construct, platform: Platform): AppFunction => {
  const { shared } = partsOf(platform);
  const { languageModel } = platform.stage.analysis;
  const worker = new AppFunction<Env>(scope, 'LanguageModelCheck', {
    ...shared,
    folder: 'language-model-check',
    env: { LANGUAGE_MODEL: languageModel },
    errorImpact: 'Topics are still found, but the operator is not warned before AWS withdraws their language model.',
  });
  worker.allow({
    actions: ['bedrock:GetFoundationModel'],
    resources: [modelArn(scope, modelIdOf(languageModel))],
  });
  new EventTarget(scope, 'LanguageModelChecking', {
    target: worker,
    failureQueue: shared.failureQueue,
    on: { schedule: events.Schedule.rate(Duration.days(1)) },
  });
  return worker;
};
