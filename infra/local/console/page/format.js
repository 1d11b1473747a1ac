/** Formats times, sizes and names for the page. */

const plural = (count, unit) => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** `12 s ago`, `in 4 min`. */
export const relative = (time, now = Date.now()) => {
  const seconds = Math.round((time - now) / 1000);
  const size = Math.abs(seconds);
  if (size < 2) return 'now';
  const [count, unit] =
    size < 90
      ? [size, 's']
      : size < 5400
        ? [Math.round(size / 60), 'min']
        : size < 129_600
          ? [Math.round(size / 3600), 'h']
          : [Math.round(size / 86_400), 'd'];
  return seconds < 0 ? `${count} ${unit} ago` : `in ${count} ${unit}`;
};

/** The exact time, for a tooltip and a `datetime`. */
export const iso = (time) => new Date(time).toISOString();

export const clock = (time) =>
  new Date(time).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });

/** `840 ms`, `3.2 s`, `4 min 10 s`. */
export const duration = (ms) => {
  if (ms < 1000) return `${ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms)} ms`;
  if (ms < 90_000) return `${Math.round(ms / 100) / 10} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
};

/** `1.4 MB`. */
export const bytes = (count) => {
  const units = ['bytes', 'KB', 'MB', 'GB'];
  let value = count;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toFixed(value < 10 ? 1 : 0)} ${count === 1 ? 'byte' : units[unit]}`;
};

/** A generated name without its stage and hash: `Soundstage-local-Media-IngestQueueQueue1A2B3C4D` → `Ingest Queue`. */
export const label = (name) => {
  const bare = name
    .slice(name.lastIndexOf(':') + 1)
    .replace(/^soundstage-[a-z]+-(data|media|listener|admin|api|web|ops)-/i, '')
    .replace(/[0-9a-f]{8}$/i, '')
    .replace(/(?<=[a-z])bucket$/, '');
  const words = bare
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[\s-]+/)
    .filter(Boolean);
  return words.filter((word, index) => word.toLowerCase() !== words[index - 1]?.toLowerCase()).join(' ') || name;
};

export const count = plural;

const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const decode = (text) =>
  text.replace(/&(#x?[0-9a-f]+|[a-z]+);/gi, (entity, name) => {
    if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? entity;
    const point = name[1]?.toLowerCase() === 'x' ? parseInt(name.slice(2), 16) : Number(name.slice(1));
    return point > 0 && point < 0x110000 ? String.fromCodePoint(point) : entity;
  });

/** The parts of an email that matter: its text, its code and its links. */
export const mailParts = (body) => {
  const links = [...body.matchAll(/<a\s[^>]*href="([^"]+)"[^>]*>([\s\S]*?)<\/a>/gi)]
    .map(([, href, text]) => ({ href: decode(href), text: decode(text.replace(/<[^>]+>/g, '')).trim() }))
    .filter(({ href }) => /^https?:\/\//.test(href));
  const text = decode(
    body
      .replace(/<(style|script|head|title)[\s\S]*?<\/\1>/gi, '')
      .replace(/<(br|\/p|\/h\d|\/div|\/tr|\/li)[^>]*>/gi, '\n')
      .replace(/<[^>]+>/g, ' '),
  )
    .replace(/[ \t]+/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
    .trim();
  const plain =
    links.length > 0 ? [] : [...text.matchAll(/https?:\/\/[^\s<>"]+/g)].map(([href]) => ({ href, text: 'Open link' }));
  return { text, code: /\b\d{6}(?:\d{2})?\b/.exec(text)?.[0], links: [...links, ...plain] };
};
