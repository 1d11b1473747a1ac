import { createTerminal } from '../../../bin/terminal/terminal.ts';

const open = () => {
  let text = '';
  const terminal = createTerminal(
    (more) => (text += more),
    (more) => (text += `!${more}`),
  );
  return { terminal, text: () => text };
};

it('adds steps to a line and ends it before the next one', () => {
  const { terminal, text } = open();
  const line = terminal.growing('Glass Lotus');
  line.step('uploaded');
  line.step('ready');
  terminal.line('done');
  expect(text()).toBe('  Glass Lotus: uploaded, ready\ndone\n');
});

it('repeats the name after other output', () => {
  const { terminal, text } = open();
  const line = terminal.growing('Glass Lotus');
  line.step('uploaded');
  terminal.error('[ingest] error: no');
  line.step('ready');
  terminal.growing('Other').step('uploaded');
  expect(text()).toBe('  Glass Lotus: uploaded\n![ingest] error: no\n  Glass Lotus: ready\n  Other: uploaded');
});
