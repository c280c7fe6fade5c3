import { readMysql } from '../../../tools/db-query/mysql.ts'
import { readPostgres } from '../../../tools/db-query/postgres.ts'

const [scheme, url = '', sql = '', rows] = process.argv.slice(2)
const read = scheme === 'mysql' ? readMysql : readPostgres
const { rows: found } = await read(url, {
  sql,
  rows: Number(rows),
  seconds: 60,
  signal: new AbortController().signal,
})
console.log(JSON.stringify({ rows: found.length, mib: process.resourceUsage().maxRSS / 1024 }))
