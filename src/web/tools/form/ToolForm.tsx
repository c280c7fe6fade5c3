import { type FormEvent, lazy, type ReactNode, Suspense, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import type { Tool } from '../../../tools/model.ts'
import { Button } from '../../parts/input/Button.tsx'
import { Kbd } from '../../parts/input/Kbd.tsx'
import { Menu } from '../../parts/input/Menu.tsx'
import { Icon } from '../../parts/text/Icon.tsx'
import { interactionSummaryOf } from '../history/history-samples.ts'
import type { InputValues } from '../tool-types.ts'
import { Control } from './Control.tsx'
import { idOf } from './control-props.ts'
import type { FieldError } from './errors.ts'
import { Presets } from './Presets.tsx'
import type { ToolForm as Form } from './useForm.ts'

const CodeEditor = lazy(() => import('../editor/CodeEditor.tsx'))

interface ToolFormProps {
  readonly tool: Tool
  readonly form: Form
  readonly busy: boolean
  /** What was given lately, the newest first. */
  readonly inputs: readonly InputValues[]
  readonly onRun: (input: InputValues) => void
  readonly children?: ReactNode
}

/** The form of a tool, from its layout or its schema, or as JSON; Ctrl+Enter runs it from anywhere inside. */
export function ToolForm({ tool, form, busy, inputs, onRun, children }: ToolFormProps) {
  const [last, ...earlier] = inputs
  const summary = useRef<HTMLDivElement>(null)
  const shown = form.errors.length
  const [tries, setTries] = useState(0)
  const run = () => {
    const input = form.submit()
    if (input !== undefined) onRun(input)
    else setTries(tries + 1)
  }
  useEffect(() => {
    if (tries > 0) summary.current?.focus()
  }, [tries])
  const submit = (event: FormEvent) => {
    if (!isInside(event)) return
    event.preventDefault()
    run()
  }
  return (
    <form
      noValidate
      onSubmit={submit}
      onKeyDown={event => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !isInside(event)) return
        event.preventDefault()
        run()
      }}
      className="space-y-5"
    >
      {shown > 0 && <Summary errors={form.errors} box={summary} />}
      {form.asJson ? <JsonInput form={form} /> : <Fields tool={tool} form={form} />}
      {children}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" kind="primary" icon="play" busy={busy}>
          {busy ? 'Starting' : 'Run'}
        </Button>
        <span className="text-xs text-faint max-sm:hidden">
          <Kbd keys="mod+enter" />
        </span>
        <span className="-ml-2 flex basis-full flex-wrap items-center">
          {last !== undefined && (
            <Button size="small" kind="quiet" icon="undo" onClick={() => form.fillWith(last)}>
              Last input
            </Button>
          )}
          {earlier.length > 0 && (
            <Menu
              label="Earlier inputs"
              icon="clock"
              named
              items={earlier.map(input => ({
                label: interactionSummaryOf(input, 60),
                onSelect: () => form.fillWith(input),
              }))}
            />
          )}
          <Presets tool={tool.name} form={form} />
          {form.fields !== undefined && (
            <Button
              size="small"
              kind="quiet"
              aria-pressed={form.asJson}
              className="ml-auto"
              onClick={() => form.switchTo(!form.asJson)}
            >
              {form.asJson ? 'As a form' : 'As JSON'}
            </Button>
          )}
        </span>
      </div>
    </form>
  )
}

/** A dialog that is opened from the form stands elsewhere on the page; what is sent there is no run. */
function isInside({ currentTarget, target }: SyntheticEvent): boolean {
  return target instanceof Node && currentTarget.contains(target)
}

function Fields({ tool, form }: { tool: Tool; form: Form }) {
  if (form.fields?.length === 0) return <p className="text-soft">It takes no input.</p>
  return form.fields?.map(field => (
    <Control
      key={field.key}
      tool={tool.name}
      field={field}
      at={field.key}
      value={form.typed[field.key]}
      input={form.keepable()}
      error={form.errorOf(field.key)}
      onChange={value => form.change(field.key, value)}
      onBlur={() => form.leave(field.key)}
      errorOf={form.errorOf}
      onLeave={form.leave}
    />
  ))
}

function JsonInput({ form }: { form: Form }) {
  return (
    <div>
      <p id="json-label" className="mb-1.5 text-sm font-medium">
        Input as JSON
      </p>
      <Suspense fallback={<p className="text-faint">Loading the editor</p>}>
        <CodeEditor
          id="json-input"
          labelledBy="json-label"
          describedBy={form.jsonProblem === undefined ? undefined : 'json-error'}
          invalid={form.jsonProblem !== undefined}
          language="json"
          placeholder={undefined}
          value={form.json}
          onChange={form.write}
          onBlur={() => undefined}
        />
      </Suspense>
      {form.jsonProblem && (
        <p id="json-error" role="alert" className="mt-1.5 flex items-center gap-1.5 text-sm text-rust">
          <Icon name="warning" size={14} /> {form.jsonProblem}
        </p>
      )}
    </div>
  )
}

/** Takes the focus when a form is not ready; each line leads to its field. */
function Summary({ errors, box }: { errors: readonly FieldError[]; box: React.RefObject<HTMLDivElement | null> }) {
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="rounded-md border border-rust/35 bg-rust-wash px-4 py-3 text-sm outline-none"
    >
      <p className="font-medium">
        {errors.length === 1 ? 'One field needs you.' : `${errors.length} fields need you.`}
      </p>
      <ul className="mt-1 list-disc space-y-0.5 pl-4">
        {errors.map(({ key, label, message }) => (
          <li key={key}>
            <a
              href={`#${idOf(key)}`}
              className="underline underline-offset-2"
              onClick={event => {
                event.preventDefault()
                document.getElementById(idOf(key))?.focus()
              }}
            >
              {label}
            </a>
            : {message}
          </li>
        ))}
      </ul>
    </div>
  )
}
