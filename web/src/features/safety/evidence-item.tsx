import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { SafetyEvidence } from '../../../../lambdas/contract/admin/safety-shapes.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { formatDuration } from '../../lib/format.ts';
import { Button } from '../../ui/actions/button.tsx';
import { frameQuery } from './api.ts';
import styles from './safety.module.css';
import { categoryNames, riskNames, safetyTexts as texts } from './texts.ts';

interface FrameProps {
  readonly contentId: string;
  readonly evidence: SafetyEvidence;
  /** Called once the frame is visible. */
  readonly onSeen: () => void;
  /** Called when there is no picture to see. */
  readonly onMissing: () => void;
  /** Whether there is none. */
  readonly isMissing: boolean;
}

const isDeleted = (error: unknown): boolean => error instanceof ApiError && error.code === 'media_not_available';

const Frame = ({ contentId, evidence, onSeen, onMissing, isMissing }: FrameProps) => {
  const { data, error } = useQuery(frameQuery(useApi(), contentId, evidence.id));
  const deleted = isDeleted(error);
  useEffect(() => {
    if (deleted) onMissing();
  }, [deleted, onMissing]);
  const time = formatDuration(evidence.from_ms / 1000);
  if (isMissing) return <p role="alert">{texts.frameMissing(texts.playAt(time))}</p>;
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

export interface EvidenceItemProps {
  readonly contentId: string;
  readonly evidence: SafetyEvidence;
  readonly onOpened: () => void;
  readonly onPlay: () => void;
}

/**
 * A finding. Frame or quote appear on request, so that staff choose what they look at; the model's texts are data. When
 * its frame was deleted, playing the title at that second opens it.
 */
export const EvidenceItem = ({ contentId, evidence, onOpened, onPlay }: EvidenceItemProps) => {
  const [open, setOpen] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const onMissing = useCallback(() => setMissing(true), []);
  const { kind, label, parent, quote, category, risk, confidence, counts } = evidence;
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
    if (!open && kind === 'text') onOpened();
  };
  const play = () => {
    onPlay();
    if (isMissing) onOpened();
  };
  const show = kind === 'frame' ? texts.showFrame : texts.showQuote;
  return (
    <li>
      <strong>{name}</strong>
      <p className={styles['facts']}>{facts.join(' · ')}</p>
      <div className={styles['buttons']}>
        <Button variant="secondary" aria-expanded={open} aria-label={`${show}: ${name}`} onClick={toggle}>
          {show}
        </Button>
        <Button variant="ghost" aria-label={`${texts.playAt(time)}: ${label}`} onClick={play}>
          {texts.playAt(time)}
        </Button>
      </div>
      {open && kind === 'frame' && <Frame {...{ contentId, evidence, onMissing, isMissing }} onSeen={onOpened} />}
      {open && kind === 'text' && <blockquote>{quote}</blockquote>}
    </li>
  );
};
