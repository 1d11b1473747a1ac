import { useState } from 'react';
import { Button } from '../../ui/actions/button.tsx';
import { ScriptFields, type ScriptFieldsProps } from './script-fields.tsx';
import { transcriptTexts as texts } from './texts.ts';
import styles from './transcript-section.module.css';

/** The optional script of a file that is being uploaded. It is opened by a button, because most files have none. */
export const UploadScript = ({ script, onChange }: ScriptFieldsProps) => {
  const [isOpen, setOpen] = useState(script.text !== '');
  return (
    <section className={styles['section']} aria-label={texts.scriptTitle}>
      <div>
        <h3 className={styles['title']}>{texts.scriptTitle}</h3>
        <p className={styles['hint']}>{texts.uploadHint}</p>
      </div>
      {isOpen ? (
        <ScriptFields script={script} onChange={onChange} />
      ) : (
        <Button variant="secondary" onClick={() => setOpen(true)}>
          {texts.addScript}
        </Button>
      )}
    </section>
  );
};
