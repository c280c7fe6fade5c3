// `node --require preload.cjs`: counts the file-system calls on the folders under test, and at a chosen one ends the
// process as `kill -9` would, or makes the call fail. Of SQLite only the commits are seen; the rest is below Node.
const { execFileSync } = require('node:child_process')
const { createHash } = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')
const Module = require('node:module')

const READS = 'access exists fstat lstat opendir read readdir readFile readlink realpath stat statfs watch'.split(' ')
const CHANGES = (
  'appendFile chmod copyFile cp fchmod fsync fdatasync ftruncate link mkdir mkdtemp open rename rm rmdir symlink ' +
  'truncate unlink utimes write writeFile writev'
).split(' ')

const roots = (process.env.FURROW_FAULT_ROOTS ?? '').split(path.delimiter).filter(root => root !== '')
const report = process.env.FURROW_FAULT_REPORT
const handles = new Map()
const untouched = { ...fs }
let emptied
let fault
let counts
let places
let seen
let looking = false

arm(process.env.FURROW_FAULT === undefined ? undefined : JSON.parse(process.env.FURROW_FAULT))
for (const name of [...READS, ...CHANGES]) {
  for (const [owner, key] of [
    [fs, `${name}Sync`],
    [fs, name],
    [fs.promises, name],
  ])
    if (typeof owner[key] === 'function') owner[key] = wrapped(owner[key], name)
}
const { closeSync } = fs
fs.closeSync = handle => {
  handles.delete(handle)
  closeSync(handle)
}
Module.syncBuiltinESMExports()
watchCommits()
globalThis[Symbol.for('furrow.faults')] = { arm, counts: () => counts, places: () => places }
if (report !== undefined) process.on('exit', () => fs.writeFileSync(report, JSON.stringify(counts)))

function arm(next) {
  // Whoever has emptied a file fills it, however late.
  if (fault?.kind === 'edit') for (const edit of fault.edits) if (edit.at > counts.calls) meddle(edit)
  fault = next
  counts = { calls: 0, changes: 0 }
  places = []
  seen = undefined
}

/** A commit counts twice: as the moment before it, and as the moment after it. */
function watchCommits() {
  const load = Module._load
  let watched
  Module._load = function (...args) {
    const loaded = load.apply(this, args)
    if (args[0] !== '@photostructure/sqlite') return loaded
    watched ??= { ...loaded, DatabaseSync: watching(loaded.DatabaseSync) }
    return watched
  }
}

function watching(DatabaseSync) {
  return class extends DatabaseSync {
    exec(text) {
      if (text !== 'COMMIT') return super.exec(text)
      before('commit', [], roots[0])
      super.exec(text)
      return before('commit', [], roots[0])
    }
  }
}

function wrapped(original, name) {
  const replacement = function (...args) {
    const place = looking ? undefined : placeOf(args)
    if (place === undefined) return original.apply(this, args)
    const value = original.apply(this, before(name, args, place))
    if (name === 'open' && typeof value === 'number') handles.set(value, place)
    return value
  }
  return Object.assign(replacement, original)
}

/** The path of a call on one of the folders under test. */
function placeOf([first, second]) {
  return [first, second]
    .map(value => (typeof value === 'number' ? handles.get(value) : toPath(value)))
    .find(place => place !== undefined && roots.some(root => place === root || place.startsWith(`${root}/`)))
}

function toPath(value) {
  if (typeof value === 'string') return path.isAbsolute(value) ? named(path.normalize(value)) : undefined
  return value instanceof URL && value.protocol === 'file:' ? value.pathname : undefined
}

/** A path through an open folder, by the folder's own name. */
function named(place) {
  const [, handle, rest] = /^\/proc\/self\/fd\/(\d+)(\/.*)$/.exec(place) ?? []
  return handle === undefined ? place : `${handles.get(Number(handle))}${rest}`
}

/** Counts the call and answers with the arguments to make it with. */
function before(name, args, place) {
  counts.calls += 1
  if (isChange(name, args)) counts.changes += 1
  counts[name] = (counts[name] ?? 0) + 1
  counts[`last ${name}`] = counts.calls
  if (fault?.kind === 'kill' && counts[fault.every] === fault.at) process.kill(process.pid, 'SIGKILL')
  if (fault?.kind === 'edit') for (const edit of fault.edits) if (edit.at === counts.calls) meddle(edit)
  if (fault?.kind === 'look') look()
  if (fault?.call !== name || counts[name] < fault.at || (counts[name] > fault.at && !fault.lasting)) return args
  if (fault.kind === 'short') return [args[0], args[1], args[2], Math.max(1, Math.floor(args[3] / 2))]
  // As Node does it: a call by its path names the path, one by a handle does not.
  const named = typeof args[0] === 'number' ? {} : { path: place }
  throw Object.assign(new Error(`${fault.code}: injected, ${name} '${place}'`), {
    code: fault.code,
    syscall: name,
    ...named,
  })
}

/** Notes the calls before which the disk is not as it was before the one ahead of them. */
function look() {
  const now = createHash('sha1')
  // Node reads a file through the calls that are counted here.
  looking = true
  for (const root of roots) if (fs.existsSync(root)) takeIn(now, root)
  looking = false
  const digest = now.digest('hex')
  if (digest !== seen) places.push(counts.calls)
  seen = digest
}

function takeIn(hash, folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name)
    // SQLite makes its shared memory anew.
    if (entry.name.endsWith('-shm')) continue
    hash.update(`${place} ${fs.lstatSync(place).mode}\0`)
    if (entry.isDirectory()) takeIn(hash, place)
    if (entry.isFile()) hash.update(fs.readFileSync(place))
    if (entry.isSymbolicLink()) hash.update(fs.readlinkSync(place))
  }
}

/** Somebody else saves a file at this very moment, the way their editor does it. */
function meddle({ how, file, text }) {
  if (how === 'rename') {
    untouched.writeFileSync(`${file}.swp`, text)
    untouched.renameSync(`${file}.swp`, file)
  }
  if (how === 'replace') {
    untouched.rmSync(file, { force: true })
    untouched.writeFileSync(file, text)
  }
  if (how === 'in place') untouched.writeFileSync(file, text)
  if (how === 'empty') emptied = untouched.openSync(file, 'w')
  if (how === 'fill') {
    untouched.writeSync(emptied, text)
    closeSync(emptied)
  }
  if (how === 'sed') execFileSync('sed', ['-i', `1i ${text}`, file])
}

function isChange(name, [, flags]) {
  if (name === 'commit') return true
  return CHANGES.includes(name) && (name !== 'open' || (flags !== undefined && flags !== 'r' && flags !== 0))
}
