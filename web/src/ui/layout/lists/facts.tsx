import type { ReactNode } from 'react';
import styles from './facts.module.css';

/** A name with its value, and what it means where that is not obvious. */
export type Fact = readonly [name: string, value: ReactNode, meaning?: string];

/** Names next to their values, or above them on a phone. */
export const Facts = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <dl className={styles['facts']}>
    {facts.map(([name, value, meaning]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          {value}
          {meaning !== undefined && <small>{meaning}</small>}
        </dd>
      </div>
    ))}
  </dl>
);
