import { sensitiveLabels, type ModerationLabel } from './categories.ts';
import { looksAlike, type Thumbnail } from './jpeg-thumbnail.ts';
import { labeledFrames } from './prices.ts';
import type { Provenance } from './provenance.ts';
import { surestEvidence, type Evidence, type FramesSummary } from './results.ts';

/** Which frame is sent for each frame: itself, or an earlier one that looks alike. */
export type FramePlan = readonly number[];

/** Distinct frames that a frame is compared with: dialogs alternate between a few views. */
const COMPARED = 8;

/** Finds the frames that look like an earlier one. A frame that cannot be compared is sent itself. */
export const planFrameGroups = (thumbnails: readonly (Thumbnail | undefined)[]): FramePlan => {
  const recent: { readonly index: number; readonly thumbnail: Thumbnail }[] = [];
  return thumbnails.map((thumbnail, index) => {
    const twin = thumbnail && recent.find((other) => looksAlike(thumbnail, other.thumbnail));
    if (twin) return twin.index;
    if (thumbnail) recent.unshift({ index, thumbnail });
    recent.splice(COMPARED);
    return index;
  });
};

/** The frames that are sent. */
export const distinctFrames = (plan: FramePlan): readonly number[] => plan.filter((sent, index) => sent === index);

/** The distinct frames whose labels are found, spread evenly. */
export const framesToLabel = (distinct: readonly number[]): readonly number[] => {
  const count = labeledFrames(distinct.length);
  return Array.from({ length: count }, (_, index) => distinct[Math.floor((index * distinct.length) / count)] ?? 0);
};

/** Stored in place of a response for a frame that is no picture, with the name of Rekognition's error. */
export interface UnreadableFrame {
  readonly unreadable: string;
}

/** Whether Rekognition could not read the frame. */
export const isUnreadable = (answer: unknown): answer is UnreadableFrame =>
  typeof answer === 'object' && answer !== null && 'unreadable' in answer;

/** Responses of DetectModerationLabels and DetectLabels, as far as we read them. Confidences are 0 to 100. */
export interface ModerationAnswer {
  readonly ModerationLabels?: readonly ModerationLabel[] | undefined;
  readonly ModerationModelVersion?: string | undefined;
}
export interface LabelsAnswer {
  readonly Labels?:
    readonly { readonly Name?: string | undefined; readonly Confidence?: number | undefined }[] | undefined;
}

/** The version of the model that answered. */
export const moderationVersion = ({ ModerationModelVersion: version }: ModerationAnswer): string =>
  version ?? 'unknown';

/** Most labels and pieces of evidence of a summary; the outputs have all. An item of the table holds 400 KB. */
const MAX_LABELS = 50;
const MAX_EVIDENCE = 300;
const MAX_TIMES = 10;

const share = (percent = 0): number => Number((percent / 100).toFixed(4));

const labelsOf = (answers: FrameFindings['labels'], intervalMs: number): FramesSummary['labels'] => {
  const found = new Map<string, { confidence: number; at_ms: number[] }>();
  for (const [index, answer] of answers) {
    for (const { Name, Confidence } of (isUnreadable(answer) ? undefined : answer.Labels) ?? []) {
      if (!Name) continue;
      const label = found.get(Name) ?? { confidence: 0, at_ms: [] };
      label.confidence = Math.max(label.confidence, share(Confidence));
      if (label.at_ms.length < MAX_TIMES) label.at_ms.push(index * intervalMs);
      found.set(Name, label);
    }
  }
  return [...found]
    .map(([name, label]) => ({ name, ...label }))
    .sort((a, b) => b.at_ms.length - a.at_ms.length || b.confidence - a.confidence || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_LABELS);
};

/** How many frames were not checked because they are no pictures, as a sentence; undefined when all are. */
export const unreadableText = ({ frames, unreadable = 0 }: FramesSummary): string | undefined =>
  unreadable === 0 ? undefined : `${unreadable} of ${frames} frames could not be read.`;

/** What is needed to summarize the frames of a video. */
export interface FrameFindings {
  readonly plan: FramePlan;
  /** Milliseconds between frames. */
  readonly intervalMs: number;
  readonly provenance: Provenance;
  /** By index of the frame that was sent. */
  readonly moderation: ReadonlyMap<number, ModerationAnswer | UnreadableFrame>;
  readonly labels: ReadonlyMap<number, LabelsAnswer | UnreadableFrame>;
  readonly keyOf: (index: number) => string;
}

/**
 * Summarizes what was found. Frames that were not sent get the evidence of the frame that they look like, with their
 * own time, because a policy counts for how long something is seen.
 */
export const summarizeFrames = (findings: FrameFindings): FramesSummary => {
  const { plan, intervalMs, provenance, moderation, labels, keyOf } = findings;
  const { provider, model, version } = provenance;
  const isUnread = (index: number): boolean => isUnreadable(moderation.get(index));
  const foundIn = (index: number): readonly ModerationLabel[] => {
    const answer = moderation.get(index);
    return (isUnreadable(answer) ? undefined : answer?.ModerationLabels) ?? [];
  };
  const evidence = plan.flatMap((sent, index): Evidence[] =>
    sensitiveLabels(foundIn(sent)).map(({ category, risk, label }) => ({
      id: `frame-${index}-${category}`,
      category,
      risk,
      kind: 'frame',
      quote: null,
      frame_key: keyOf(index),
      from_ms: index * intervalMs,
      to_ms: (index + 1) * intervalMs,
      label: label.Name ?? '',
      parent: label.ParentName || null,
      confidence: share(label.Confidence),
      provider,
      model,
      version,
    })),
  );
  return {
    step: 'frames',
    frames: plan.length,
    skipped: plan.length - distinctFrames(plan).length,
    unreadable: plan.filter(isUnread).length,
    labels: labelsOf(labels, intervalMs),
    evidence: surestEvidence(evidence, MAX_EVIDENCE),
  };
};
