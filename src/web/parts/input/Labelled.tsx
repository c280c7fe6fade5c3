import { type ReactNode, useId } from 'react'
import { classes } from '../classes.ts'
import { Icon } from '../text/Icon.tsx'

export interface LabelledProps {
  readonly label: string
  readonly help?: ReactNode
  readonly error?: string | undefined
  readonly hideLabel?: boolean | undefined
  readonly className?: string | undefined
}

/** What an input takes to be described by its label, help and error. */
export interface DescribedInput {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

interface Props extends LabelledProps {
  readonly children: (described: DescribedInput) => ReactNode
}

/** An input between its label and its help and error. */
export function Labelled({ label, help, error, hideLabel, className, children }: Props) {
  const id = useId()
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={classes('min-w-0', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'mb-1.5 block text-sm font-medium'}>
        {label}
      </label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error !== undefined || undefined })}
      {help && (
        <p id={`${id}-help`} className="mt-1.5 text-xs text-faint">
          {help}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 flex items-center gap-1.5 text-sm text-rust">
          <Icon name="warning" size={14} /> {error}
        </p>
      )}
    </div>
  )
}
