import { timingSafeEqual } from 'node:crypto';
import { keyedName } from '../../limits/keyed-name.ts';

/**
 * Header in which the platform's own security checks prove that they are. Their calls are neither recorded as security
 * events nor counted as a visitor's, because they would raise an alert every day and exceed the limit.
 */
export const CHECK_HEADER = 'x-soundstage-check';

/** Seconds for which a proof is accepted: longer than a run of the checks. */
const VALID_SECONDS = 300;

const proofAt = (secret: string, seconds: number): string => keyedName(secret, 'security checks', String(seconds));

/** The proof of a run of the checks. `secret`: the stage's secret key in base64; `now` in milliseconds. */
export const newCheckProof = (secret: string, now: number): string => {
  const seconds = Math.floor(now / 1000);
  return `${seconds}.${proofAt(secret, seconds)}`;
};

/** Whether a text is the proof of a run of the checks that began within the last five minutes. */
export const isCheckProof = (secret: string, text: string, now: number): boolean => {
  const [, time = '', given = ''] = /^(\d{1,12})\.([0-9a-f]{64})$/.exec(text) ?? [];
  const age = now / 1000 - Number(time);
  if (given === '' || age < -VALID_SECONDS || age > VALID_SECONDS) return false;
  return timingSafeEqual(Buffer.from(given), Buffer.from(proofAt(secret, Number(time))));
};
