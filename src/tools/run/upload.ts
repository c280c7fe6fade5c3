import fs from 'node:fs'
import path from 'node:path'
import { refuse } from '../../operation/errors.ts'
import { stampedId, whyNotId } from '../../operation/names/naming.ts'
import { writeGitignoreOnce } from '../../runs/record/record-folders.ts'
import { sweepUploads, uploadsFolder } from '../../runs/record/uploads.ts'
import { shell } from '../../shared/shell/shell.ts'
import { makeFolder, syncFolder } from '../../store/files/files.ts'
import type { Call, OpenResource } from '../../workspace/call.ts'
import { toolPlace } from '../files/tool-folders.ts'

const LARGEST = 10 * 2 ** 20

/** `POST /api/tools/:name/uploads?file=report.csv`: the bytes of a file for a form; answers the path that is its value. */
export const upload: OpenResource = async (call, { params, query, headers, body }) => {
  const name = params.name ?? ''
  if (headers['content-type'] !== 'application/octet-stream')
    throw refuse('unsupported_type', 'A file is sent as application/octet-stream.', { target: 'Content-Type' })
  if (toolPlace(call, name) === undefined)
    throw refuse('not_found', `There is no tool ${name}.`, { target: name, fix: shell`furrow tool list` })
  const fileName = plainName(query.file ?? '')
  sweepUploads(call, name)
  const file = await keep(call, { tool: name, fileName, body: body ?? [] })
  const told = { path: path.relative(call.workspace.root, file), bytes: fs.statSync(file).size }
  return { status: 201, body: JSON.stringify(told) }
}

/** The last part of whatever a browser calls it, in letters that a path and an address can hold. */
function plainName(given: string): string {
  const plain = given
    .split(/[\\/]/)
    .at(-1)
    ?.replace(/[^A-Za-z0-9_.-]+/g, '-')
    .replace(/\.{2,}/g, '.')
    .replace(/^[.-]+|[.-]+$/g, '')
    .slice(0, 80)
  return plain === undefined || plain === '' || whyNotId(plain) !== undefined ? 'file' : plain
}

interface Sent {
  readonly tool: string
  readonly fileName: string
  readonly body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

async function keep(call: Call, { tool, fileName, body }: Sent): Promise<string> {
  const base = uploadsFolder(call, tool)
  writeGitignoreOnce(path.join(call.workspace.root, '.sdlc'))
  const folder = path.join(base, stampedId(call.clock.now(), call.random))
  makeFolder(folder, 0o700)
  try {
    await write(path.join(folder, fileName), body)
    syncFolder(folder)
    return path.join(folder, fileName)
  } catch (error) {
    fs.rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

async function write(file: string, body: Sent['body']): Promise<void> {
  const handle = await fs.promises.open(file, 'wx', 0o600)
  try {
    let size = 0
    for await (const chunk of body) {
      size += chunk.length
      if (size > LARGEST)
        throw refuse('too_large', `A file for a form may have ${LARGEST} bytes; put a larger one into the workspace.`, {
          target: 'file',
        })
      await handle.writeFile(chunk)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
}
