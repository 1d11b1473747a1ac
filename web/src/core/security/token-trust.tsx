import type { SmartToken } from '../../../../lambdas/contract/security/smart-tokens.ts';
import { tokenTexts as texts } from './token-texts.ts';
import styles from './token-trust.module.css';

/** The trust of a token, and on demand where it comes from. */
export const TokenTrust = ({ token: { device_trust_score: score, trust } }: { readonly token: SmartToken }) => (
  <details className={styles['trust']}>
    <summary>{texts.trust(score)}</summary>
    <ul aria-label={texts.trust(score)}>
      {trust.map(({ part, points }) => (
        <li key={part}>{texts.part(texts.parts[part], points)}</li>
      ))}
    </ul>
    <p>{texts.limits}</p>
    <p>{texts.purpose}</p>
  </details>
);
