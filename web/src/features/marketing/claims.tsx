import { usePlatform } from '../../ui/identity/use-platform.ts';
import styles from './claims.module.css';
import { claims } from './texts.ts';

/** The marketing figures. */
export const Claims = () => {
  const { name } = usePlatform();
  return (
    <dl className={styles['claims']} aria-label={claims.label(name)}>
      {claims.items.map(({ value, label }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
};
