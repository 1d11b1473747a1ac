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
  const isFrame = kind === 'frame';
  const sureness = surenessOf(analysis, isFrame ? 'frames' : 'text', confidence);
  const [show, hide] = isFrame ? [texts.showPicture, texts.hidePicture] : [texts.showQuote, texts.hideQuote];
  const action = isOpen ? hide : show;
  return (
    <li className={styles['piece']}>
      <p className={styles['wrap']}>
        <TimeButton ms={from} what={label} onPlay={onPlay} /> <strong>{sensitivityOf(piece)}</strong>
        {`: ${label}, ${sureness}`}
      </p>
      {(isFrame || quote !== null) && (
        <Button
          variant="secondary"
          aria-expanded={isOpen}
          aria-label={texts.actionOn(action, label, timeOf(from))}
          onClick={() => setOpen(!isOpen)}
        >
          {action}
        </Button>
      )}
      {isOpen && isFrame && <Frame contentId={analysis.content_id} piece={piece} />}
      {isOpen && !isFrame && <blockquote className={styles['wrap']}>{quote}</blockquote>}
    </li>
  );
};

interface ListProps {
  readonly analysis: AnalysisView;
  readonly onPlay: PlayAt;
}

/** Findings that may be sensitive, in order of time. Pictures and quotes are covered until a user asks for them. */
export const EvidenceList = (props: ListProps) => (
  <ul className={styles['pieces']} aria-label={texts.evidence}>
    {props.analysis.evidence.map((piece) => (
      <Item key={piece.id} piece={piece} {...props} />
    ))}
  </ul>
);
