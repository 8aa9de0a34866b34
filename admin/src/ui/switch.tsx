import { Button } from './button.tsx'

/** Chooses one of a few by buttons beside each other. */
export const Switch = <T extends string>({
  label,
  value,
  options,
  onValue,
}: {
  readonly label: string
  readonly value: T
  readonly options: readonly (readonly [value: T, text: string])[]
  readonly onValue: (value: T) => void
}) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame around two buttons.
  <div role="group" aria-label={label} class="actions switch">
    {options.map(([name, text]) => (
      <Button key={name} aria-pressed={name === value} onClick={() => onValue(name)}>
        {text}
      </Button>
    ))}
  </div>
)
