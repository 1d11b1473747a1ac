import type { CdnOverview, DeliveryFigure, FigureName } from '../../../../../../lambdas/contract/delivery/monitor.ts';
import { formatCount } from '../../../../lib/format.ts';
import { Badge } from '../../../../ui/feedback/badge.tsx';
import plot from '../../../../ui/plots/plot.module.css';
import { formatObservations, formatUtcHour, formatValue } from '../format.ts';
import styles from '../monitor.module.css';
import { monitorTexts, overviewTexts } from '../texts.ts';
import { useAge } from '../use-age.ts';

const texts = overviewTexts.figures;

interface FigureCardProps {
  readonly name: FigureName;
  readonly figure: DeliveryFigure;
  /** Its source cannot be read now. */
  readonly isOld: boolean;
  readonly age: (timestamp: string) => string;
}

const observationsOf = ({ value, n, minimum, source }: DeliveryFigure): string | null => {
  if (value !== null) return monitorTexts.from(formatObservations(source, n));
  return n < minimum ? monitorTexts.tooFew(formatCount(n), formatObservations(source, minimum)) : null;
};

const FigureCard = ({ name, figure, isOld, age }: FigureCardProps) => {
  const { value, unit, from, to, source, as_of: asOf, definition } = figure;
  const observations = observationsOf(figure);
  const sourceName = monitorTexts.sources[source];
  return (
    <li className={plot['metric']}>
      <h3>{texts.names[name]}</h3>
      <p className={plot['value']}>
        {value === null ? monitorTexts.noData : formatValue(value, unit)}{' '}
        {isOld && value !== null && <Badge tone="warning">{overviewTexts.lastValue}</Badge>}
      </p>
      <p>{definition}</p>
      {from !== null && to !== null && <p>{monitorTexts.window(formatUtcHour(from), formatUtcHour(to))}</p>}
      {observations !== null && <p>{observations}</p>}
      <p>{asOf === null ? monitorTexts.noValues(sourceName) : monitorTexts.fromSource(sourceName, age(asOf))}</p>
    </li>
  );
};

/** Every figure with its definition, window, observations, source and age. */
export const Figures = ({ overview: { figures, sources } }: { readonly overview: CdnOverview }) => {
  const age = useAge();
  const failing = new Set(sources.flatMap(({ source, failed_since: since }) => (since === null ? [] : source)));
  return (
    <section className={styles['section']} aria-labelledby="cdn-figures">
      <h2 id="cdn-figures">{texts.title}</h2>
      <ul className={styles['cards']}>
        {(Object.keys(texts.names) as FigureName[]).map((name) => (
          <FigureCard
            key={name}
            name={name}
            figure={figures[name]}
            isOld={failing.has(figures[name].source)}
            age={age}
          />
        ))}
      </ul>
    </section>
  );
};
