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
