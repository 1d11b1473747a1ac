import styles from './plot.module.css';

export interface PlotEndsProps {
  readonly first: string | undefined;
  readonly last: string | undefined;
}

/** The ends of the horizontal axis, below a plot. The table next to the plot names every step. */
export const PlotEnds = ({ first, last }: PlotEndsProps) => (
  <p className={styles['ends']} aria-hidden>
    <span>{first}</span>
    <span>{last}</span>
  </p>
);
