import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { bin, type Lab, openLab } from '../lab.ts'
import { type ForgeServer, startForge } from '../support/forge.ts'
import { directDoor, expectFinished, WAYS, withForge } from '../support/project-types.ts'

function finishing(lab: Lab): { readonly kill: () => void; readonly ended: Promise<unknown> } {
  const child = spawn(process.execPath, [bin, 'explore', 'finish'], {
    cwd: lab.root,
    env: { ...lab.env, GIT_CONFIG_GLOBAL: '/dev/null' },
    stdio: 'ignore',
    detached: true,
  })
  // With its git: nothing of it lives on.
  return { kill: () => void process.kill(-(child.pid ?? 0), 'SIGKILL'), ended: once(child, 'exit') }
}

/** What the log of the project says last; nothing once it is archived. */
function logged(lab: Lab): string {
  return lab.list('.sow').includes('project') ? lab.read('.sow/project/events.jsonl') : 'archived'
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(resolve => setImmediate(resolve))
}

async function ready(type: string, forge: ForgeServer): Promise<{ lab: Lab; bare: string }> {
  const lab = await openLab()
  const bare = withForge(lab, forge)
  await WAYS[type]?.(lab, directDoor(lab))
  return { lab, bare }
}

const NOTED = [
  ['standard', 'finalize commit'],
  ['standard', 'finalize push'],
  ['standard', 'finalize draft_pull_request'],
  ['standard', 'finalize checks'],
  ['standard', 'finalize ready_pull_request'],
  ['breakdown', 'finalize publish'],
  ['breakdown', 'finalize index'],
  ['breakdown', 'finalize commit'],
  ['breakdown', 'finalize push'],
  ['breakdown', 'finalize issue'],
  ['breakdown', 'finalize pull_request'],
  ['design', 'finalize publish'],
  ['design', 'finalize index'],
  ['design', 'finalize commit'],
  ['design', 'finalize push'],
  ['design', 'finalize pull_request'],
  ['exploration', 'complete'],
  ['design', 'complete'],
  ['exploration', 'finalize pull_request'],
] as const

test.each(NOTED)('%s killed as soon as "%s" is noted goes on from there', async (type, command) => {
  await using forge = await startForge()
  const { lab, bare } = await ready(type, forge)
  await using _ = lab
  const run = finishing(lab)
  await until(() => logged(lab) === 'archived' || logged(lab).includes(`"command":"${command}"`))
  run.kill()
  await run.ended
  await goOn(lab)
  expectFinished(type, { lab, bare, forge })
})

/** The same command again, until it has come to its end; it may have done so already. */
async function goOn(lab: Lab): Promise<void> {
  if (!lab.list('.sow').includes('project')) return
  expect(await lab.call('exploration.finish', {})).toMatchObject({ blocked: false })
}

const ANSWERS = [
  ['standard', 'pull_request', 1],
  ['standard', 'ready', 1],
  ['breakdown', 'issue', 1],
  ['breakdown', 'issue', 2],
  ['breakdown', 'pull_request', 1],
] as const

test.each(ANSWERS)(
  '%s killed after the forge has made its %s number %i and before it has answered',
  async (type, what, nth) => {
    await using forge = await startForge()
    const { lab, bare } = await ready(type, forge)
    await using _ = lab
    let seen = 0
    const received = new Promise<void>(resolve => {
      forge.beforeAnswer = async made => {
        seen += made === what ? 1 : 0
        if (made !== what || seen !== nth) return
        resolve()
        await new Promise(() => undefined)
      }
    })
    const run = finishing(lab)
    await received
    run.kill()
    await run.ended
    forge.beforeAnswer = undefined
    await goOn(lab)
    expectFinished(type, { lab, bare, forge })
  },
)
