import { Segments, Select } from '../../parts/input/Field.tsx'
import { changeStageWord } from '../change-labels.ts'
import type { Flow } from '../change-types.ts'

export interface ChangeKind {
  readonly type: string
  readonly size: string
}

interface TypeAndSizeProps {
  readonly flows: readonly Flow[]
  readonly kind: ChangeKind
  readonly onChoose: (kind: ChangeKind) => void
}

/** What kind of change it is. Choosing one of the two keeps the other as it is shown. */
export function TypeAndSize({ flows, kind, onChoose }: TypeAndSizeProps) {
  const sizesOf = (type: string) => flows.filter(flow => flow.type === type).map(flow => flow.size)
  const chooseType = (type: string) => {
    const sizes = sizesOf(type)
    onChoose({ type, size: sizes.includes(kind.size) ? kind.size : (sizes[0] ?? kind.size) })
  }
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="min-w-40">
        <Select label="Type" value={kind.type} options={named(flows.map(({ type }) => type))} onChoose={chooseType} />
      </div>
      <Segments
        label="Size"
        showLabel
        value={kind.size}
        options={named(sizesOf(kind.type))}
        onChoose={size => onChoose({ type: kind.type, size })}
      />
    </div>
  )
}

function named(values: readonly string[]): { value: string; label: string }[] {
  return [...new Set(values)].map(value => ({ value, label: changeStageWord(value) }))
}
