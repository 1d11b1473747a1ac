import { securityCenterTexts } from './texts.ts';

const texts = securityCenterTexts.subjects;

/** Characters of a keyed hash that are shown: enough to compare subjects on a screen. */
const SHOWN = 8;

/** Whom an event or an alert is about. */
export interface About {
  readonly subject: string;
  readonly user_id: string | null;
  readonly user_name: string | null;
}

/** The display name of a subject. */
export const subjectName = ({ subject, user_id: id, user_name: name }: About): string => {
  const [kind = '', hash = ''] = subject.split(':');
  if (id !== null || kind === 'user') return name ?? texts.deletedUser;
  return (kind === 'account' ? texts.account : texts.visitor)(hash.slice(0, SHOWN));
};
