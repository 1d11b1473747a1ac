import { createHash } from 'node:crypto';
import { analysisPrefix } from '../media/layout.ts';
import type { AnalysisStep } from './results.ts';

/** SHA-256 of everything that a result depends on. */
export const inputHash = (versionId: string, step: AnalysisStep, ...parts: readonly unknown[]): string =>
  createHash('sha256')
    .update(JSON.stringify([versionId, step, ...parts]))
    .digest('hex');

const FOLDER_LENGTH = 32;

/** Folder of a provider's unchanged outputs for one input, with a trailing slash. A repeated conversion keeps it. */
export const outputsFolder = (contentId: string, hash: string): string =>
  `${analysisPrefix(contentId)}/outputs/${hash.slice(0, FOLDER_LENGTH)}/`;
