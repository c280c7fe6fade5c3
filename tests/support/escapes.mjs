// Tries to get out of where it runs, by every act of a table, and says how each ended: the first argument is the table.
import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'

const { acts } = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'))

/** Each throws, with the system's own words, when it could not be done. */
const verbs = {
  read: file => void fs.readFileSync(file),
  append: ({ file, text }) => fs.appendFileSync(file, text),
  plant({ file, text }) {
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.appendFileSync(file, text)
  },
  move: ({ from, to }) => fs.renameSync(from, to),
  /** The first process of a namespace carries the mark of the run; one that does not is the machine's. */
  first() {
    if (fs.readFileSync('/proc/1/environ', 'utf8').includes('FURROW_RUN_ID=')) throw new Error('only its own is there')
  },
  connect: place =>
    new Promise((resolve, reject) => {
      const socket = net.connect(place, () => socket.end(resolve))
      socket.on('error', reject)
    }),
  async ask({ url, token }) {
    const known = attempt(() => fs.readFileSync(token, 'utf8').trim()) ?? 'guessed'
    const headers = { Authorization: `Bearer ${known}`, 'Content-Type': 'application/json' }
    const answer = await fetch(url, { method: 'POST', headers, body: '{}' }).catch(error => {
      throw error.cause ?? error
    })
    if (!answer.ok) throw new Error(`${answer.status} ${(await answer.json()).message}`)
  },
  signal: pid => void process.kill(pid, 0),
  /** Attached, it would stay so. */
  trace(pid) {
    const { status, stderr, signal } = spawnSync('strace', ['-p', String(pid)], { timeout: 3000, encoding: 'utf8' })
    if (signal === null && status !== 0) throw new Error(stderr.trim())
  },
  type() {
    const code = 'open($t, "<", "/dev/tty") or die "no terminal: $!\\n"; ioctl($t, 0x5412, $x = "x") or die "$!\\n"'
    const { status, stderr } = spawnSync('perl', ['-e', code], { encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr.trim())
  },
  /** Done when the shell says so. */
  shell(script) {
    const { status, stderr, stdout } = spawnSync('sh', ['-c', script], { encoding: 'utf8', timeout: 30_000 })
    if (status !== 0) throw new Error((stderr || stdout).trim().split('\n')[0] || `exit ${status}`)
  },
  /** Into what git reads of the worktree that this runs in. */
  plantGit({ name, text }) {
    const own = fs.statSync('.git').isFile() ? fs.readFileSync('.git', 'utf8').slice('gitdir: '.length).trim() : '.git'
    verbs.plant({ file: path.join(own, name), text })
  },
  disk(places) {
    const open = place => fs.readSync(fs.openSync(place, 'r'), Buffer.alloc(512))
    if (!places.some(place => attempt(() => open(place)))) open(places.at(-1))
  },
  capable() {
    const held = rightsOf('self').capabilities.filter(set => !/^0+$/.test(set))
    if (held.length === 0) throw new Error('it has none')
  },
  /** `su` is root's and setuid: it has the rights of its owner while it asks for a password, or those of whoever runs it. */
  async setuid() {
    const su = spawn('su', ['root', '-c', 'true'], { stdio: ['pipe', 'ignore', 'ignore'] })
    await new Promise((resolve, reject) => su.on('spawn', resolve).on('error', reject))
    const [own, gained] = [rightsOf('self'), rightsOf(su.pid)]
    su.kill('SIGKILL')
    if (String(own.capabilities) === String(gained.capabilities) && own.user === gained.user)
      throw new Error('it gains nothing')
  },
  fork(count) {
    for (let n = 0; n < count; n += 1) spawn('sleep', ['600'], { stdio: 'ignore' }).unref()
  },
  stay: () => spawn('sleep', ['600'], { stdio: 'ignore', detached: true }).unref(),
  /** It ends whoever writes it, so somebody else does. */
  grow(file) {
    const args = ['if=/dev/zero', `of=${file}`, 'bs=1M', 'count=1', `seek=${10 * 1024}`]
    const { status, signal } = spawnSync('dd', args, { encoding: 'utf8' })
    if (status !== 0) throw new Error(`ended by ${signal}`)
  },
}

function rightsOf(pid) {
  const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8')
  const capabilities = [...status.matchAll(/^Cap\w+:\s*(\w+)$/gm)].map(([, set]) => set)
  return { capabilities, user: /^Uid:\s*\d+\s+(\d+)/m.exec(status)?.[1] }
}

function attempt(work) {
  try {
    return work()
  } catch {
    return undefined
  }
}

const told = {}
for (const { id, verb, with: given } of acts)
  try {
    await verbs[verb](given)
    told[id] = { done: true, told: '' }
  } catch (error) {
    told[id] = { done: false, told: String(error.message).split('\n')[0] }
  }
fs.writeSync(1, `<<${JSON.stringify(told)}>>\n`)
process.exit(0)
