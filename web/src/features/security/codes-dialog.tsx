import { useToast } from '../../core/toast/toast-context.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import styles from './security.module.css';
import { securityTexts } from './texts.ts';

const texts = securityTexts.codes;

/** Shows new recovery codes, once. */
export const CodesDialog = ({
  codes,
  onClose,
}: {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}) => {
  const { show } = useToast();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      show({ title: texts.copied });
    } catch {
      show({ title: securityTexts.section.failed, variant: 'destructive' });
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={texts.title}
      description={texts.text}
    >
      <div className={styles['form']}>
        <ul className={styles['codes']} aria-label={texts.list}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className={styles['dialog-actions']}>
          <Button variant="secondary" onClick={() => void copy()}>
            {texts.copy}
          </Button>
          <Button onClick={onClose}>{texts.done}</Button>
        </div>
      </div>
    </Dialog>
  );
};
