import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import styles from './offline-banner.module.css';
import { appTexts } from './texts.ts';

const subscribe = (listener: () => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};
const isOnline = () => navigator.onLine;

/**
 * Says that the device is offline, on top of every screen. The element is always there, so that screen readers announce
 * the text.
 */
export const OfflineBanner = () => {
  const online = useSyncExternalStore(subscribe, isOnline);
  return (
    <div className={styles['banner']} role="status">
      {!online && (
        <p className={styles['text']}>
          <WifiOff aria-hidden size={18} />
          {appTexts.offlineBanner}
        </p>
      )}
    </div>
  );
};
