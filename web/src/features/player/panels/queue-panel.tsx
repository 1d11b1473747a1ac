import { ArrowDown, ArrowUp, Repeat, Repeat1, Shuffle, X } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { Announcer } from '../../../ui/feedback/announcer.tsx';
import { Artwork } from '../../../ui/identity/artwork.tsx';
import { VisuallyHidden } from '../../../ui/layout/visually-hidden.tsx';
import { classNames } from '../../../lib/class-names.ts';
import styles from './player-panel.module.css';
import type { Player } from '../core/player.ts';
import { entryKeys } from '../core/queue.ts';
import { artistOf } from '../core/rules.ts';
import { panelTexts } from './panel-texts.ts';
import { usePlayerState } from '../core/use-player.ts';

const texts = panelTexts.queue;
/** The repeat mode after each press of the button. */
const AFTER = { off: 'all', all: 'one', one: 'off' } as const;

interface EntriesProps {
  readonly player: Player;
  /** Indexes in the queue. */
  readonly indexes: readonly number[];
  readonly say: (message: string) => void;
}

const Entries = ({ player, indexes, say }: EntriesProps) => {
  const { list, at } = usePlayerState(player);
  const keys = entryKeys(list);
  const first = indexes[0] ?? 0;
  const last = indexes.at(-1) ?? 0;
  const move = (from: number, to: number) => {
    const item = list[from];
    if (!item || to < first || to > last) return;
    player.moveEntry(from, to);
    say(texts.moved(item.title, to - first + 1, indexes.length));
  };
  const choose = (index: number, button: HTMLElement) => {
    // The entry moves to another list: the panel takes the focus.
    button.closest<HTMLElement>('[role="dialog"]')?.focus();
    player.jumpTo(index);
  };
  const onKeyDown = (index: number) => (event: KeyboardEvent) => {
    const offset = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (offset === 0 || !event.altKey) return;
    event.preventDefault();
    move(index, index + offset);
  };
  return (
    <ol className={styles['list']}>
      {indexes.map((index) => {
        const item = list[index];
        const key = keys[index] ?? '';
        if (!item) return null;
        return (
          <li key={key} className={classNames(styles['entry'], index === at && styles['current'])}>
            <button
              type="button"
              className={styles['choose']}
              aria-current={index === at}
              aria-keyshortcuts={index === at ? undefined : 'Alt+ArrowUp Alt+ArrowDown'}
              onClick={(event) => choose(index, event.currentTarget)}
              onKeyDown={index === at ? undefined : onKeyDown(index)}
            >
              <VisuallyHidden>{`${texts.play} `}</VisuallyHidden>
              <span className={styles['thumb']} aria-hidden>
                <Artwork title={item.title} src={item.thumbnail_url} />
              </span>
              <span className={styles['names']}>
                <span className={styles['name']}>{item.title} </span>
                <span className={styles['by']}>{artistOf(item)}</span>
              </span>
            </button>
            <span className={styles['tools']}>
              {index !== at && (
                // Kept at the ends of the list, because removing a focused button would lose the focus.
                <>
                  <button
                    type="button"
                    aria-label={texts.up(item.title)}
                    aria-disabled={index === first}
                    onClick={() => move(index, index - 1)}
                  >
                    <ArrowUp aria-hidden size={16} />
                  </button>
                  <button
                    type="button"
                    aria-label={texts.down(item.title)}
                    aria-disabled={index === last}
                    onClick={() => move(index, index + 1)}
                  >
                    <ArrowDown aria-hidden size={16} />
                  </button>
                </>
              )}
              <button
                type="button"
                aria-label={texts.remove(item.title)}
                onClick={(event) => {
                  // The focused button is removed with its entry: a neighbor takes the focus, otherwise the panel.
                  const row = event.currentTarget.closest('li');
                  const next = row?.nextElementSibling ?? row?.previousElementSibling;
                  (
                    next?.querySelector('button') ?? event.currentTarget.closest<HTMLElement>('[role="dialog"]')
                  )?.focus();
                  player.removeEntry(index);
                  say(texts.removed(item.title));
                }}
              >
                <X aria-hidden size={16} />
              </button>
            </span>
          </li>
        );
      })}
    </ol>
  );
};

/** The queue, to reorder and remove entries. */
export const QueuePanel = ({ player }: { readonly player: Player }) => {
  const { list, at, repeat } = usePlayerState(player);
  const [message, setMessage] = useState('');
  const indexes = list.map((_, index) => index);
  const next = indexes.slice(at + 1);
  const RepeatIcon = repeat === 'one' ? Repeat1 : Repeat;
  const shuffle = () => {
    if (next.length < 2) return;
    player.shuffleNext();
    setMessage(texts.shuffled);
  };
  const changeRepeat = () => {
    player.setRepeat(AFTER[repeat]);
    setMessage(texts.repeat[AFTER[repeat]]);
  };
  return (
    <>
      <div className={styles['orders']}>
        <button type="button" aria-disabled={next.length < 2} onClick={shuffle}>
          <Shuffle aria-hidden size={16} />
          {texts.shuffle}
        </button>
        <button type="button" data-on={repeat !== 'off'} onClick={changeRepeat}>
          <RepeatIcon aria-hidden size={16} />
          {texts.repeat[repeat]}
        </button>
      </div>
      {at >= 0 && (
        <>
          <h4 className={styles['heading']}>{texts.now}</h4>
          <Entries player={player} indexes={[at]} say={setMessage} />
        </>
      )}
      <h4 className={styles['heading']}>{texts.next}</h4>
      {next.length > 0 ? (
        <Entries player={player} indexes={next} say={setMessage} />
      ) : (
        <p className={styles['empty']}>{texts.nothing}</p>
      )}
      {at > 0 && (
        <>
          <h4 className={styles['heading']}>{texts.before}</h4>
          <Entries player={player} indexes={indexes.slice(0, at)} say={setMessage} />
        </>
      )}
      <Announcer message={message} />
    </>
  );
};
