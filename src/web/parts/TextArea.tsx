import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from './classes.ts'
import { Icon } from './Icon.tsx'

interface TextAreaProps extends ComponentProps<'textarea'> {
  readonly label: string
  readonly help?: ReactNode
  readonly error?: string | undefined
  readonly mono?: boolean
  readonly hideLabel?: boolean
}

/** Several lines of text with their label, help and error. */
export function TextArea({ label, help, error, mono, hideLabel, className, ...props }: TextAreaProps) {
  const id = useId()
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={classes('min-w-0', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'mb-1.5 block text-sm font-medium'}>
        {label}
      </label>
      <textarea
        rows={4}
        {...props}
        id={id}
        aria-describedby={described || undefined}
        aria-invalid={error !== undefined || undefined}
        className={classes(
          'w-full rounded-md border border-line-strong/70 bg-panel px-3 py-2 text-sm text-ink placeholder:text-faint',
          mono && 'font-mono text-[0.8125rem]',
          error !== undefined && 'border-rust',
        )}
      />
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
