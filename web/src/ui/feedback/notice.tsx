import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';
import styles from './notice.module.css';

export type NoticeTone = 'info' | 'warning' | 'danger';

const icons = { info: Info, warning: TriangleAlert, danger: CircleAlert };

export interface NoticeProps {
  readonly tone?: NoticeTone;
  readonly title?: string;
  /** Announce it immediately when it appears. */
  readonly alert?: boolean;
  readonly children?: ReactNode;
}

/** A message in the flow of a screen. */
export const Notice = ({ tone = 'info', title, alert = false, children }: NoticeProps) => {
  const Icon = icons[tone];
  return (
    <div className={classNames(styles['notice'], styles[tone])} role={alert ? 'alert' : undefined}>
      <Icon aria-hidden size={18} className={styles['icon']} />
      <div className={styles['body']}>
        {title && <p className={styles['title']}>{title}</p>}
        {children}
      </div>
    </div>
  );
};
