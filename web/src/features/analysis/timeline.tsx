import type { MouseEvent } from 'react';
import type { AnalysisView } from '../../../../lambdas/contract/content/analysis.ts';
import styles from './analysis.module.css';
import { sensitivityOf, timeOf } from './format.ts';
import { analysisTexts as texts } from './texts.ts';
import type { PlayAt } from './time-button.tsx';

const WIDTH = 600;
const LANE = 24;

interface Mark {
  readonly from: number;
  readonly to: number;
  readonly name: string;
}

interface Lane {
  readonly name: string;
  readonly marks: readonly Mark[];
}

const points = (items: readonly { readonly at_ms: readonly number[] }[], nameAt: (index: number) => string) =>
  items.flatMap(({ at_ms: times }, index) => times.map((ms) => ({ from: ms, to: ms, name: nameAt(index) })));

/** What was found when, by kind; kinds without findings are left out. */
const lanesOf = ({ evidence, labels, entities }: AnalysisView): readonly Lane[] =>
  [
    {
      name: texts.evidence,
      marks: evidence.map((piece) => ({ from: piece.from_ms, to: piece.to_ms, name: sensitivityOf(piece) })),
    },
    { name: texts.labels, marks: points(labels, (index) => labels[index]?.name ?? '') },
    { name: texts.entities, marks: points(entities, (index) => entities[index]?.text ?? '') },
  ].filter(({ marks }) => marks.length > 0);

/**
 * Findings over the length of the title. A click plays the title from there. The tables below have the same times as
 * buttons, so the picture needs no other access by keyboard: there, the button plays from the start.
 */
export const Timeline = ({ analysis, onPlay }: { readonly analysis: AnalysisView; readonly onPlay: PlayAt }) => {
  const { duration_ms: duration } = analysis;
  const lanes = lanesOf(analysis);
  if (duration === null || duration === 0 || lanes.length === 0) return null;
  const play = (event: MouseEvent<HTMLButtonElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    // A key press has no position.
    const share = event.detail === 0 || width === 0 ? 0 : (event.clientX - left) / width;
    onPlay(Math.floor((Math.min(1, Math.max(0, share)) * duration) / 1000));
  };
  const x = (ms: number): number => (ms / duration) * WIDTH;
  return (
    <>
      <ol className={styles['lanes']}>
        {lanes.map(({ name }) => (
          <li key={name}>{name}</li>
        ))}
      </ol>
      <button type="button" className={styles['timeline']} aria-label={texts.timelineButton} onClick={play}>
        <svg viewBox={`0 0 ${WIDTH} ${lanes.length * LANE}`} preserveAspectRatio="none" aria-hidden>
          {lanes.map(({ name, marks }, lane) =>
            marks.map((mark, index) => (
              <rect
                key={`${name} ${index}`}
                x={x(mark.from)}
                y={lane * LANE + 4}
                width={Math.max(3, x(mark.to) - x(mark.from))}
                height={LANE - 8}
                className={styles[`lane${lane % 3}`]}
              >
                <title>{`${timeOf(mark.from)}: ${mark.name}`}</title>
              </rect>
            )),
          )}
        </svg>
      </button>
      <p className={styles['ends']} aria-hidden>
        <span>{timeOf(0)}</span>
        <span>{timeOf(duration)}</span>
      </p>
    </>
  );
};
