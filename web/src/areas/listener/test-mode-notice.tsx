import { FlaskConical } from 'lucide-react';
import { Badge } from '../../ui/feedback/badge.tsx';
import styles from './streaming/streaming-screen.module.css';
import { listenerTexts } from './texts.ts';

/** Explains that playback in test mode is not recorded. Lazy-loaded. */
export const TestModeNotice = () => (
  <div className={styles['testMode']} role="status">
    <FlaskConical aria-hidden size={20} />
    <strong>{listenerTexts.testTitle}</strong>
    <Badge tone="warning">{listenerTexts.testBadge}</Badge>
    <p>{listenerTexts.testText}</p>
  </div>
);
