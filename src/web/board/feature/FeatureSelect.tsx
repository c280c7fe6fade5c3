import { useRead } from '../../api/query.ts'
import { Select } from '../../parts/input/Field.tsx'

/** Which feature a task goes to; nothing is the current one. */
export function FeatureSelect({ value, onChoose }: { value: string; onChoose: (feature: string) => void }) {
  const features = useRead('feature.list', {})
  const open = (features.data?.features ?? []).filter(({ phase }) => phase !== 'released')
  return (
    <Select
      label="Feature"
      value={value}
      options={[
        { value: '', label: 'The current feature' },
        ...open.map(each => ({ value: each.id, label: each.title })),
      ]}
      onChoose={onChoose}
    />
  )
}
