import { openYaml } from '../../store/documents/yaml/yaml.ts'
import type { Call } from '../../workspace/call.ts'
import { PERSON_CONFIG } from '../../workspace/config/read-config.ts'

/** By the name of a setting its value; without one it is taken away. */
export type Settings = Readonly<Record<string, string | number | undefined>>

/** Several settings of the person's own config in one step, everything else in it as it was. */
export async function changeSettings(call: Call, summary: string, settings: Settings): Promise<void> {
  await call.store.transact(call, tx => {
    const files = tx.under(call.home.dir)
    const document = openYaml(files.read(PERSON_CONFIG)?.bytes ?? 'schema_version: 1\n', PERSON_CONFIG)
    for (const [key, value] of Object.entries(settings)) {
      if (value === undefined) document.remove(key.split('.'))
      else document.set(key.split('.'), value)
    }
    tx.emit('config', 'person', files.write(PERSON_CONFIG, document.print(), { mode: 0o600 }))
    tx.describe(summary)
  })
}
