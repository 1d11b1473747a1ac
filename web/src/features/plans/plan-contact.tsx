import { Notice } from '../../ui/feedback/notice.tsx';
import { usePlatform } from '../../ui/identity/use-platform.ts';
import { planTexts } from './texts.ts';

/** The address of a link to a contact; undefined if the contact is neither an email nor a web address. */
export const linkOf = (contact: string): string | undefined => {
  if (/^https?:\/\/\S+$/i.test(contact)) return contact;
  return /^[^\s@/:?&]+@[^\s@/:?&]+$/.test(contact) ? `mailto:${contact}` : undefined;
};

/** Says whom to ask for another plan while plans cannot be bought. */
export const PlanContact = () => {
  const { name, planContact } = usePlatform();
  const [before, after] = planTexts.changeAsk;
  const link = linkOf(planContact);
  return (
    <Notice title={planTexts.changeTitle}>
      <p>{planTexts.buyingOff}</p>
      {planContact === '' ? (
        <p>{planTexts.changeAskOwner(name)}</p>
      ) : (
        <p>
          {before}
          {link === undefined ? planContact : <a href={link}>{planContact}</a>}
          {after}
        </p>
      )}
    </Notice>
  );
};
