import type { Construct } from 'constructs';
import type { AppFunction } from '../constructs/app-function.ts';
import type { QueueConsumer } from '../constructs/queue-consumer.ts';
import { parameterNames } from '../parameter-names.ts';
import type { Platform } from '../platform.ts';

/** The functions and queues of a feature. The stacks, the API and the alarms are built from these. */
export interface Feature {
  /** Serves the endpoints of the contract whose keys start with the function's folder. */
  readonly api?: AppFunction;
  /** Functions behind queues, schedules, streams, sockets and triggers. */
  readonly workers?: readonly AppFunction[];
  readonly consumers?: readonly QueueConsumer[];
  /**
   * Workers whose failures leave no other trace (no dead letters, no 5xx): they get an error alarm of their own.
   * @default none
   */
  readonly alarmed?: readonly AppFunction[];
}

/** Builds a feature in a scope of its own. */
export type FeatureFactory<P extends Platform = Platform, F extends Feature = Feature> = (
  scope: Construct,
  platform: P,
) => F;

/** What factories build, by construct ID. */
export type FeaturesOf<F extends Readonly<Record<string, FeatureFactory<never>>>> = {
  readonly [Name in keyof F]: ReturnType<F[Name]>;
};

/** What most features need: properties of every function, the table, and parameter names. */
export const partsOf = ({ stage, data }: Platform) => ({
  shared: { stage, failureQueue: data.failureQueue },
  table: data.table,
  names: parameterNames(stage),
  TABLE_NAME: data.table.table.tableName,
  /** Environment of every API function. */
  apiEnv: {
    TABLE_NAME: data.table.table.tableName,
    ORIGIN_HASHES: data.originHashes,
    SESSION_LIMIT: String(stage.sessionLimit),
    ADMINS_NEED_FACTOR: String(stage.adminsNeedFactor),
  },
});

/** Environment of a function that returns where AWS keeps the files of content items. */
export const storageEnv = ({ stage, data: { uploads } }: Platform) => ({
  UPLOADS_BUCKET: uploads.bucketName,
  DISTRIBUTION_PARAMETER: parameterNames(stage).distribution,
});

/** Environment of a function that shows or starts steps of the analysis. */
export const analysisEnv = ({ stage: { analysis } }: Platform) => ({
  ANALYSIS_TEXT: analysis.text,
  ANALYSIS_TOPICS: analysis.topics,
  ANALYSIS_FRAMES: analysis.frames,
  LANGUAGE_MODEL: analysis.languageModel,
});

/** Environment of a function that verifies the tokens of optional sign-ins. */
export const visitorEnv = ({ stage, data: { userPool } }: Platform) => ({
  PUBLIC_CATALOG: String(stage.publicCatalog),
  USER_POOL_CLIENT_ID: userPool.client.userPoolClientId,
  ISSUER: userPool.issuer,
  JWKS_URI: userPool.jwksUri,
});
