import { FileAudio, FileVideo, UploadCloud, X } from 'lucide-react';
import { useState, type ChangeEvent, type DragEvent } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { formatMegabytes } from '../../lib/format.ts';
import { Button } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import styles from './file-chooser.module.css';
import {
  ACCEPTED_FILES,
  contentTypeOf,
  fileProblem,
  fileWarning,
  isSameFile,
  largeNotice,
  totalSize,
} from './rules.ts';
import { uploadTexts } from './texts.ts';

const texts = uploadTexts.chooser;

interface Refusal {
  readonly name: string;
  readonly problem: string;
}

const FileRow = ({ file, onRemove }: { readonly file: File; readonly onRemove: () => void }) => {
  const warning = fileWarning(file);
  const Icon = contentTypeOf(file) === 'video' ? FileVideo : FileAudio;
  return (
    <li className={styles['file']}>
      <Icon aria-hidden size={20} className={styles['kind']} />
      <div className={styles['about']}>
        <span className={styles['name']}>{file.name}</span>
        <span className={styles['size']}>{formatMegabytes(file.size)}</span>
        {warning && <span className={styles['warning']}>{warning}</span>}
      </div>
      <IconButton label={texts.remove(file.name)} onClick={onRemove}>
        <X aria-hidden size={18} />
      </IconButton>
    </li>
  );
};

const ChosenFiles = ({ files, onChange }: FileChooserProps) => {
  const notice = largeNotice(files);
  return (
    <>
      <div className={styles['summary']}>
        <span>{texts.count(files.length, formatMegabytes(totalSize(files)))}</span>
        <Button variant="ghost" onClick={() => onChange([])}>
          {texts.clearAll}
        </Button>
      </div>
      <ul className={styles['files']} aria-label={texts.list}>
        {files.map((file) => (
          <FileRow
            key={`${file.name}-${file.size}-${file.lastModified}`}
            file={file}
            onRemove={() => onChange(files.filter((other) => other !== file))}
          />
        ))}
      </ul>
      {notice && (
        <Notice tone="warning" title={notice}>
          <p>{uploadTexts.largeText(formatMegabytes(totalSize(files)))}</p>
        </Notice>
      )}
    </>
  );
};

export interface FileChooserProps {
  readonly files: readonly File[];
  readonly onChange: (files: readonly File[]) => void;
}

/**
 * Takes files from the file dialog or dropped onto it; refuses at once what the server would refuse by name or size.
 */
export const FileChooser = ({ files, onChange }: FileChooserProps) => {
  const [refused, setRefused] = useState<readonly Refusal[]>([]);
  const [over, setOver] = useState(false);

  const add = (list: FileList | null) => {
    const chosen = [...(list ?? [])];
    setRefused(
      chosen.flatMap((file) =>
        fileProblem(file) === undefined ? [] : [{ name: file.name, problem: fileProblem(file) ?? '' }],
      ),
    );
    const good = chosen.filter(
      (file) => fileProblem(file) === undefined && !files.some((other) => isSameFile(other, file)),
    );
    if (good.length > 0) onChange([...files, ...good]);
  };
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    add(event.target.files);
    // Choosing the same file again, after it was removed, has to be a change.
    event.target.value = '';
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    add(event.dataTransfer.files);
  };

  return (
    // Dropping is an extra way for the mouse; the file input inside is the way for everybody.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={styles['chooser']}
      aria-label={texts.section}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div className={classNames(styles['zone'], over && styles['over'], files.length > 0 && styles['small'])}>
        <UploadCloud aria-hidden size={files.length > 0 ? 22 : 32} className={styles['cloud']} />
        {files.length === 0 && <p className={styles['lead']}>{texts.lead}</p>}
        <label className={styles['button']}>
          <input type="file" multiple accept={ACCEPTED_FILES} onChange={choose} aria-label={texts.label} />
          {files.length === 0 ? texts.button : texts.replace}
        </label>
        {files.length === 0 && <p className={styles['hint']}>{texts.hint}</p>}
      </div>
      {refused.length > 0 && (
        <Notice tone="danger" title={texts.refused} alert>
          <ul className={styles['refused']}>
            {refused.map(({ name, problem }) => (
              <li key={name}>
                <strong>{name}</strong> {problem}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {files.length > 0 && <ChosenFiles files={files} onChange={onChange} />}
    </section>
  );
};
