import { type FormEvent, useState } from 'react'
import { Button } from '../../parts/input/Button.tsx'
import { Dialog } from '../../parts/input/Dialog.tsx'
import { Field } from '../../parts/input/Field.tsx'
import { Menu } from '../../parts/input/Menu.tsx'
import { toast } from '../../parts/notify/toast.ts'
import { dropPreset, readPresets, savePreset } from './presets.ts'
import type { ToolForm } from './useForm.ts'

/** Inputs kept under a name. */
export function Presets({ tool, form }: { tool: string; form: ToolForm }) {
  const [presets, setPresets] = useState(() => readPresets(tool))
  const [naming, setNaming] = useState(false)
  return (
    <>
      <Menu
        label="Presets"
        icon="file"
        named
        items={[
          { label: 'Keep this input', icon: 'check', onSelect: () => setNaming(true) },
          ...presets.map(preset => ({
            label: `Use ${preset.name}`,
            icon: 'right' as const,
            onSelect: () => form.fillWith(preset.input),
          })),
          ...presets.map(({ name }) => ({
            label: `Forget ${name}`,
            icon: 'trash' as const,
            onSelect: () => setPresets(dropPreset(tool, name)),
          })),
        ]}
      />
      {naming && (
        <Naming
          onClose={() => setNaming(false)}
          onName={name => {
            setPresets(savePreset(tool, { name, input: form.keepable() }))
            setNaming(false)
            toast({ tone: 'sprout', text: `Kept as ${name}, in this browser.` })
          }}
        />
      )}
    </>
  )
}

function Naming({ onName, onClose }: { onName: (name: string) => void; onClose: () => void }) {
  const [name, setName] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '') onName(name.trim())
  }
  return (
    <Dialog title="Keep this input" describe="It stays in this browser. Secret fields are left out." onClose={onClose}>
      <form onSubmit={submit} className="space-y-4 p-5">
        <Field label="Name" autoFocus required value={name} onChange={event => setName(event.currentTarget.value)} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary">
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
