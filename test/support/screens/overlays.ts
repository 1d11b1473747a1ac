import { readSources } from '../source-tree.ts';

/** Matches the source of a component that opens above the screen. */
const IS_OVERLAY = new RegExp(
  [
    /@radix-ui\/react-(?:alert-dialog|dialog|dropdown-menu|popover|select|context-menu|menubar)/,
    /<dialog\b/,
    /\bpopover=/,
    /(?<!\[)role="(?:dialog|alertdialog|menu|listbox)"/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

/**
 * Every dialog, sheet and menu in the application's sources: each use of an overlay component of `ui`, and each overlay
 * that a file builds on its own. Named `<path below web/src>#<n>`, counted within the file.
 */
export const overlaysOfSources = (): readonly string[] => {
  const sources = readSources('web').filter(({ path }) => /^web\/src\/.*\.tsx$/.test(path));
  const isWidget = (path: string): boolean => path.startsWith('web/src/ui/');
  const widgets = sources.filter(({ path, text }) => isWidget(path) && IS_OVERLAY.test(text));
  const components = widgets.flatMap(({ text }) =>
    [...text.matchAll(/export const ([A-Z]\w*) =/g)].map(([, name = '']) => name),
  );
  // Not the buttons in them.
  const overlays = components.filter((name) => name !== 'DialogCancel');
  const element = new RegExp(`<(?:${overlays.join('|')})(?=[\\s>])`, 'g');
  return sources
    .filter(({ path }) => !isWidget(path))
    .flatMap(({ path, text }) => {
      const count = [...text.matchAll(element)].length + (IS_OVERLAY.test(text) ? 1 : 0);
      return Array.from({ length: count }, (_, index) => `${path.slice('web/src/'.length)}#${index + 1}`);
    });
};
