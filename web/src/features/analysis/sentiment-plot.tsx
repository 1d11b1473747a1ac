import type { AnalysisView } from '../../../../lambdas/contract/content/analysis.ts';
import { RATED_CHARACTERS } from '../../../../lambdas/contract/content/analyzed-titles.ts';
import styles from './analysis.module.css';
import { surenessOf, timeOf } from './format.ts';
import { ResultTable } from './result-table.tsx';
import { analysisTexts as texts } from './texts.ts';

type Rated = AnalysisView['sentiments'][number];

const WIDTH = 600;
const HEIGHT = 120;
const MIDDLE = HEIGHT / 2;
/** Heights differ by sentiment, so that the plot needs no color to be read. */
const LEVELS: Readonly<Record<Rated['sentiment'], number>> = { POSITIVE: 1, NEGATIVE: -1, NEUTRAL: 0, MIXED: 0 };
const NEUTRAL_HEIGHT = 4;

const Bar = ({ rated, total }: { readonly rated: Rated; readonly total: number }) => {
  const left = (rated.from_ms / total) * WIDTH;
  const width = Math.max(1, ((rated.to_ms - rated.from_ms) / total) * WIDTH - 1);
  const level = LEVELS[rated.sentiment];
  const height = level === 0 ? NEUTRAL_HEIGHT : MIDDLE * (rated.confidence ?? 0.5);
  const top = level > 0 ? MIDDLE - height : level < 0 ? MIDDLE : MIDDLE - height / 2;
  return (
    <rect x={left} y={top} width={width} height={height} className={styles[`bar${rated.sentiment}`]}>
      <title>{`${timeOf(rated.from_ms)}: ${texts.sentiments[rated.sentiment]}`}</title>
    </rect>
  );
};

/** Sentiment over time: positive above the line, negative below it, and the same values as a table. */
export const SentimentPlot = ({ analysis }: { readonly analysis: AnalysisView }) => {
  const { sentiments } = analysis;
  const total = Math.max(1, ...sentiments.map(({ to_ms: end }) => end));
  return (
    <>
      <svg className={styles['plot']} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={texts.sentimentPlot}>
        <line x1={0} x2={WIDTH} y1={MIDDLE} y2={MIDDLE} className={styles['axis']} />
        {sentiments.map((rated) => (
          <Bar key={rated.from_ms} rated={rated} total={total} />
        ))}
      </svg>
      <p className={styles['ends']} aria-hidden>
        <span>{timeOf(0)}</span>
        <span>{timeOf(total)}</span>
      </p>
      <p className={styles['note']}>{texts.sentimentNote(RATED_CHARACTERS)}</p>
      <details>
        <summary>{texts.showTable}</summary>
        <ResultTable caption={texts.sentimentTime} heads={[texts.from, texts.to, texts.sentiment, texts.confidence]}>
          {sentiments.map(({ from_ms: from, to_ms: to, sentiment, confidence }) => (
            <tr key={from}>
              <td>{timeOf(from)}</td>
              <td>{timeOf(to)}</td>
              <td>{texts.sentiments[sentiment]}</td>
              <td>{surenessOf(analysis, 'text', confidence)}</td>
            </tr>
          ))}
        </ResultTable>
      </details>
    </>
  );
};
