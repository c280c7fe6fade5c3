import { useEffect, useRef, useState } from 'react'
import { classes } from '../../parts/classes.ts'
import { loadEditor, type Mounted } from './load.ts'

interface CodeEditorProps {
  readonly id: string
  readonly labelledBy: string
  readonly describedBy: string | undefined
  readonly invalid: boolean
  readonly language: string | undefined
  readonly placeholder: string | undefined
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur: () => void
}

/** Code with colours. Tab leaves it, as it leaves every other field. */
export default function CodeEditor(props: CodeEditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  latest.current = props
  const [mounted, setMounted] = useState<Mounted>()
  useEffect(() => {
    let gone = false
    let editor: Mounted | undefined
    void loadEditor(latest.current.language).then(mount => {
      if (gone || place.current === null) return
      const { id, labelledBy, placeholder, value } = latest.current
      editor = mount(place.current, {
        id,
        labelledBy,
        placeholder,
        value,
        onChange: text => latest.current.onChange(text),
        onBlur: () => latest.current.onBlur(),
      })
      setMounted(editor)
    })
    return () => {
      gone = true
      editor?.destroy()
    }
  }, [])
  useEffect(() => mounted?.show(props.value), [mounted, props.value])
  useEffect(() => mounted?.describe(props.describedBy, props.invalid), [mounted, props.describedBy, props.invalid])
  return (
    <div
      ref={place}
      className={classes(
        'min-h-24 overflow-hidden rounded-md border bg-panel focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus',
        props.invalid ? 'border-rust' : 'border-line-strong/70',
      )}
    />
  )
}
