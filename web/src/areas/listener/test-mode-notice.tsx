import { FlaskConical } from 'lucide-react';
import { Badge } from '../../ui/feedback/badge.tsx';
import styles from './streaming-screen.module.css';
import { listenerTexts } from './texts.ts';

/** Says that nothing of this visit counts. Fetched where it is shown. */
export const TestModeNotice = () => (
  <div className={styles['testMode']} role="status">
    <FlaskConical aria-hidden size={20} />
    <strong>{listenerTexts.testTitle}</strong>
    <Badge tone="warning">{listenerTexts.testBadge}</Badge>
    <p>{listenerTexts.testText}</p>
  </div>
);
