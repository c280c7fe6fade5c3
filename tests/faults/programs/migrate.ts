import { openDatabase } from '../../../src/store/database/sqlite.ts'
import { MIGRATIONS } from '../migrations.ts'

/** Brings a database from its first schema to the last, and says when it is done. */
const [, , file = ''] = process.argv
process.stdout.write('ready\n')
openDatabase(file, { migrations: MIGRATIONS }).close()
process.stdout.write('done\n')
