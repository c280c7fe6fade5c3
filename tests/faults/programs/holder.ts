import { openLockFile } from '../../../src/store/database/sqlite.ts'

/** Takes the lock of a repository and keeps it until it is killed. */
const [, , file = ''] = process.argv
const lock = openLockFile(file)
lock.exec('BEGIN IMMEDIATE')
process.stdout.write('held\n')
// Named here as well, for a database that nobody refers to is closed.
setInterval(() => lock.isOpen, 60_000)
