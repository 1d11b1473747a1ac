import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Tabs } from '../../../web/src/ui/layout/tabs.tsx';
import { axeViolations } from '../support/axe.ts';

const names = ['Discover', 'Music', 'Videos'];

const Harness = ({ onChange }: { readonly onChange?: (value: string) => void }) => {
  const [value, setValue] = useState('Discover');
  return (
    <main>
      <h1>Page</h1>
      <Tabs
        label="Kinds"
        value={value}
        onValueChange={(next) => {
          onChange?.(next);
          setValue(next);
        }}
        tabs={names.map((name) => ({ value: name, label: name, content: <p>{name} content</p> }))}
      />
    </main>
  );
};

const tab = (name: string) => screen.getByRole('tab', { name });
const selected = () =>
  screen
    .getAllByRole('tab')
    .filter((item) => item.getAttribute('aria-selected') === 'true')
    .map(({ textContent }) => textContent);

describe('tabs', () => {
  it('show only the selected panel, linked to its tab, and have no axe violations', async () => {
    const { container } = render(<Harness />);
    expect(screen.getByRole('tablist', { name: 'Kinds' })).toBeVisible();
    expect(screen.getAllByRole('tab')).toHaveLength(3);
    const panel = screen.getByRole('tabpanel', { name: 'Discover' });
    expect(panel).toHaveTextContent('Discover content');
    expect(tab('Discover')).toHaveAttribute('aria-controls', panel.id);
    for (const item of screen.getAllByRole('tab'))
      expect(container.querySelector(`[id="${item.getAttribute('aria-controls') ?? ''}"]`)).toBeInTheDocument();
    expect(screen.queryByText('Music content')).toBeNull();
    expect(await axeViolations()).toEqual([]);
  });

  it('are selected by a click', async () => {
    render(<Harness />);
    await userEvent.click(tab('Music'));
    expect(selected()).toEqual(['Music']);
    expect(screen.getByRole('tabpanel', { name: 'Music' })).toHaveTextContent('Music content');
  });

  it('are a single tab stop; the panel is the next', async () => {
    render(<Harness />);
    await userEvent.tab();
    expect(tab('Discover')).toHaveFocus();
    await userEvent.tab();
    expect(screen.getByRole('tabpanel')).toHaveFocus();
    await userEvent.tab({ shift: true });
    expect(tab('Discover')).toHaveFocus();
  });

  it.each([
    ['{ArrowRight}', 'Music'],
    ['{ArrowRight}{ArrowRight}{ArrowRight}', 'Discover'],
    ['{ArrowLeft}', 'Videos'],
    ['{End}', 'Videos'],
    ['{End}{Home}', 'Discover'],
    ['{ArrowDown}', 'Discover'],
    ['{Control>}{ArrowRight}{/Control}', 'Discover'],
  ])('move with %s to %s', async (keys, name) => {
    render(<Harness />);
    await userEvent.tab();
    await userEvent.keyboard(keys);
    expect(tab(name)).toHaveFocus();
    expect(selected()).toEqual([name]);
    expect(screen.getAllByRole('tab').filter(({ tabIndex }) => tabIndex === 0)).toEqual([tab(name)]);
  });

  it('do not report a change when the selected tab is selected again', async () => {
    const onChange = jest.fn();
    render(<Harness onChange={onChange} />);
    await userEvent.tab();
    await userEvent.keyboard('{Home}');
    expect(onChange).not.toHaveBeenCalled();
  });
});
