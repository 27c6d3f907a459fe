import type { ComponentChildren } from 'preact';

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
