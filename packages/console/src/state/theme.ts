import { signal } from '@preact/signals';

/** `auto` is what the system says. */
export type Theme = 'auto' | 'light' | 'dark';

const THEMES: readonly Theme[] = ['auto', 'light', 'dark'];
const KEY = 'console-theme';

/** The colours that the person chose. */
export const theme = signal<Theme>('auto');

/** Takes up what was chosen last time. */
export function restoreTheme(): void {
  const kept = THEMES.find((each) => each === readKept());
  applyTheme(kept ?? 'auto');
}

/** Goes on to the next of the three. */
export function switchTheme(): void {
  const next = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? 'auto';
  applyTheme(next);
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // A browser that keeps nothing shows the choice until the page is left.
  }
}

function applyTheme(chosen: Theme): void {
  theme.value = chosen;
  document.documentElement.dataset['theme'] = chosen;
}

function readKept(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
