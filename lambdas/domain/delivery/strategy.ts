import type { DeliveryStrategy } from '../../contract/delivery/tools.ts';

/** What a strategy is chosen for. */
interface StrategyRequest {
  readonly operationType: 'upload' | 'playback';
  readonly forceStrategy?: DeliveryStrategy | undefined;
  /** The distribution is enabled and deployed. */
  readonly cloudFront: boolean;
}

/** A strategy and why it was chosen. */
interface ChosenStrategy {
  readonly strategy: DeliveryStrategy;
  readonly reason: string;
  /** False for a forced strategy that cannot work now. */
  readonly works: boolean;
}

/**
 * Chooses how files of the buckets are reached. Uploads always go to the bucket itself, because the distribution
 * accepts none; playback uses CloudFront, and CORS only while CloudFront is down (administrator specification,
 * section 8: "CloudFront failure falls back to the CORS strategy").
 */
export const chooseStrategy = ({ operationType, forceStrategy, cloudFront }: StrategyRequest): ChosenStrategy => {
  if (operationType === 'upload')
    return {
      strategy: forceStrategy ?? 'cors',
      reason: 'Browsers upload directly to the bucket, because the distribution accepts no uploads.',
      works: forceStrategy !== 'cloudfront',
    };
  if (forceStrategy === 'cors') return { strategy: 'cors', reason: 'You chose CORS.', works: true };
  if (cloudFront) return { strategy: 'cloudfront', reason: 'The distribution is enabled and deployed.', works: true };
  const reason = 'The distribution is disabled, missing or still being deployed.';
  return forceStrategy === 'cloudfront'
    ? { strategy: 'cloudfront', reason, works: false }
    : { strategy: 'cors', reason, works: true };
};
