import { useId } from 'preact/hooks'

interface Props {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly help?: string
  /** What is wrong with the value. */
  readonly fault?: string | undefined
  /** A text of several lines. */
  readonly isLong?: boolean
  readonly isNumber?: boolean
  readonly isChanged?: boolean
}

/** A field with its label. A change of it is not saved by itself. */
export function Field({ label, value, onChange, help, fault, ...look }: Props) {
  const { isLong = false, isNumber = false, isChanged = false } = look
  const id = useId()
  const described = [...(fault === undefined ? [] : [`${id}-fault`]), ...(help === undefined ? [] : [`${id}-help`])]
  const shared = {
    id,
    value,
    dir: 'auto',
    'aria-invalid': fault !== undefined,
    'aria-describedby': described.length === 0 ? undefined : described.join(' '),
  } as const
  return (
    <div class={isChanged ? 'field changed' : 'field'}>
      <label for={id}>
        {label}
        {isChanged && <span class="tag">unsaved</span>}
      </label>
      {isLong ? (
        <textarea
          {...shared}
          rows={Math.min(10, Math.max(2, Math.ceil(value.length / 48)))}
          onInput={event => onChange(event.currentTarget.value)}
        />
      ) : (
        <input
          {...shared}
          inputMode={isNumber ? 'decimal' : 'text'}
          onInput={event => onChange(event.currentTarget.value)}
        />
      )}
      {fault !== undefined && (
        <p id={`${id}-fault`} class="fault">
          {fault}
        </p>
      )}
      {help !== undefined && (
        <p id={`${id}-help`} class="soft">
          {help}
        </p>
      )}
    </div>
  )
}
