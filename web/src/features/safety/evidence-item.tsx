import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { SafetyEvidence } from '../../../../lambdas/contract/admin/safety-shapes.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { formatDuration } from '../../lib/format.ts';
import { Button } from '../../ui/actions/button.tsx';
import type { frameQuery } from './api.ts';
import styles from './safety.module.css';
import { categoryNames, riskNames, safetyTexts as texts } from './texts.ts';

interface FrameProps {
  readonly contentId: string;
  readonly evidence: SafetyEvidence;
  /** The query that reads the frame: that of staff, or of the owner. */
  readonly frame: typeof frameQuery;
  /** Called once the frame is visible. */
  readonly onSeen: () => void;
  /** Called when there is no picture to see. */
  readonly onMissing: () => void;
  /** Whether there is none. */
  readonly isMissing: boolean;
  /** Whether the title can be played here instead. */
  readonly canPlay: boolean;
}

const isDeleted = (error: unknown): boolean => error instanceof ApiError && error.code === 'media_not_available';

const Frame = ({ contentId, evidence, frame, onSeen, onMissing, isMissing, canPlay }: FrameProps) => {
  const { data, error } = useQuery(frame(useApi(), contentId, evidence.id));
  const deleted = isDeleted(error);
  useEffect(() => {
    if (deleted) onMissing();
  }, [deleted, onMissing]);
  const time = formatDuration(evidence.from_ms / 1000);
  if (isMissing) return <p role="alert">{canPlay ? texts.frameMissing(texts.playAt(time)) : texts.frameDeleted}</p>;
  if (error) return <p role="alert">{texts.frameFailed}</p>;
  if (!data) return <p role="status">{texts.loadingFrame}</p>;
  return (
    <img
      className={styles['frame']}
      src={data}
      alt={texts.frameOf(evidence.label, time)}
      onLoad={onSeen}
      onError={onMissing}
    />
  );
};

/** Where a finding is: the second of the picture, or from when to when something is said. */
const whereIs = ({ kind, from_ms: from, to_ms: to }: SafetyEvidence): string => {
  const [start, end] = [formatDuration(from / 1000), formatDuration(to / 1000)];
  return kind === 'frame' ? texts.inPicture(start) : texts.inSpeech(start, end);
};

export interface EvidenceItemProps extends Pick<FrameProps, 'contentId' | 'evidence' | 'frame'> {
  /** Called when the user has seen the frame or the quote. */
  readonly onOpened?: () => void;
  /** Plays the title at that second; without it, there is no button. */
  readonly onPlay?: () => void;
}

/**
 * A finding with where it is and its model. Frame or quote appear on request, so that users choose what they look at;
 * the model's texts are data. When its frame was deleted, playing the title at that second opens it.
 */
export const EvidenceItem = ({ contentId, evidence, frame, onOpened, onPlay }: EvidenceItemProps) => {
  const [open, setOpen] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const onMissing = useCallback(() => setMissing(true), []);
  const { kind, label, parent, quote, category, risk, confidence, counts, provider, model, version } = evidence;
  const time = formatDuration(evidence.from_ms / 1000);
  const name = texts.evidenceAt(label, time);
  const facts = [
    categoryNames[category],
    risk && riskNames[risk],
    parent,
    confidence === null ? texts.noConfidence : texts.confidence(`${Math.round(confidence * 100)}%`),
    counts ? texts.reasonForVerdict : null,
  ].filter((fact) => fact !== null);
  const toggle = () => {
    setOpen(!open);
    if (!open && kind === 'text') onOpened?.();
  };
  const play = () => {
    onPlay?.();
    if (isMissing) onOpened?.();
  };
  const show = kind === 'frame' ? texts.showFrame : texts.showQuote;
  return (
    <li>
      <strong>{name}</strong>
      <p className={styles['facts']}>{facts.join(' · ')}</p>
      <p className={styles['facts']}>
        {whereIs(evidence)} · {texts.foundBy(`${provider} ${model} ${version}`)}
      </p>
      <div className={styles['buttons']}>
        <Button variant="secondary" aria-expanded={open} aria-label={`${show}: ${name}`} onClick={toggle}>
          {show}
        </Button>
        {onPlay && (
          <Button variant="ghost" aria-label={`${texts.playAt(time)}: ${label}`} onClick={play}>
            {texts.playAt(time)}
          </Button>
        )}
      </div>
      {open && kind === 'frame' && (
        <Frame
          {...{ contentId, evidence, frame, onMissing, isMissing }}
          canPlay={onPlay !== undefined}
          onSeen={() => onOpened?.()}
        />
      )}
      {open && kind === 'text' && <blockquote>{quote}</blockquote>}
    </li>
  );
};
