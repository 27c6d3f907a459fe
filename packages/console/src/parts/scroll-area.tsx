import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** Something wide that scrolls by itself, with the keyboard too. */
export function ScrollArea({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ComponentChildren;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
    <section class="scroll" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}

/** Text as a machine sees it, which scrolls by itself. */
export function CodeBlock({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
    // biome-ignore lint/a11y/useSemanticElements: a section keeps no lines.
    <pre role="region" aria-label={label} tabIndex={0}>
      {text}
    </pre>
  );
}

/** How long a button says what it did. */
const SAID_MILLISECONDS = 2_000;

/** Copies a text; where the page may not, it says how else. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (said === '') return undefined;
    const timer = setTimeout(() => setSaid(''), SAID_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied');
    } catch {
      // Pages without TLS have no clipboard.
      setSaid('Select the text and copy it');
    }
  };
  return (
    <button type="button" class="copy" onClick={copy}>
      <span class="hidden">Copy {what}</span>
      <span aria-hidden="true">{said || 'Copy'}</span>
      <span class="hidden" role="status">
        {said}
      </span>
    </button>
  );
}
