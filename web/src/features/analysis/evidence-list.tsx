import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnalysisView } from '../../../../lambdas/contract/content/analysis.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { Button } from '../../ui/actions/button.tsx';
import styles from './analysis.module.css';
import { frameQuery } from './api.ts';
import { sensitivityOf, surenessOf, timeOf } from './format.ts';
import { analysisTexts as texts } from './texts.ts';
import { TimeButton, type PlayAt } from './time-button.tsx';

type Piece = AnalysisView['evidence'][number];

const Frame = ({ contentId, piece }: { readonly contentId: string; readonly piece: Piece }) => {
  const { data, error } = useQuery(frameQuery(useApi(), contentId, piece.id));
  if (error) return <p role="alert">{texts.frameFailed}</p>;
  if (!data) return <p role="status">{texts.loadingFrame}</p>;
  return <img className={styles['frame']} src={data} alt={texts.frameOf(piece.label, timeOf(piece.from_ms))} />;
};

const Item = ({ analysis, piece, onPlay }: ListProps & { readonly piece: Piece }) => {
  const [isOpen, setOpen] = useState(false);
  const { kind, label, quote, confidence, from_ms: from } = piece;
  const sureness = surenessOf(analysis, kind === 'frame' ? 'frames' : 'text', confidence);
  const action = isOpen ? texts.hidePicture : texts.showPicture;
  return (
    <li className={styles['piece']}>
      <p className={styles['wrap']}>
        <TimeButton ms={from} what={label} onPlay={onPlay} /> <strong>{sensitivityOf(piece)}</strong>
        {`: ${quote === null ? label : `${label}: “${quote}”`}, ${sureness}`}
      </p>
      {kind === 'frame' && (
        <Button
          variant="secondary"
          aria-expanded={isOpen}
          aria-label={texts.pictureOf(action, label, timeOf(from))}
          onClick={() => setOpen(!isOpen)}
        >
          {action}
        </Button>
      )}
      {isOpen && <Frame contentId={analysis.content_id} piece={piece} />}
    </li>
  );
};

interface ListProps {
  readonly analysis: AnalysisView;
  readonly onPlay: PlayAt;
}

/** Findings that may be sensitive, in order of time. Pictures appear on request, so that users choose what they see. */
export const EvidenceList = (props: ListProps) => (
  <ul className={styles['pieces']} aria-label={texts.evidence}>
    {props.analysis.evidence.map((piece) => (
      <Item key={piece.id} piece={piece} {...props} />
    ))}
  </ul>
);
