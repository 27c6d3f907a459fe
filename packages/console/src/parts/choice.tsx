/** One of a few, as buttons in a row. */
export function Choice<Name extends string>({
  label,
  names,
  chosen,
  choose,
}: {
  readonly label: string;
  readonly names: readonly Name[];
  readonly chosen: Name;
  readonly choose: (name: Name) => void;
}) {
  return (
    <fieldset class="choice">
      <legend class="hidden">{label}</legend>
      {names.map((name) => (
        <button key={name} type="button" aria-pressed={name === chosen} onClick={() => choose(name)}>
          {name}
        </button>
      ))}
    </fieldset>
  );
}
