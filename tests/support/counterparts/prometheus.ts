import fs from 'node:fs'
import path from 'node:path'
import { type Program, startProgram } from './program.ts'

/** A real Prometheus from the system's packages that looks at one target every second. */
export function startPrometheus(target: string): Promise<Program> {
  return startProgram({
    name: 'prometheus',
    prepare(folder) {
      const config = {
        scrape_configs: [{ job_name: 'shop', scrape_interval: '1s', static_configs: [{ targets: [target] }] }],
      }
      fs.writeFileSync(path.join(folder, 'prometheus.yml'), JSON.stringify(config))
    },
    command: (folder, port) => [
      'prometheus',
      `--config.file=${path.join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${path.join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    async ask(port) {
      const { ok } = await fetch(`http://127.0.0.1:${port}/-/ready`)
      if (!ok) throw new Error('not ready')
    },
  })
}
