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

interface RejectedFile {
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
 * Accepts files from the file dialog or by drag and drop. Immediately rejects files that the server would reject by
 * name or size.
 */
export const FileChooser = ({ files, onChange }: FileChooserProps) => {
  const [rejected, setRejected] = useState<readonly RejectedFile[]>([]);
  const [isDragOver, setDragOver] = useState(false);

  const add = (list: FileList | null) => {
    const chosen = [...(list ?? [])];
    setRejected(
      chosen.flatMap((file) =>
        fileProblem(file) === undefined ? [] : [{ name: file.name, problem: fileProblem(file) ?? '' }],
      ),
    );
    const accepted = chosen.filter(
      (file) => fileProblem(file) === undefined && !files.some((other) => isSameFile(other, file)),
    );
    if (accepted.length > 0) onChange([...files, ...accepted]);
  };
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    add(event.target.files);
    // Otherwise, choosing the same file again would not fire a change event.
    event.target.value = '';
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setDragOver(false);
    add(event.dataTransfer.files);
  };

  return (
    // Drag and drop is a shortcut for mouse users. The file input inside works for everyone.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={styles['chooser']}
      aria-label={texts.section}
      onDragOver={(event) => {
        event.preventDefault();
        setDragOver(true);
      }}
      onDragLeave={() => setDragOver(false)}
      onDrop={drop}
    >
      <div className={classNames(styles['zone'], isDragOver && styles['over'], files.length > 0 && styles['small'])}>
        <UploadCloud aria-hidden size={files.length > 0 ? 22 : 32} className={styles['cloud']} />
        {files.length === 0 && <p className={styles['lead']}>{texts.lead}</p>}
        <label className={styles['button']}>
          <input type="file" multiple accept={ACCEPTED_FILES} onChange={choose} aria-label={texts.label} />
          {files.length === 0 ? texts.button : texts.replace}
        </label>
        {files.length === 0 && <p className={styles['hint']}>{texts.hint}</p>}
      </div>
      {rejected.length > 0 && (
        <Notice tone="danger" title={texts.rejected} alert>
          <ul className={styles['rejected']}>
            {rejected.map(({ name, problem }) => (
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
