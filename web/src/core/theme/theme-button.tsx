import { Monitor, Moon, Sun } from 'lucide-react';
import { createContext, useContext, useSyncExternalStore, type ReactNode } from 'react';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { nextThemeChoice, type Theme } from './theme.ts';

const ThemeContext = createContext<Theme | null>(null);

/** Provides the theme. */
export const ThemeProvider = ({ theme, children }: { readonly theme: Theme; readonly children: ReactNode }) => (
  <ThemeContext value={theme}>{children}</ThemeContext>
);

const icons = { system: Monitor, light: Sun, dark: Moon };

/** Cycles through the themes: system, light, dark. */
export const ThemeButton = () => {
  const theme = useContext(ThemeContext);
  if (theme === null) throw new Error('ThemeButton must be used within a ThemeProvider');
  const choice = useSyncExternalStore(theme.subscribe, theme.get);
  const Icon = icons[choice];
  return (
    <IconButton
      label={`Theme: ${choice}. Change to ${nextThemeChoice(choice)}`}
      onClick={() => theme.choose(nextThemeChoice(choice))}
    >
      <Icon aria-hidden size={18} />
    </IconButton>
  );
};
