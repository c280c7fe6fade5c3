import { useWrite } from '../../api/query.ts'
import { DocumentEditor } from '../../parts/editor/DocumentEditor.tsx'
import type { FeatureArtifact } from '../board-types.ts'

interface ArtifactEditorProps {
  readonly feature: string
  readonly artifact: FeatureArtifact['name']
  readonly before: { readonly content: string; readonly revision: string } | undefined
  readonly onDone: () => void
}

/** Writes an artifact of a feature. */
export function ArtifactEditor({ feature, artifact, before, onDone }: ArtifactEditorProps) {
  const write = useWrite('feature.write')
  return (
    <DocumentEditor
      name={`feature.${feature}.${artifact}`}
      label={`Text of ${artifact}, in markdown`}
      rows={10}
      stored={{ text: before?.content ?? '', revision: before?.revision }}
      save={(content, { revision }) =>
        write.mutateAsync({
          id: feature,
          artifact,
          content,
          ...(revision !== undefined && { expected_revision: revision }),
        })
      }
      onSaved={onDone}
      {...(before !== undefined && { onCancel: onDone })}
    />
  )
}
