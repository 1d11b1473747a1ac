import { PURPOSES, type ConsentRecord, type PrivacyConsent, type Purpose } from '../../contract/people/consent.ts';
import { currentNotice } from './notice.ts';

/** A decision before it is stored, which gives it its id. */
export type Decision = Omit<ConsentRecord, 'id' | 'recorded_at' | 'user_id'>;

const shown = { notice_version: currentNotice.version, notice_language: currentNotice.language };

/** The decision of a user who saw the current notice. Global Privacy Control keeps marketing off. */
export const decide = (allowed: Readonly<Record<Purpose, boolean>>, globalPrivacyControl: boolean): Decision => ({
  event: 'recorded',
  purposes: PURPOSES.filter((purpose) => allowed[purpose] && !(purpose === 'marketing' && globalPrivacyControl)),
  global_privacy_control: globalPrivacyControl,
  ...shown,
  notice_hash: currentNotice.hash,
});

/** The decision to allow nothing beyond what is essential any more. */
export const withdraw = (globalPrivacyControl: boolean): Decision => ({
  event: 'withdrawn',
  purposes: [],
  global_privacy_control: globalPrivacyControl,
  ...shown,
  notice_hash: null,
});

/** A decision as the specification's five flags. */
export const toPrivacyConsent = (userId: string, allowed: readonly Purpose[]): PrivacyConsent => ({
  user_id: userId,
  essential: true,
  analytics: allowed.includes('analytics'),
  behavioral: allowed.includes('behavioral'),
  marketing: allowed.includes('marketing'),
  functional: allowed.includes('functional'),
});
